import Foundation

/// One run of the built program: its exit code and what it wrote.
struct ProgramRun {
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

  /// Runs `dnp` with arguments in the project's root; `output` may be a file instead of a pipe.
  init(_ arguments: [String], input: String = "", output file: FileHandle? = nil) throws {
    let path =
      ProcessInfo.processInfo.environment["DNP_RELEASE_BINARY"]
      ?? ProgramRun.root.appending(path: ".build/release/dnp").path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NoProgram(path: path) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = ProgramRun.root
    process.environment = ["LC_ALL": "C.UTF-8"]
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = file ?? outputPipe
    process.standardError = errorPipe
    try process.run()
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inputPipe.fileHandleForWriting.close()
    // Standard error holds less than a pipe, so the order of reading is free.
    output = file == nil ? ProgramRun.text(outputPipe) : ""
    error = ProgramRun.text(errorPipe)
    process.waitUntilExit()
    code = process.terminationStatus
  }

  private static func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}

/// A folder that is removed when the test is over.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "dnp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }
}
