import CellGrid
import Foundation
import JSONText
import ProgramSupport
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
    let name = "/dnp-report-default-20251115T054230Z.json"
    #expect(program.shows("run summary written:") && program.shows(name))
    try program.type("x")
    #expect(
      program.files == [
        "dnp-report-default-20251115T054230Z-2.json", "dnp-report-default-20251115T054230Z.json",
      ])
    let data = try Data(contentsOf: program.folder.appending(path: program.files[1]))
    let summary = try JSONParser.parse(Array(data))
    #expect(summary["outcome"] == "notJudged")
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

  @Test("an existing file is replaced only with consent, keeps its mode, and links are followed")
  func replaced() throws {
    let program = try ConsoleProgram()
    let file = program.folder.appending(path: "kept.json")
    func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
    try Data("mine".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let link = program.folder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "kept.json")
    let ahead = program.folder.appending(path: "ahead.json")
    try FileManager.default.createSymbolicLink(
      atPath: ahead.path, withDestinationPath: "new.json")

    try program.type("c:export link.json\n")
    #expect(program.shows("link.json exists."))
    try program.type("n")
    #expect(try text() == "mine")
    try program.type(":export link.json\n")
    try program.type("y")
    #expect(program.shows("run summary written"))
    #expect(try text().contains("\"scenarios\""))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    try Data("mine".utf8).write(to: file)
    try program.type(":export! kept.json\n")
    #expect(try text().contains("\"scenarios\""))

    try program.type(":saveScenario ahead.json\n")
    #expect(program.files.contains("new.json"))
    for link in [link, ahead] {
      let attributes = try FileManager.default.attributesOfItem(atPath: link.path)
      #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
    }
    // The same without a screen, where nobody can be asked.
    try Data("mine".utf8).write(to: file)
    let run = try ProgramRun(
      ["--plain"], input: "export kept.json\n", folder: program.folder)
    #expect(run.code == 73 && run.error.contains("'export! kept.json' replaces it"))
    #expect(try text() == "mine")
    let forced = try ProgramRun(
      ["--plain"], input: "export! kept.json\n", folder: program.folder)
    #expect(forced.code == 0)
    #expect(try text().contains("\"scenarios\""))
  }

  @Test("a line of any length is typed at once, and Ctrl-C overtakes it, in a paste too")
  func longLines() throws {
    for start in [[PressedKey.character(":")], [.character(":"), .pasteBegin]] {
      let program = try ConsoleProgram()
      let text = PressedKey.typing(String(repeating: "a b", count: 1_300))
      try program.driven.press(start + text)
      try program.driven.settle(timeout: .seconds(10))
      #expect(program.shows("a ba b"))
      try program.driven.press(text + text + [.control("c")])
      try program.expectEnd(.exited(130))
    }
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
    #expect(program.screen.stringCount == 0)
  }
}
