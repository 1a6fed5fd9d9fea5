import ArgumentParser
import Bridge
import CivilTime

/// `dnp bridge`: one phone for one program, JSON-RPC 2.0 over standard input and output.
///
/// Ends with 0 at the end of the input, and also when the reader of its output has gone; with 66
/// when the input cannot be read, with 73 when the output cannot be written.
struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Drive a simulated phone with JSON-RPC 2.0, one message a line.",
    discussion: """
      Reads requests from standard input and writes replies to standard output until the input \
      ends. The methods are described in docs/bridge.md.
      """)

  func run() throws {
    do {
      try ZoneData.verify()
    } catch {
      RunStream.error.write("\(error)\n")
      throw ExitCode.internal
    }
    var stream = BridgeStandardStream()
    stream.ignoreBrokenPipe()
    var splitter = LineSplitter()
    var session = BridgeSession()
    while let chunk = stream.read() {
      for item in splitter.take(chunk) { try receive(item, &session, &stream) }
    }
    if let item = splitter.finish() { try receive(item, &session, &stream) }
    if stream.failure == .reading { throw ExitCode.missingInput }
  }

  private func receive(
    _ item: LineSplitter.Item, _ session: inout BridgeSession,
    _ stream: inout BridgeStandardStream
  ) throws {
    session.receive(item, shell: &stream)
    switch stream.failure {
    case .readerGone: throw ExitCode.success
    case .writing: throw ExitCode.cannotWrite
    case .reading, nil: break
    }
  }
}
