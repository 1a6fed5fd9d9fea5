import CellGrid
import Foundation
import JSONText
import ProjectFiles
import TerminalDriver
import Testing

@Suite("First run on a real terminal")
struct FirstRunWalkTests {
  @Test("the keys that the README lists give the screen that it shows")
  func readme() throws {
    let readme = try ProjectFile.text("README.md")
    let program = try ConsoleProgram()
    for key in ["c", "r", "y", "s"] { try program.type(key) }
    let expected = readme.split(separator: "```\n").map(String.init).first {
      $0.contains("TEST BUILD  iOS 17.0")
    }
    // The screen in the README was taken with the clock running.
    let wanted = try #require(expected).replacing("        15 Nov 05:42:30 UTC ▶ ×1", with: "")
    let shown = program.screen.text.replacing("       15 Nov 05:42:30 UTC paused", with: "")
    #expect(shown + "\n" == wanted.replacing(" · foreground \n", with: " · foreground\n"))
    try program.driven.type("q")
    try program.expectEnd(.exited(0))
  }

  @Test("each press of x writes a summary and never overwrites another one")
  func export() throws {
    let program = try ConsoleProgram()
    for key in ["c", "r", "y", "s", "x"] { try program.type(key) }
    #expect(program.shows("run summary written: dnp-report-default-20251115T054230Z.json"))
    try program.type("x")
    #expect(
      program.files == [
        "dnp-report-default-20251115T054230Z-2.json", "dnp-report-default-20251115T054230Z.json",
      ])
    let data = try Data(contentsOf: program.folder.appending(path: program.files[1]))
    let summary = try JSONParser.parse(Array(data))
    #expect(summary["outcome"] == "passed")
    let steps = try #require(summary["scenarios"]?[0]?["steps"]?.arrayValue)
    #expect(
      steps.map { $0["title"]?.stringValue } == [
        "Check Plugin Status", "Request Permissions", "Allow", "Schedule Test Notification",
      ])
    #expect(summary["scenarios"]?[0]?["logLines"] == 8)
  }

  @Test("a failed export says why on the screen, and the console goes on")
  func failedExport() throws {
    let program = try ConsoleProgram()
    try program.type("c:export nowhere/a.json\n")
    #expect(program.shows("nowhere/a.json: the file cannot be written"))
    try program.type("r")
    #expect(program.shows("Would Like to"))
    #expect(program.files.isEmpty)
  }

  @Test("with a running clock the header changes by itself, and time passes on the phone")
  func ticking() throws {
    let program = try ConsoleProgram([])
    try program.driven.terminal.wait(forText: "05:42:32 UTC")
    try program.type("+")
    try program.driven.terminal.wait(forText: "05:43:")
    try program.driven.type("Q")
    try program.expectEnd(.exited(0))
  }

  @Test("each frame is one synchronized update, with no sequence unknown to terminals")
  func synchronized() throws {
    let program = try ConsoleProgram()
    let before = program.screen.synchronizedUpdateCount
    try program.type("c")
    #expect(program.screen.synchronizedUpdateCount == before + 1)
    #expect(program.screen.unknownSequences.isEmpty)
    #expect(program.screen.systemCommands.isEmpty)
  }
}
