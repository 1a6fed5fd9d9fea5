import Foundation

/// A running `dnp` with pipes at its ends.
///
/// Reading blocks while the program writes nothing; a program that is still running when its
/// object is released is terminated.
public final class LiveProgram {
  private let process: Process
  private let inputPipe = Pipe()
  private let outputPipe = Pipe()
  private let errorPipe = Pipe()
  /// Standard output that was read and not consumed yet.
  private var held: [UInt8] = []
  /// Standard error that was read.
  public private(set) var error = ""

  /// Starts `dnp`; throws when it has not been built.
  public init(_ arguments: [String], environment: [String: String] = [:]) throws {
    // Writing to a program that has ended must be an error and not end the tests.
    signal(SIGPIPE, SIG_IGN)
    process = try ProgramRun.process(arguments, environment: environment)
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// The number of its process.
  public var processID: Int32 { process.processIdentifier }

  public func write(_ text: String) throws {
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  public func closeInput() throws { try inputPipe.fileHandleForWriting.close() }

  /// Stops reading, like a reader down the pipe that has ended.
  public func closeOutput() throws { try outputPipe.fileHandleForReading.close() }

  /// The next line of its output, without the line feed; nil if the output ends before the line.
  public func line() -> [UInt8]? {
    while true {
      if let end = held.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(held[..<end])
        held.removeSubrange(...end)
        return line
      }
      let more = outputPipe.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      held += more
    }
  }

  /// The rest of its output, up to the end.
  public func rest() -> [UInt8] {
    defer { held = [] }
    return held + outputPipe.fileHandleForReading.readDataToEndOfFile()
  }

  /// Reads output until a string has occurred a number of times; false if the output ends before.
  public func waitForOutput(_ wanted: String, times: Int = 1) -> Bool {
    while count(wanted, in: String(decoding: held, as: UTF8.self)) < times {
      let more = outputPipe.fileHandleForReading.availableData
      guard !more.isEmpty else { return false }
      held += more
    }
    return true
  }

  /// Reads standard error until a string has occurred so many times; false if it ends before.
  public func waitForError(_ wanted: String, times: Int = 1) -> Bool {
    while count(wanted, in: error) < times {
      let more = errorPipe.fileHandleForReading.availableData
      guard !more.isEmpty else { return false }
      error += String(decoding: more, as: UTF8.self)
    }
    return true
  }

  public func send(signal: Int32) { kill(process.processIdentifier, signal) }

  /// Everything that it wrote to standard error; waits for its end.
  public func errorText() -> String {
    error += String(decoding: errorPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return error
  }

  /// Its exit code, or -n when signal n ended it; waits for its end.
  public func exitCode() -> Int32 {
    process.waitUntilExit()
    let isSignalled = process.terminationReason == .uncaughtSignal
    return isSignalled ? -process.terminationStatus : process.terminationStatus
  }

  private func count(_ wanted: String, in text: String) -> Int {
    text.components(separatedBy: wanted).count - 1
  }
}
