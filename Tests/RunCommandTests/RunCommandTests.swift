import DeviceModel
import Foundation
import JSONText
import ProgramSupport
import Scenarios
import Testing

private let happyPath = "assets/scenarios/first-run/happy-path.yaml"

@Suite("dnp run")
struct RunCommandTests {
  private static let good = "name: a\nsteps: [call: configure]"
  private static let lines = """
    [DNP-PLUGIN] configure() called
    [DNP-PLUGIN] status = ready
    [DNP-PLUGIN] requestPermissions() → granted
    [DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:53:00Z
    [DNP-FETCH] Scheduling prefetch for notification at 2025-11-15T05:53:00Z
    [DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T05:48:00Z)
    [DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:53:00Z
    [DNP-STORAGE] Persisted schedule to DB (id=daily, type=DAILY, time=05:53, \
    next=2025-11-15T05:53:00Z)

    """

  @Test("the happy path prints the eight lines to stdout, whatever the locale")
  func eightLines() throws {
    for locale in ["C", "C.UTF-8"] {
      let run = try ProgramRun(
        ["run", happyPath], environment: ["LC_ALL": locale])
      #expect(run.code == 0)
      #expect(run.output == RunCommandTests.lines)
      let mark = locale == "C" ? "ok happy-path (" : "✓ ok happy-path ("
      #expect(run.error.hasPrefix(mark), "\(run.error)")
    }
  }

