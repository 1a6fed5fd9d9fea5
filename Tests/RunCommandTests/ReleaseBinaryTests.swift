import Foundation
import ProgramSupport
import ProjectFiles
import Testing

@Suite("The release binary")
struct ReleaseBinaryTests {
  @Test("has every transition of the tested zones in the independent fixture")
  func zones() throws {
    let fixture = try ProjectFile.text("Tests/CivilTimeTests/Fixtures/zone-transitions.txt")
    let run = try ProgramRun(["zones"])
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output == fixture)
  }

  @Test("refuses a zone that does not exist, and never treats it as UTC")
  func unknownZone() throws {
    let run = try ProgramRun(["zones", "Atlantis/Capital"])
    #expect(run.code == 64)
    #expect(run.output.isEmpty)
    #expect(run.error.contains("Atlantis/Capital"))
  }

  @Test(
    "ends with 73 when standard output is full, and says so",
    // macOS has no such device.
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [["zones"], ["run", "assets/scenarios"]])
  func fullOutput(arguments: [String]) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let process = try ProgramRun.process(arguments)
    let errors = Pipe()
    process.standardOutput = full
    process.standardError = errors
    try process.run()
    let text = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 73)
    #expect(text.contains("standard output cannot be written"))
  }

  @Test("writes its report and keeps its exit code when the reader of its output has gone")
  func readerGone() throws {
    let folder = try TemporaryFolder()
    let report = folder.url.appending(path: "report.json")
    let process = try ProgramRun.process(
      ["run", "assets/scenarios", "--report", "json=\(report.path)"])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try output.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(FileManager.default.fileExists(atPath: report.path))
  }
}
