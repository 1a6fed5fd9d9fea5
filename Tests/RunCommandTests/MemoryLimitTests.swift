import Foundation
import JSONText
import ProgramSupport
import Testing

/// Runs the program with little memory on what would take gigabytes.
@Suite("Limits of memory")
struct MemoryLimitTests {
  /// Eight variables of which each holds the one before ten times: ten gigabytes.
  private static let bomb =
    "name: a\nvars:\n  V0: '\(String(repeating: "x", count: 100))'\n"
    + (1...8).map { level in
      "  V\(level): '\(String(repeating: "${V\(level - 1)}", count: 10))'\n"
    }.joined() + "steps:\n  - press: Check Permissions\n    label: '${V8}'\n"

  /// The exit code and the output of a program that may have 1.5 GB of addresses.
  private func run(_ arguments: [String], input: String = "") throws -> (code: Int32, text: String)
  {
    let process = try ProgramRun.process(arguments)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", #"ulimit -v 1500000; exec "$0" "$@""#, ProgramRun.path] + arguments
    let (output, error, feed) = (Pipe(), Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, error)
    process.standardInput = feed
    try process.run()
    try feed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try feed.fileHandleForWriting.close()
    let texts = [output, error].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    let isSignalled = process.terminationReason == .uncaughtSignal
    let status = process.terminationStatus
    return (isSignalled ? -status : status, texts.joined())
  }

  @Test(
    "hold for variables that hold one another", .timeLimit(.minutes(1)),
    arguments: ["run", "lint"])
  func variables(command: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bomb.yaml", MemoryLimitTests.bomb)
    let run = try run([command, path])
    #expect(run.code == 65)
    #expect(run.text.contains("bomb.yaml:6:7: "), "\(run.text.prefix(300))")
    #expect(run.text.contains("this value has more than 65536 bytes; put shorter values in"))
  }

  @Test("hold over the bridge, which answers and lives on", .timeLimit(.minutes(1)))
  func bridge() throws {
    let requests: [JSONValue] = [
      [
        "jsonrpc": "2.0", "id": 1, "method": "scenario.run",
        "params": ["yaml": .string(MemoryLimitTests.bomb)],
      ],
      ["jsonrpc": "2.0", "id": 2, "method": "state.get", "params": ["path": "/clocks/zone"]],
    ]
    let run = try run(
      ["bridge"], input: requests.map { $0.canonicalText + "\n" }.joined())
    #expect(run.code == 0)
    #expect(run.text.contains(#""id":1,"error":{"code":-32602"#))
    #expect(run.text.contains(#""id":2,"result":"UTC""#))
  }
}
