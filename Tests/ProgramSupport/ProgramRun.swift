public import Foundation
public import ProjectFiles

/// A finished run of a program: its exit code and its output.
public struct ProgramRun {
  public let code: Int32
  public let output: String
  public let error: String

  /// The program under test: `DNP_PROGRAM`, or the debug build of this project.
  public static var path: String {
    ProcessInfo.processInfo.environment["DNP_PROGRAM"]
      ?? ProjectFile.root.appending(path: ".build/debug/dnp").path
  }

  /// The `dnp-net` that is to be started: `DNP_NET`, or the one beside the program under test.
  public static var network: String {
    ProcessInfo.processInfo.environment["DNP_NET"]
      ?? URL(filePath: path).deletingLastPathComponent().appending(path: "dnp-net").path
  }

  /// The reason why there is nothing to run.
  struct NoProgram: Error, CustomStringConvertible {
    let path: String
    var description: String { "there is no program at \(path); run `.ci/build debug dnp`" }
  }

  /// `dnp` with arguments in a folder, ready to run.
  public static func process(
    _ arguments: [String], environment: [String: String] = [:], folder: URL = ProjectFile.root
  ) throws -> Process {
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NoProgram(path: path) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = ["LC_ALL": "C.UTF-8", "PATH": searchPath].merging(environment) { $1 }
    return process
  }

  /// Runs `dnp` with arguments in a folder; `output` may be a file in place of a pipe.
  ///
  /// The input has to fit into a pipe's buffer.
  public init(
    _ arguments: [String], input: [UInt8] = [], output file: FileHandle? = nil,
    environment: [String: String] = [:], folder: URL = ProjectFile.root
  ) throws {
    let process = try ProgramRun.process(arguments, environment: environment, folder: folder)
    try self.init(process, input, file)
  }

  /// Runs `dnp` with a string as its input.
  public init(
    _ arguments: [String], input: String, environment: [String: String] = [:],
    folder: URL = ProjectFile.root
  ) throws {
    try self.init(
      arguments, input: Array(input.utf8), environment: environment, folder: folder)
  }

  /// Runs a shell command in a folder, with `$DNP` as the program's path.
  public init(
    shell line: String, environment: [String: String] = [:], folder: URL = ProjectFile.root
  ) throws {
    let process = try ProgramRun.process(
      ["-c", line], environment: ["DNP": ProgramRun.path].merging(environment) { $1 },
      folder: folder)
    process.executableURL = URL(filePath: "/bin/sh")
    try self.init(process, [], nil)
  }

  /// Runs another program, by path or found in `PATH`, in the environment of the tests.
  public init(of program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = ProjectFile.root
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
    // Both at a time: a program that fills the pipe that nobody reads yet would wait for ever.
    let errorReader = ErrorReader(errorPipe)
    output = file == nil ? ProgramRun.text(outputPipe) : ""
    error = errorReader.finish()
    process.waitUntilExit()
    code = process.terminationStatus
  }

  private static func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}

/// Reads a pipe to its end on a thread of its own.
private final class ErrorReader: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  // Written before the semaphore is signalled, read after.
  private var data = Data()

  init(_ pipe: Pipe) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      data = handle.readDataToEndOfFile()
      isDone.signal()
    }
  }

  /// What was read; waits for the end.
  func finish() -> String {
    isDone.wait()
    return String(decoding: data, as: UTF8.self)
  }
}
