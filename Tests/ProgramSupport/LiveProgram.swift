import Foundation

/// `dnp` while it runs, with pipes at its ends.
///
/// Reading waits for as long as the program writes nothing; a program that is still running when
/// the test lets go of it is terminated.
public final class LiveProgram {
  private let process: Process
  private let inputPipe = Pipe()
  private let outputPipe = Pipe()
  private let errorPipe = Pipe()
  /// What was read of its standard output and has not been taken yet.
  private var held: [UInt8] = []
  /// What was read of its standard error.
  public private(set) var error = ""

  /// Starts `dnp`; throws when it has not been built.
  public init(_ arguments: [String]) throws {
    // Writing to a program that has ended is an error, not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    process = try ProgramRun.process(arguments)
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  public func write(_ text: String) throws {
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  public func closeInput() throws { try inputPipe.fileHandleForWriting.close() }

  /// Stops reading, as a program further down the pipe does that has ended.
  public func closeOutput() throws { try outputPipe.fileHandleForReading.close() }

  /// The next line of its output, without the line feed; nil when it ends before or within one.
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

  /// Its output from here to the end.
  public func rest() -> [UInt8] {
    defer { held = [] }
    return held + outputPipe.fileHandleForReading.readDataToEndOfFile()
  }

  /// Reads its output until a string has appeared so many times; false when it ends before.
  public func waitForOutput(_ wanted: String, times: Int = 1) -> Bool {
    while count(wanted, in: String(decoding: held, as: UTF8.self)) < times {
      let more = outputPipe.fileHandleForReading.availableData
      guard !more.isEmpty else { return false }
      held += more
    }
    return true
  }

  /// Reads standard error until a string has appeared so many times; false when it ends before.
  public func waitForError(_ wanted: String, times: Int = 1) -> Bool {
    while count(wanted, in: error) < times {
      let more = errorPipe.fileHandleForReading.availableData
      guard !more.isEmpty else { return false }
      error += String(decoding: more, as: UTF8.self)
    }
    return true
  }

  public func send(signal: Int32) { kill(process.processIdentifier, signal) }

  /// Everything it wrote to standard error, once it has ended.
  public func errorText() -> String {
    error += String(decoding: errorPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return error
  }

  /// Its exit code, once it has ended; -n when signal n ended it.
  public func exitCode() -> Int32 {
    process.waitUntilExit()
    let isSignalled = process.terminationReason == .uncaughtSignal
    return isSignalled ? -process.terminationStatus : process.terminationStatus
  }

  private func count(_ wanted: String, in text: String) -> Int {
    text.components(separatedBy: wanted).count - 1
  }
}