  @Test("of many scenarios that fail the first 50 are explained, and all are listed")
  func manyFailures() throws {
    let folder = try TemporaryFolder()
    for number in 101...160 {
      _ = try folder.write(
        "f\(number).yaml", "name: f\(number)\nsteps: [call: configure, expect: {pending: 1}]")
    }
    let run = try ProgramRun(["run", folder.url.path])
    #expect(run.code == 1)
    #expect(run.output.matches(of: #/f1\d\d +2 steps/#).count == 60)
    #expect(run.error.matches(of: #/expected +1 pending/#).count == 50)
    #expect(
      run.error.contains("60 scenarios did not pass; those after the first 50 are only listed"))
    let quiet = try ProgramRun(["run", "--quiet", folder.url.path])
    #expect(quiet.error.matches(of: #/FAILED f1\d\d /#).count == 60)
  }

  @Test("--quiet prints nothing about passed scenarios")
  func quiet() throws {
    let run = try ProgramRun(["run", "--quiet", happyPath])
    #expect(run.code == 0)
    #expect(run.output + run.error == "")
  }

  @Test("a folder gives a table of verdicts")
  func folder() throws {
    let run = try ProgramRun(["run", "assets/scenarios/first-run"])
    #expect(run.code == 0, "\(run.error)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "first-run")
    let count = lines.count - 2
    #expect(lines.dropFirst().prefix(count).allSatisfy { $0.hasPrefix("  ✓ ok ") })
    #expect(lines.last?.hasPrefix("\(count) scenarios: \(count) passed, 0 failed · ") == true)
    #expect(try ProgramRun(["run", "--log", "assets/scenarios"]).output.contains("[DNP-PLUGIN] "))
  }

  @Test("reads stdin")
  func standardInput() throws {
    let run = try ProgramRun(["run", "-"], input: RunCommandTests.good)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.hasPrefix("[DNP-PLUGIN] configure() called\n"))
  }

  @Test("a typo, a binary file and an empty one are bad files: 65, with place and remedy")
  func badFiles() throws {
    let folder = try TemporaryFolder()
    let typo = try folder.write("typo.yaml", "name: a\nsteps:\n  - pres: Check Plugin Status\n")
    let binary = try folder.write("binary.yaml", [0x7F, 0x45, 0x4C, 0x46, 0x00, 0x01])
    let empty = try folder.write("empty.yaml", "")
    for (path, text) in [
      (typo, ":3:5: there is no step 'pres'; did you mean 'press'?"),
      (binary, ":1:5: a NUL byte: this is a binary file; "), (empty, ":1:1: the file is empty; "),
    ] {
      let run = try ProgramRun(["run", path])
      #expect(run.code == 65)
      #expect(run.error.hasPrefix(path + text), "\(run.error)")
      #expect(run.output.isEmpty)
    }
    let all = try ProgramRun(["run", folder.url.path])
    #expect(all.code == 65)
    #expect(all.error.split(separator: "\n").count == 3)
  }

  @Test("an empty path is missing input, also of the console: 66; it is said what it may be")
  func emptyPath() throws {
    let run = try ProgramRun(["run", ""])
    #expect(run.code == 66)
    #expect(run.error.hasPrefix("an empty path names no file; is a variable"))
    let console = try ProgramRun(["--plain", "--scenarios", "no-such"])
    #expect(console.code == 66)
    #expect(console.error.hasPrefix("no-such: there is no such file; "))
    #expect(console.output == "")
  }

  @Test("a file of another kind costs one line, which has nothing of its content")
  func otherFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("accounts", "root:*:1:\nsystem:*:2:\nother:x:3:\n")
    let run = try ProgramRun(["run", path])
    #expect(run.code == 65)
    #expect(
      run.error == "\(path):1:1: this is no scenario: none of its 3 keys is one of a header; "
        + "write a mapping with 'name' and 'steps'\n")
  }

  @Test("a missing file and a folder without scenarios are missing input: 66")
  func missingInput() throws {
    let folder = try TemporaryFolder()
    let cases = [("no-such.yaml", "there is no such file; "), (folder.url.path, "no *.yaml")]
    for (path, text) in cases {
      let run = try ProgramRun(["run", path])
      #expect(run.code == 66)
      #expect(run.error.hasPrefix("\(path): \(text)"), "\(run.error)")
    }
  }

  @Test(
    "usage errors: 64, and they list what exists",
    arguments: [
      (["run", "--bogus", happyPath], "--bogus"), (["run"], "paths"),
      (["run", "--report", "pdf=a", happyPath], "openmetrics=PATH"),
      (["run", "--report", "json", happyPath], "json=PATH"),
      (["run", "--report", "json=", happyPath], "json=PATH"),
      (["run", "--seed", "-1", happyPath], "--seed"),
      (["bogus"], "bogus"),
    ] as [([String], String)])
  func usage(arguments: [String], text: String) throws {
    let run = try ProgramRun(arguments)
    #expect(run.code == 64)
    #expect(run.error.contains(text), "\(run.error)")
  }

  @Test("an expectation that does not hold: 1, with the reason on stderr")
  func failed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bad.yaml", "name: bad\nsteps:\n  - expect: {pending: 1}\n")
    let run = try ProgramRun(["run", path])
    #expect(run.code == 1)
    #expect(run.error.hasPrefix("✗ FAILED bad (1 step, "))
    #expect(run.error.contains("  expected  1 pending\n  found     0: []\n"))
    let quiet = try ProgramRun(["run", "--quiet", path, happyPath])
    #expect(quiet.code == 1)
    #expect(quiet.output.isEmpty)
    #expect(quiet.error.contains("FAILED bad"))
  }

  @Test("a run that cannot continue: 2")
  func aborted() throws {
    let folder = try TemporaryFolder()
    let call = "  - call: {scheduleDailyNotification: {time: '05:53', x: 1}}\n"
    let path = try folder.write(
      "many.yaml",
      "name: many\nsteps:\n  - press: Request Permissions\n  - answer: allow\n"
        + String(repeating: call, count: 3_400))
    let run = try ProgramRun(["run", "--quiet", path])
    #expect(run.code == 2)
    #expect(run.error.hasPrefix("✗ ABORTED many"))
  }

  @Test("a report that cannot be written: 73, and nothing is left behind")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let sub = folder.url.appending(path: "report.json")
    try FileManager.default.createDirectory(at: sub, withIntermediateDirectories: true)
    let file = try folder.write("file", "")
    for path in ["\(file)/report.json", sub.path] {
      let run = try ProgramRun(["run", "--report", "json=\(path)", happyPath])
      #expect(run.code == 73)
      #expect(run.error.contains("\(path): the file cannot be written ("), "\(run.error)")
      #expect(run.error.contains("; name a path in a folder that exists and is writable"))
    }
    #expect(folder.names == ["file", "report.json"])
  }

  @Test("a report's folder is made when it is missing")
  func newFolder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a/b/report.json")
    #expect(try ProgramRun(["run", "--report", "json=\(path)", happyPath]).code == 0)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("two reports to one path are a usage error")
  func twoReports() throws {
    let run = try ProgramRun(["run", "--report", "json=a", "--report", "html=a", happyPath])
    #expect(run.code == 64)
    #expect(run.error.contains("two reports go to a"))
  }

  @Test("control characters in a file do not reach the terminal")
  func escapes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml", "name: \"x \\e[31m y\"\nsteps: [{label: \"\\e[2J\", expect: {pending: 1}}]\n")
    for arguments in [["run", path], ["run", "--list", path], ["run", "--dry-run", path]] {
      let run = try ProgramRun(arguments)
      #expect(!(run.output + run.error).contains("\u{1B}"), "\(arguments)")
      #expect((run.output + run.error).contains("x \\u{1B}[31m y"), "\(arguments)")
    }
  }

  @Test("a report replaces the old one completely")
  func report() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("report.json", String(repeating: "old", count: 100_000))
    let run = try ProgramRun(["run", "--report", "json=\(path)", happyPath])
    #expect(run.code == 0)
    let document = try JSONParser.parse([UInt8](try Data(contentsOf: URL(filePath: path))))
    #expect(document["outcome"] == "passed")
    #expect(folder.names == ["report.json"])
  }

  @Test("the same seed gives the same hash in two processes and in this one; another seed does not")
  func hashes() throws {
    let folder = try TemporaryFolder()
    let day = "  - device: background\n  - advance: 23h\n  - device: foreground\n  - advance: 1h\n"
    let yaml =
      "name: month\nsteps:\n  - press: Request Permissions\n  - answer: allow\n"
      + "  - press: Schedule Test Notification\n" + String(repeating: day, count: 60)
    let path = try folder.write("month.yaml", yaml)
    var hashes: [String] = []
    for seed in ["7", "7", "8"] {
      let report = folder.url.appending(path: "report.json")
      let run = try ProgramRun(
        ["run", "--quiet", "--seed", seed, "--report", "json=\(report.path)", path])
      #expect(run.code == 0, "\(run.error)")
      let document = try JSONParser.parse([UInt8](try Data(contentsOf: report)))
      hashes.append(document["scenarios"]?[0]?["traceHash"]?.stringValue ?? "")
    }
    var scenario = try ScenarioFile.parse(yaml, path: path)
    scenario.configuration.seed = 7
    let result = ScenarioRunner.run(scenario)
    #expect(result.recordCount >= 1000)
    #expect(hashes == [result.traceHash, result.traceHash, hashes[2]])
    #expect(hashes[2] != result.traceHash)
  }

  @Test(
    "the command that says why is of the phone's day, and of the run that failed",
    arguments: ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"])
  func why(_ zone: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml",
      """
      name: a
      zone: \(zone)
      start: 2025-11-15T05:42:30Z
      vars: {TIME: "23:30"}
      steps:
        - call: {scheduleDailyNotification: {time: "${TIME}"}}
        - advance: 3m
        - expect: {pending: 0}
      """)
    let run = try ProgramRun(["run", "-e", "TIME=22:30", "--seed", "5", path])
    #expect(run.code == 1)
    let line = run.error.split(separator: "\n").first { $0.contains("to see why: ") }
    let command = try #require(line?.split(separator: "why: dnp ").last)
    #expect(command.hasSuffix(" -e TIME=22:30 --seed 5"), "\(command)")
    let answer = try ProgramRun(shell: "$DNP \(command)")
    #expect([0, 1].contains(answer.code), "\(answer.error)")
  }

  @Test("no command says why where none would explain the same run")
  func noWhy() throws {
    let folder = try TemporaryFolder()
    let steps = "steps: [expect: {pending: 1}]\n"
    let rows = try folder.write("rows.yaml", "name: rows\ndata: [{A: 1}, {A: 2}]\n" + steps)
    let hidden = try folder.write(
      "hidden.yaml", "name: hidden\nvars: {KEY: x}\nredact: [KEY]\n" + steps)
    for run in [
      try ProgramRun(["run", rows]), try ProgramRun(["run", "-"], input: "name: a\n" + steps),
      try ProgramRun(["run", "-e", "KEY=k-12345678", hidden]),
    ] {
      #expect(run.code == 1, "\(run.error)")
      #expect(!run.error.contains("to see why"))
      #expect(!run.error.contains("k-12345678"))
    }
  }

  @Test("the same seed gives the same hash in two processes and in this one on Android too")
  func androidHashes() throws {
    let folder = try TemporaryFolder()
    let day = "  - device: lock\n  - advance: 23h\n  - device: unlock\n  - advance: 1h\n"
    let week = String(repeating: day, count: 7) + "  - device: {reboot: {locked: false}}\n"
    let yaml =
      "name: weeks\nplatform: android\nsteps:\n  - device: {setPermission: granted}\n"
      + "  - device: {setExactAlarm: granted}\n"
      + "  - call: {scheduleDailyNotification: {time: \"08:00\"}}\n"
      + String(repeating: week, count: 10)
    let path = try folder.write("weeks.yaml", yaml)
    var hashes: [String] = []
    for seed in ["7", "7", "8"] {
      let report = folder.url.appending(path: "report.json")
      let run = try ProgramRun(
        ["run", "--quiet", "--seed", seed, "--report", "json=\(report.path)", path])
      #expect(run.code == 0, "\(run.error)")
      let document = try JSONParser.parse([UInt8](try Data(contentsOf: report)))
      hashes.append(document["scenarios"]?[0]?["traceHash"]?.stringValue ?? "")
    }
    var scenario = try ScenarioFile.parse(yaml, path: path)
    scenario.configuration.seed = 7
    let result = ScenarioRunner.run(scenario)
    #expect(result.recordCount >= 1000)
    #expect(hashes[0] == result.traceHash && hashes[1] == result.traceHash)
    #expect(hashes[2] != result.traceHash)
  }
}
