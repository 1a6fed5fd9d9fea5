import Foundation
import JSONText
import ProgramSupport
import ProjectFiles
import Testing

@Suite("dnp diff")
struct DiffCommandTests {
  private static let happyPath = "assets/scenarios/first-run/happy-path.yaml"
  private static let taskMiss = "assets/scenarios/first-run/task-miss.yaml"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func scenario(_ name: String, _ steps: String..., header: String = "") throws -> String {
    let start = [
      "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
    ]
    let list = (start + steps).map { "  - \($0)\n" }.joined()
    return try folder.write(name, "name: a\n\(header)steps:\n\(list)")
  }

  private func summary(_ name: String, of scenario: String) throws -> String {
    let path = folder.path(name)
    _ = try ProgramRun(["run", "--quiet", scenario, "--report", "json=\(path)"])
    return path
  }

  @Test("ends with 0 for two runs of one scenario, and prints their hash")
  func equal() throws {
    let run = try ProgramRun(["diff", DiffCommandTests.taskMiss, DiffCommandTests.taskMiss])
    #expect(run.code == 0 && run.error == "")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0] == "A  \(DiffCommandTests.taskMiss)")
    #expect(lines[2].hasPrefix("equal: ") && lines[2].contains(" records, trace hash "))
    let report = try summary("a.json", of: DiffCommandTests.taskMiss)
    let document = try JSONParser.parse(
      [UInt8](try Data(contentsOf: URL(filePath: report))))
    let hash = try #require(document["scenarios"]?[0]?["traceHash"]?.stringValue)
    #expect(lines[2].hasSuffix(hash))
  }

