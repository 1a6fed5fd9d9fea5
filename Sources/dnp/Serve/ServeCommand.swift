import ArgumentParser
import NetChild
import NetProtocol

/// `dnp serve`: lets other programs talk to the test API.
struct ServeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the test API on a loopback address.",
    discussion: """
      Prints two addresses, its own and that to which faults are posted, then serves until Ctrl-C: \
      GET /content, POST /api/v2/report/plansLastUpdatedBetween, and POST /control/TOKEN. See \
      \(ProgramFolder.page("network")).
      \(ExitCode.help("0 after Ctrl-C", [.validationFailure], after: ", 69 dnp-net is missing"))

      Examples:
        dnp serve --api
        dnp serve --api --port 8080
      """)

  @Flag(help: "Serve the test API.")
  var api = false

  @Option(help: "The port; by default a free one.")
  var port = 0

  /// How long the program may take to start, in milliseconds.
  private static let startMilliseconds: Int64 = 10_000
  /// How often signals are looked for, in milliseconds; after 100 `InterruptionWatch` takes the
  /// program for one that waits in vain.
  private static let turnMilliseconds: Int64 = 25

  func validate() throws {
    guard api else { throw ValidationError("say what to serve: --api") }
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be from 0 to 65535, not \(port)")
    }
  }

  func perform() throws(CommandFailure) -> ExitCode {
    Interruption.listen()
    do throws(NetChildError) {
      let child = try NetProgram(allowedHosts: []).start()
      try print(child.startAPI(port: port, withinMilliseconds: Self.startMilliseconds))
      while Interruption.number == nil {
        if case .notListening(let reason)? = try child.receive(
          withinMilliseconds: Self.turnMilliseconds)
        {
          throw .notListening(reason: reason)
        }
      }
      return .success
    } catch {
      throw CommandFailure(.unavailable, error.description)
    }
  }

  private func print(_ api: NetAPI) throws(NetChildError) {
    do {
      try StandardStreams.print("\(api.url)\n\(api.controlURL)\n")
    } catch {
      // Whoever started this without a reader knows the port.
      StandardStreams.report(error.message + "\n")
    }
  }
}
