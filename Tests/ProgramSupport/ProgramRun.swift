public import Foundation

/// One run of the built program: its exit code and what it wrote.
public struct ProgramRun {
  public let code: Int32
  public let output: String
  public let error: String

  /// The project's root, found from the place of this file.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The program under test.
  public static var path: String {
    ProcessInfo.processInfo.environment["DNP_RELEASE_BINARY"]
      ?? root.appending(path: ".build/release/dnp").path
  }

  /// Why there is nothing to run.
  struct NoProgram: Error, CustomStringConvertible {
    let path: String
    var description: String { "there is no program at \(path); run `make build` first" }
  }

  /// `dnp` with arguments in a folder, ready to be run.
  public static func process(_ arguments: [String], folder: URL = root) throws -> Process {
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NoProgram(path: path) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment([:])
    return process
  }

  /// Runs `dnp` with arguments in a folder; `output` may be a file instead of a pipe that is read.
  ///
  /// The input has to fit a pipe.
  public init(
    _ arguments: [String], input: [UInt8] = [], output file: FileHandle? = nil,
    environment: [String: String] = [:], folder: URL = root
  ) throws {
    let process = try ProgramRun.process(arguments, folder: folder)
    process.environment = ProgramRun.environment(environment)
    try self.init(process, input, file)
  }

  /// Runs `dnp` with a text as its input.
  public init(_ arguments: [String], input: String) throws {
    try self.init(arguments, input: Array(input.utf8))
  }

  /// Runs a line of the shell in the project's root, in which `$DNP` is the program.
  public init(shell line: String) throws {
    let process = try ProgramRun.process(["-c", line])
    process.executableURL = URL(filePath: "/bin/sh")
    process.environment = ProgramRun.environment(["DNP": ProgramRun.path])
    try self.init(process, [], nil)
  }

  /// Runs another program, found in `PATH`, in the environment of the tests.
  public init(of program: String, _ arguments: [String], folder: URL = root) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    try self.init(process, [], nil)
  }

  private init(_ process: Process, _ input: [UInt8], _ file: FileHandle?) throws {
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = file ?? outputPipe
    process.standardError = errorPipe
    try process.run()
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(input))
    try inputPipe.fileHandleForWriting.close()
    // Standard error holds less than a pipe does, so the order of reading is free.
    output = file == nil ? ProgramRun.text(outputPipe) : ""
    error = ProgramRun.text(errorPipe)
    process.waitUntilExit()
    code = process.terminationStatus
  }

  private static func environment(_ own: [String: String]) -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return ["LC_ALL": "C.UTF-8", "PATH": path].merging(own) { $1 }
  }

  private static func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
