import Foundation

/// One run of the built program: its exit code and what it wrote.
struct LogProgram {
  let code: Int32
  let output: String
  let error: String

  /// The project's root, found from the place of this file.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The program under test.
  static var path: String {
    ProcessInfo.processInfo.environment["DNP_RELEASE_BINARY"]
      ?? root.appending(path: ".build/release/dnp").path
  }

  /// Why there is nothing to run.
  struct NoProgram: Error, CustomStringConvertible {
    let path: String
    var description: String { "there is no program at \(path); run `make build` first" }
  }

  /// Runs `dnp validate-logs` with arguments in a folder, the project's by default.
  init(
    _ arguments: [String], input: [UInt8] = [], output file: FileHandle? = nil,
    environment: [String: String] = [:], folder: URL = LogProgram.root
  ) throws {
    try self.init(
      executable: LogProgram.path, ["validate-logs"] + arguments, input: input, output: file,
      environment: environment, folder: folder)
  }

  /// Runs a line of the shell, in which `$DNP` is the program.
  init(shell line: String) throws {
    try self.init(
      executable: "/bin/sh", ["-c", line], input: [], output: nil,
      environment: ["DNP": LogProgram.path], folder: LogProgram.root)
  }

  private init(
    executable: String, _ arguments: [String], input: [UInt8], output file: FileHandle?,
    environment: [String: String], folder: URL
  ) throws {
    guard FileManager.default.isExecutableFile(atPath: LogProgram.path) else {
      throw NoProgram(path: LogProgram.path)
    }
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = ["LC_ALL": "C.UTF-8", "PATH": path].merging(environment) { $1 }
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = file ?? outputPipe
    process.standardError = errorPipe
    try process.run()
    // The inputs of these tests fit a pipe, and standard error holds less than one.
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(input))
    try inputPipe.fileHandleForWriting.close()
    output = file == nil ? LogProgram.text(outputPipe) : ""
    error = LogProgram.text(errorPipe)
    process.waitUntilExit()
    code = process.terminationStatus
  }

  private static func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}

/// The committed logs of the tests of readers.
enum LogFiles {
  static let folder = "Tests/DeviceLogsTests/Fixtures"

  /// The names of all of them.
  static let names: [String] = {
    let path = LogProgram.root.appending(path: folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }()

  static func path(_ name: String) -> String { "\(folder)/\(name)" }
}

/// A folder that is removed when the test is over.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "dnp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, as if that long ago, and returns its path.
  func write(_ name: String, _ bytes: [UInt8], modified: Date? = nil) throws -> String {
    let file = url.appending(path: name)
    try Data(bytes).write(to: file)
    if let modified {
      try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: file.path)
    }
    return file.path
  }
}
