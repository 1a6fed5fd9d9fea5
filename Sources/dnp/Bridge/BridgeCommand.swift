import ArgumentParser
import Bridge
import DeviceModel

/// `dnp bridge`: one phone for one program, JSON-RPC 2.0 over standard input and output.
///
/// Exits with 0 at the end of the input, and when the reader of its output has gone; with 66
/// when the input cannot be read, with 73 when the output cannot be written.
struct BridgeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Drive a simulated phone with JSON-RPC 2.0, one message a line.",
    discussion: """
      Reads requests from standard input and writes replies to standard output until the input \
      ends. The methods are described in \(ProgramFolder.page("bridge")).

      Examples:
        dnp bridge < requests.ndjson
        dnp bridge --profile upstream < requests.ndjson
        socat TCP-LISTEN:4000,bind=127.0.0.1,reuseaddr,fork EXEC:'dnp bridge'
      """)

  @Option(help: "The phone's system where no request names one: ios or android.")
  var platform = DevicePlatform.ios

  @Option(
    help: """
      The version of the plugin where no request names one: upstream or upstream-code. \
      (default: this project's)
      """)
  var profile: CompatibilityProfile?

  @OptionGroup var keys: KeyOptions

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    var stream = BridgeStandardStream()
    var configuration = DeviceConfiguration(platform: platform)
    configuration.keychain = try keys.keychain()
    if let profile { configuration.knobs = profile.applied(to: configuration.knobs) }
    var session = BridgeSession(configuration)
    while stream.failure == nil, let item = stream.next() {
      session.receive(item, shell: &stream)
    }
    switch stream.failure {
    case .readerGone, nil: return .success
    case .reading: return .missingInput
    case .writing: return .cannotWrite
    }
  }
}
