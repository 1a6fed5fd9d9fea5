import Foundation
import JSONText
import ProgramSupport
import Testing

@Suite("dnp lint")
struct LintCommandTests {
  @Test("finds everything that is wrong with every file: 65")
  func errors() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml", "name: a\nsed: 1\nsteps:\n  - pres: x\n  - call: nothing\n  - advance: soon\n")
    let other = try folder.write("b.yaml", "steps: [")
    let run = try ProgramRun(["lint", folder.url.path])
    #expect(run.code == 65)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 6)
    #expect(lines[0].hasPrefix("\(path):2:1: error: there is no header key 'sed'; did you mean "))
    #expect(lines[1].hasPrefix("\(path):4:5: error: there is no step 'pres'; did you mean "))
    #expect(lines[2].hasPrefix("\(path):5:11: error: there is no method 'nothing'"))
    #expect(lines[3].hasPrefix("\(path):6:14: error: 'advance' must be a duration"))
    #expect(lines[4].hasPrefix("\(other):2:1: error: this is no YAML"))
    #expect(lines[5] == "2 files: 5 errors, 0 warnings")
  }

  @Test("warns of unused names, of no expectations and of a name used twice")
  func warnings() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a.yaml", "name: twin\nvars: {X: 1}\nsteps: [call: configure]\n")
    _ = try folder.write("b.yaml", "name: twin\nsteps: [expect: {pending: 0}]\n")
    let run = try ProgramRun(["lint", folder.url.path])
    #expect(run.code == 0)
    for text in [
      "a.yaml:2:8: warning: nothing uses the variable 'X'",
      "a.yaml:1:1: warning: this scenario expects nothing",
      "b.yaml:1:1: warning: another scenario is called 'twin'", "2 files: 0 errors, 3 warnings",
    ] {
      #expect(run.output.contains(text), "\(run.output)")
    }
    #expect(try ProgramRun(["lint", "--strict", folder.url.path]).code == 1)
  }

  @Test("warns of options that a call does not have, with the one that was meant")
  func options() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml",
      """
      name: a
      steps:
        - call: {scheduleDailyNotification: {time: "05:53", tilte: Tea}}
        - repeat:
            times: 2
            steps:
              - call: {method: configure, options: {colour: green}}
        - call: {getNotificationStatus: {id: daily}}
          returns: {}
      breaks:
        - {replace: 1, with: {call: {updateSettings: {idd: daily}}}, fails: x}
      """)
    let part = try folder.write("_b.yaml", "steps: [call: {configure: {ttlSecond: 60}}]\n")
    let run = try ProgramRun(["lint", folder.url.path])
    #expect(run.code == 0)
    for text in [
      "\(path):3:55: warning: scheduleDailyNotification has no option 'tilte', the plugin ignores "
        + "it; did you mean 'title'?",
      "\(path):7:47: warning: configure has no option 'colour', the plugin ignores it; its ",
      "\(path):8:36: warning: getNotificationStatus has no option 'id', the plugin ignores it; it "
        + "has none",
      "\(path):11:49: warning: updateSettings has no option 'idd', the plugin ignores it; did you ",
      "\(part):1:28: warning: configure has no option 'ttlSecond', the plugin ignores it; did you ",
    ] {
      #expect(run.output.contains(text), "\(text)\n\(run.output)")
    }
    #expect(try ProgramRun(["lint", "--strict", path]).code == 1)
  }

  @Test("knows the spellings of older hosts: options in 'options', a dual configuration alone")
  func olderSpellings() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml",
      """
      name: a
      steps:
        - call: {scheduleDailyNotification: {options: {time: "09:00", tilte: T}}}
        - call: {scheduleDualNotification: {contentFetch: {schedule: "0 5 * * *"}}}
        - expect: {tasks: 1}
      """)
    let run = try ProgramRun(["lint", path])
    #expect(run.output.contains("\(path):3:65: warning: scheduleDailyNotification has no option"))
    #expect(run.output.contains("1 file: 0 errors, 1 warning"))
  }

  @Test("does not warn of an option that the scenario expects to be passed over")
  func expectedOption() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml",
      """
      name: a
      steps:
        - call: {configure: {colour: green}}
        - expect: {log: "[DNP-PLUGIN] Unknown option ignored (method=configure, key=colour)"}
      """)
    #expect(try ProgramRun(["lint", "--strict", path]).code == 0)
  }

  @Test("has no findings in the shipped scenarios")
  func shipped() throws {
    let run = try ProgramRun(["lint", "--strict", "assets/scenarios"])
    #expect(run.code == 0, "\(run.output)")
  }

  @Test("prints the same as JSON for programs")
  func json() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.yaml", "name: a\nsteps: [pres: x]\n")
    let run = try ProgramRun(["lint", "--format", "json", path])
    #expect(run.code == 65)
    let value = try JSONParser.parse(run.output)
    #expect(value["files"] == 1)
    let finding = value["findings"]?[0]
    #expect(finding?["path"] == .string(path))
    #expect(finding?["line"] == 2 && finding?["column"] == 9)
    #expect(finding?["severity"] == "error")
    #expect(finding?["message"] == "there is no step 'pres'")
  }

  @Test("a missing file is missing input: 66; no file at all is a usage error: 64")
  func input() throws {
    #expect(try ProgramRun(["lint", "no-such.yaml"]).code == 66)
    #expect(try ProgramRun(["lint"]).code == 64)
    #expect(try ProgramRun(["lint", "-e", "x", "a.yaml"]).code == 64)
  }

  @Test("prints SARIF for code scanning")
  func sarif() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a b.yaml", "name: a\nvars: {X: 1}\nsteps: [pres: x]\n")
    let run = try ProgramRun(["lint", "--format", "sarif", path])
    #expect(run.code == 65)
    let log = try JSONParser.parse(run.output)
    #expect(log["version"] == "2.1.0")
    let results = log["runs"]?[0]?["results"]?.arrayValue ?? []
    #expect(results.count == 1)
    #expect(results.first?["level"] == "error")
    let place = results.first?["locations"]?[0]?["physicalLocation"]
    #expect(place?["region"] == ["startLine": 3, "startColumn": 9])
    let uri = place?["artifactLocation"]?["uri"]?.stringValue ?? ""
    #expect(uri.hasSuffix("/a%20b.yaml"))
    // Each result names a rule of the tool.
    let rules = log["runs"]?[0]?["tool"]?["driver"]?["rules"]?.arrayValue ?? []
    #expect(rules.compactMap { $0["id"] }.contains(results.first?["ruleId"] ?? .null))
    let clean = try ProgramRun(["lint", "--format", "sarif", "assets/scenarios/first-run"])
    #expect(try JSONParser.parse(clean.output)["runs"]?[0]?["results"] == [])
  }

  @Test("annotates lines on GitHub, at most ten errors and ten warnings")
  func annotations() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml", "name: a\nsteps:\n" + String(repeating: "  - pres: x\n", count: 12))
    let run = try ProgramRun(["lint", path], environment: ["GITHUB_ACTIONS": "true"])
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 10)
    #expect(
      lines[0].hasPrefix("::error file=\(path),line=3,col=5,title=dnp lint::there is no step"))
    #expect(run.output == (try ProgramRun(["lint", path]).output))
    #expect(try ProgramRun(["lint", path]).error.isEmpty)
  }
}
