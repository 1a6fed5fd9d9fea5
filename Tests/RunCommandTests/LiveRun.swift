import Foundation
import ProgramSupport

/// A run of the program that goes on while the test looks at it.
final class LiveRun {
  private let process: Process
  private let outputPipe = Pipe()
  private let errorPipe = Pipe()
  private(set) var output = ""
  private(set) var error = ""

  /// Starts `dnp`.
  init(_ arguments: [String]) throws {
    process = try ProgramRun.process(arguments)
    process.environment = ["LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Reads standard output until a text has come so often; false when it ends before.
  func waitForOutput(_ text: String, times: Int = 1) -> Bool {
    wait(outputPipe, &output, text, times)
  }

  /// Reads standard error until a text has come so often; false when it ends before.
  func waitForError(_ text: String, times: Int = 1) -> Bool {
    wait(errorPipe, &error, text, times)
  }

  /// Sends a signal, waits for the end and returns the exit code; -n when signal n ended it.
  func end(signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    output += String(decoding: outputPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    error += String(decoding: errorPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let isSignalled = process.terminationReason == .uncaughtSignal
    return isSignalled ? -process.terminationStatus : process.terminationStatus
  }

  private func wait(_ pipe: Pipe, _ text: inout String, _ wanted: String, _ times: Int) -> Bool {
    while text.components(separatedBy: wanted).count <= times {
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { return false }
      text += String(decoding: data, as: UTF8.self)
    }
    return true
  }
}