  @Test("shows index, place, records, fields and context of the first difference, and ends with 1")
  func different() throws {
    let a = try scenario("a.yaml", "device: background", "device: {setPermission: denied}")
    let b = try scenario("b.yaml", "device: background", "device: {setPermission: provisional}")
    let run = try ProgramRun(["diff", a, b])
    #expect(run.code == 1 && run.error == "")
    let lines = run.output.split(separator: "\n").dropFirst(2).map(String.init)
    let head = try #require(lines.first)
    let number = try #require(head.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    #expect(head == "record \(number) differs")
    #expect(lines.dropFirst().prefix(3).allSatisfy { $0.hasPrefix("   05:42:30.000 #") })
    #expect(
      lines.suffix(7) == [
        "A  05:42:30.000 #\(number) command verb=setPermission argument=denied",
        "B  05:42:30.000 #\(number) command verb=setPermission argument=provisional",
        "   A at 2025-11-15T05:42:30Z, 0 ms into the run",
        "   B at 2025-11-15T05:42:30Z, 0 ms into the run", "   fields.argument", "     A  denied",
        "     B  provisional",
      ])
  }

  @Test("says that one run is the beginning of the other, and why it ended")
  func prefix() throws {
    let a = try scenario("a.yaml", "device: background")
    let b = try scenario("b.yaml", "expect: {pending: 1}")
    let run = try ProgramRun(["diff", a, b])
    #expect(run.code == 1)
    #expect(run.output.contains("\nB is the beginning of A: it ends after "))
    #expect(
      run.output.contains("\nB ended early, failed: step 4 'expect pending': expected 1 pending, "))
  }

  @Test("after different configurations continues to their first effect; a seed overrides both")
  func configurations() throws {
    let a = try scenario("a.yaml", "device: background", "advance: 1d", header: "seed: 1\n")
    let b = try scenario("b.yaml", "device: background", "advance: 1d", header: "seed: 2\n")
    let run = try ProgramRun(["diff", a, b])
    #expect(run.code == 1)
    #expect(run.output.contains("record 0 differs: the configurations of the runs\n"))
    #expect(run.output.contains("   fields.seed\n     A  1\n     B  2\nrecord "))
    #expect(try ProgramRun(["diff", "--seed", "5", a, b]).code == 0)
    let c = try scenario("c.yaml", header: "seed: 2\n")
    let same = try ProgramRun(["diff", try scenario("d.yaml", header: "seed: 1\n"), c])
    #expect(same.code == 1)
    #expect(same.output.contains(" records after it are equal\n"))
  }

  @Test("writes a difference as JSON")
  func json() throws {
    let a = try scenario("a.yaml", "device: background")
    let b = try scenario("b.yaml", "device: swipeAway")
    let run = try ProgramRun(["diff", "--format", "json", a, b])
    #expect(run.code == 1)
    let value = try JSONParser.parse(run.output)
    #expect(value["compared"] == "records" && value["isEqual"] == false)
    let difference = try #require(value["differences"]?[0])
    #expect(difference["record"] == value["equalRecords"])
    #expect(difference["a"]?["fields"]?["verb"] == "background")
    #expect(difference["b"]?["fields"]?["verb"] == "swipeAway")
    #expect(
      difference["fields"] == [["name": "fields.verb", "a": "background", "b": "swipeAway"]])
    #expect(difference["before"]?.arrayValue?.count == 3)
    #expect(value["endOfA"] == JSONValue.null)
  }

  @Test("compares summaries without the host's clock and the files' names")
  func summaries() throws {
    let copy = folder.path("copy.yaml")
    try FileManager.default.copyItem(
      at: ProjectFile.url(DiffCommandTests.taskMiss), to: URL(filePath: copy))
    let a = try summary("a.json", of: DiffCommandTests.taskMiss)
    let b = try summary("b.json", of: copy)
    let equal = try ProgramRun(["diff", a, b])
    #expect(equal.code == 0)
    #expect(equal.output == "A  \(a)\nB  \(b)\nequal\n")
    let c = try summary("c.json", of: DiffCommandTests.happyPath)
    let run = try ProgramRun(["diff", a, c])
    #expect(run.code == 1)
    #expect(run.output.contains(" values differ, the first one at /counts/steps/passed"))
    let json = try JSONParser.parse(try ProgramRun(["diff", "--format", "json", a, c]).output)
    #expect(json["compared"] == "summaries" && json["isEqual"] == false)
    #expect(json["first"]?["pointer"] == "/counts/steps/passed")
    let text = String(decoding: try Data(contentsOf: URL(filePath: a)), as: UTF8.self)
    #expect(try ProgramRun(["diff", "-", b], input: text).code == 0)
  }

  @Test("refuses what it cannot compare, with the exit code for the reason")
  func refusals() throws {
    let scenario = DiffCommandTests.happyPath
    let summary = try summary("a.json", of: scenario)
    let noSummary = try folder.write("no.json", "{\"a\":1}")
    let broken = try folder.write("broken.json", "{\"a\":\n1")
    let other = try folder.write("v2.json", "{\"schemaVersion\":2,\"scenarios\":[]}")
    let typo = try folder.write("typo.yaml", "name: a\nsteps:\n  - pres: x\n")
    let cases: [([String], Int32, String)] = [
      ([scenario, summary], 64, "is a scenario and \(summary) a run summary; give two of a kind"),
      ([summary, scenario], 64, "is a scenario and \(summary) a run summary; give two of a kind"),
      (["--seed", "1", summary, summary], 64, "--seed: summaries are not run; leave it out"),
      (["-", "-"], 64, "stdin can be read once; name a file for one of the two"),
      ([scenario], 64, "Missing expected argument '<b>'"),
      (["--format", "xml", scenario, scenario], 64, "Please provide one of 'text' and 'json'"),
      ([summary, noSummary], 65, "no.json: this is no run summary; give what"),
      ([summary, broken], 65, "broken.json: line 2, column 2: expected"),
      ([summary, other], 65, "v2.json: schema version 2, and this dnp reads 1; "),
      ([scenario, typo], 65, "typo.yaml:3:5: there is no step 'pres'; did you mean 'press'?"),
      ([scenario, "no-such.yaml"], 66, "no-such.yaml: there is no such file; "),
      ([scenario, folder.url.path], 66, "this is a folder; name one file"),
    ]
    for (arguments, code, text) in cases {
      let run = try ProgramRun(["diff"] + arguments)
      #expect(run.code == code, "\(arguments)")
      #expect(run.error.contains(text), "\(run.error)")
      #expect(run.output == "")
    }
  }

  @Test("passes no control characters of a file to the terminal")
  func controls() throws {
    let titles = ["\\u{1B}[31mred", "plain"].map {
      "call: {scheduleDailyNotification: {time: '05:53', title: \"\($0)\"}}"
        .replacing("\\u{1B}", with: "\\e")
    }
    let a = try scenario("a.yaml", titles[0], "advance: 1d")
    let b = try scenario("b.yaml", titles[1], "advance: 1d")
    let run = try ProgramRun(["diff", a, b])
    #expect(run.code == 1)
    #expect(!run.output.unicodeScalars.contains("\u{1B}"))
    let why = try ProgramRun(["why", "2025-11-15", "--scenario", a])
    #expect(why.output.contains("\\u{1B}[31mred"))
    #expect(!why.output.unicodeScalars.contains("\u{1B}"))
  }

  @Test(
    "ends with 73 when standard output is full, and says so",
    // macOS has no such device.
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      ["diff", happyPath, happyPath], ["why", "2025-11-15", "--scenario", happyPath],
    ])
  func fullOutput(arguments: [String]) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try ProgramRun(arguments, output: full)
    #expect(run.code == 73)
    #expect(run.error.contains("standard output cannot be written"))
  }
}
