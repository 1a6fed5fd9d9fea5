import Foundation

/// One run of the built program: its exit code and what it wrote.
struct WhenProgram {
  let code: Int32
  let output: String
  let error: String

  /// The project's root, found from the place of this file.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Why there is nothing to run.
  struct NoProgram: Error, CustomStringConvertible {
    let path: String
    var description: String { "there is no program at \(path); run `make build` first" }
  }

  /// Runs `dnp when` with arguments; `output` may be a file instead of a pipe that is read.
  init(
    _ arguments: [String], output file: FileHandle? = nil, environment: [String: String] = [:]
  ) throws {
    let path =
      ProcessInfo.processInfo.environment["DNP_RELEASE_BINARY"]
      ?? WhenProgram.root.appending(path: ".build/release/dnp").path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NoProgram(path: path) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["when"] + arguments
    process.environment = ["LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file ?? outputPipe
    process.standardError = errorPipe
    try process.run()
    // Standard error holds less than a pipe, so the order of reading is free.
    output = file == nil ? WhenProgram.text(outputPipe) : ""
    error = WhenProgram.text(errorPipe)
    process.waitUntilExit()
    code = process.terminationStatus
  }

  private static func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
