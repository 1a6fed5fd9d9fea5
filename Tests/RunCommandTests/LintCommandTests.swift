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
    #expect(lines[4].hasPrefix("\(other):2:1: error: this is not valid YAML"))
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
        - call:
            scheduleDualNotification:
              contentFetch: {enabled: true, schedule: "0 5 * * *"}
              userNotification: {enabled: true, schedule: "0 8 * * *", title: T, body: B}
              relationship: {contentTimeout: 60000, fallbackBehavior: show_default}
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

  @Test("warns of misspelt options in options that are objects, with the one that was meant")
  func nestedOptions() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml",
      """
      name: a
      steps:
        - call:
            scheduleDualNotification:
              config:
                contentFetch: {enabled: true, schedule: "0 7 * * *", timeoutMilis: 3000}
                userNotification:
                  {enabled: true, schedule: "5 7 * * *", title: T, body: B, titel: x}
                relationship: {contentTimeout: 1, fallbackBehavior: skip, autolink: true}
        - call: {scheduleContentFetch: {config: {enabled: true, schedule: "0 7 * * *", urll: x}}}
        - expect: {tasks: 1}
      """)
    let run = try ProgramRun(["lint", path])
    let found = run.output.split(separator: "\n").map(String.init)
    for text in [
      "6:64: warning: scheduleDualNotification has no option 'timeoutMilis' in 'contentFetch', the "
        + "plugin ignores it; did you mean 'timeoutMs'?",
      "8:71: warning: scheduleDualNotification has no option 'titel' in 'userNotification', the "
        + "plugin ignores it; did you mean 'title'?",
      "9:69: warning: scheduleDualNotification has no option 'autolink' in 'relationship', the "
        + "plugin ignores it; did you mean 'autoLink'?",
      "10:82: warning: scheduleContentFetch has no option 'urll' in 'config', the plugin ignores "
        + "it; did you mean 'url'?",
    ] {
      #expect(found.contains("\(path):\(text)"), "\(text)\n\(run.output)")
    }
    #expect(run.code == 0 && found.last == "1 file: 0 errors, 4 warnings", "\(run.output)")
  }

  @Test("warns of an option's value that the plugin rejects, unless the rejection is expected")
  func rejectedOptions() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml",
      """
      name: a
      steps:
        - call: {scheduleDailyNotification: {time: 0553}}
        - call: {scheduleDailyNotification: {time: "06:00", priority: hihg}}
        - {call: {scheduleDailyNotification: {time: "25:00"}}, rejects: invalid_time_format}
        - call: {configure: {storage: shred, ttlSeconds: "90"}}
        - call: {scheduleDailyReminder: {id: a, title: T, body: B, time: "06:00", repeatDaily: yes}}
        - call: {updateSettings: {id: none, time: "07:00"}}
        - expect: {pending: 0}
      """)
    let run = try ProgramRun(["lint", path])
    let found = run.output.split(separator: "\n").map(String.init)
    for text in [
      "3:40: warning: the plugin rejects this call: Option 'time' must be a string, got integer; "
        + "write it in quotes",
      "4:55: warning: the plugin rejects this call: Option 'priority' must be one of min, low, "
        + "default, high, max, got 'hihg'; did you mean 'high'?",
      "6:24: warning: the plugin rejects this call: Option 'storage' must be one of shared, "
        + "tiered, got 'shred'; did you mean 'shared'?",
      "7:77: warning: the plugin rejects this call: Option 'repeatDaily' must be true or false, "
        + "got string; mend it, or expect it with 'rejects: invalid_parameter'",
    ] {
      #expect(found.contains("\(path):\(text)"), "\(text)\n\(run.output)")
    }
    // Another value stands in for the first one, so that the next one is named too.
    #expect(
      found.contains {
        $0.hasPrefix("\(path):6:40: warning: the plugin rejects this call: Option 'ttlSeconds' ")
      }, "\(run.output)")
    #expect(run.code == 0 && found.last == "1 file: 0 errors, 5 warnings", "\(run.output)")
    // A run points at the same place.
    let played = try ProgramRun(["run", path])
    #expect(played.error.contains("\(path):3:40: step 1 'call scheduleDailyNotification'"))
  }

  @Test(
    "refuses values and keys that could never hold, with place and remedy",
    arguments: [
      ("delivered: [{source: netwrok}]", 24, "'netwrok' is not a value of 'source'"),
      ("delivered: [{source: defualt}]", 24, "mean 'default'? one of: cache, default, live"),
      ("pending: {includes: [{purpose: occurence}]}", 34, "did you mean 'occurrence'?"),
      ("event: {delivered: {identifer: x}}", 23, "did you mean 'identifier'?"),
      ("noEvent: {fetchEnded: {staus: 200}}", 26, "did you mean 'status'?"),
      ("event: {fetchEnded: {status: \"200\"}}", 32, "'status' must be a whole number, not '200'"),
      ("event: {taskCompleted: {isSuccess: \"yes\"}}", 38, "must be true or false, not 'yes'"),
      ("event: {hostEvent: {name: notificationMised}}", 29, "did you mean 'notificationMissed'?"),
      ("event: {hostEvent: {plannedTime: soon}}", 36, "must be an ISO 8601 time, not 'soon'"),
      ("event: {log: {event: taskMised}}", 24, "did you mean 'taskMissed'?"),
      ("event: {log: {event: schedulePersisted, knd: x}}", 43, "there is no log field 'knd'"),
      ("event: {dialogShown: {x: 1}}", 25, "a record of kind 'dialogShown' has no fields"),
      ("event: {tapped: {action: 5}}", 28, "'action' is a string in such records, not '5'"),
      ("store: {contents: [{source: netwrok}]}", 31, "'netwrok' is not a value of 'source'"),
      ("store: {history: [{outcome: delivred}]}", 31, "did you mean 'delivered'?"),
      ("store: {schedules: [{enabled: \"yes\"}]}", 33, "must be true or false, not 'yes'"),
    ])
  func impossible(expectation: String, column: Int, message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml", "name: a\nsteps:\n  - expect: \n      \(expectation)\n")
    for command in ["lint", "run"] {
      let run = try ProgramRun([command, path])
      #expect(run.code == 65)
      let text = run.output + run.error
      #expect(text.contains("\(path):4:\(column + 4): ") && text.contains(message), "\(text)")
    }
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
