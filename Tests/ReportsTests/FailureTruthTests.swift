import JSONText
import Testing

@testable import Reports
@testable import Scenarios

/// Every report of a failed scenario says the same.
@Suite("Failures in reports")
struct FailureTruthTests {
  private static let yaml = """
    name: fails
    description: Several expectations of two steps do not hold.
    zone: Europe/Berlin
    steps:
      - press: Request Permissions
      - expect: {pending: 7, tasks: 3}
        soft: true
      - expect:
          delivered: 5
    """

  private func result() throws -> ScenarioResult {
    let scenario = try ScenarioFile.parse(FailureTruthTests.yaml, path: "scenarios/x/a.yaml")
    var result = ScenarioRunner.run(scenario)
    result.further = FurtherCommand(scenario, result, FurtherCommand.Choices())
    return result
  }

  /// What a report or a person finds of a format.
  private func texts(_ result: ScenarioResult) -> [String: String] {
    var texts: [String: String] = ["text": RunText(isUTF8: true).explanation(result)]
    for format in ReportFormat.allCases {
      switch format {
      case .json, .ctrf, .junit, .junitExtended, .markdown, .html, .tap:
        texts[format.rawValue] = format.text([result], context: SampleResults.context)
      case .signoff, .prom, .openmetrics: break
      }
    }
    return texts
  }

  @Test("all show every mismatch, its line, a hint, records and the command")
  func same() throws {
    let result = try result()
    #expect(result.steps.compactMap(\.failure).flatMap(\.all).count == 3)
    let command = try #require(result.further).text
    #expect(command == "dnp run scenarios/x/a.yaml --bundle failed")
    for (format, text) in texts(result) {
      for words in [
        "7 pending", "3 tasks", "5 delivered", "- expect: {pending: 7, tasks: 3}",
        "delivered: 5", "the permission dialog is up", "called call=1", command,
      ] {
        #expect(text.contains(words), "\(format): \(words)")
      }
    }
  }

  @Test("all name the same places, with line and column")
  func places() throws {
    for (format, text) in texts(try result()) where format != "json" {
      for place in ["6:14", "6:26", "9:7"] {
        #expect(text.contains("scenarios/x/a.yaml:\(place)"), "\(format): \(place)")
      }
    }
    let json = try JSONParser.parse(try #require(texts(try result())["json"]))
    let steps = try #require(json["scenarios"]?[0]?["steps"])
    #expect(steps[1]?["failure"]?["line"] == 6 && steps[1]?["failure"]?["column"] == 14)
    #expect(steps[1]?["failure"]?["others"]?[0]?["column"] == 26)
    #expect(steps[2]?["failure"]?["excerpt"] == ["text": "      delivered: 5", "offset": 6])
  }

  @Test("an annotation stands at the failing key, with all that its step expected")
  func annotation() throws {
    let text = GitHubAnnotations.text([try result()])
    #expect(text.hasPrefix("::error file=scenarios/x/a.yaml,line=6,col=14,title=fails%3A failed::"))
    for words in ["7 pending", "3 tasks", "hint the permission dialog", "and 1 more failure"] {
      #expect(text.contains(words), "\(text)")
    }
    #expect(text.hasSuffix("to see all of it: dnp run scenarios/x/a.yaml --bundle failed\n"))
  }

  @Test("a long line is cut around the key, so that the caret stays in its row")
  func longLine() throws {
    let before = String(repeating: "x", count: 400)
    let yaml = "name: a\nsteps: [{label: \(before), expect: {pending: 1, delivered: []}}]"
    let result = ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
    let excerpt = try #require(result.steps[0].failure?.excerpt)
    #expect(excerpt.text.count <= 72 && excerpt.text.hasPrefix("…x"))
    let rows = excerpt.rows
    #expect(rows.allSatisfy { $0.count <= 80 })
    let caret = try #require(rows[1].firstIndex(of: "^"))
    let column = rows[1].distance(from: rows[1].startIndex, to: caret)
    #expect(rows[0].dropFirst(column).hasPrefix("pending"))
  }

  @Test("a line with a secret is shown nowhere, nor one that a redacted step has")
  func secret() throws {
    let yaml = """
      name: a
      vars: {PW: hunter2}
      redact: [PW]
      steps:
        - {label: "say hunter2", expect: {pending: 1}, soft: true}
        - {expect: {delivered: 1, tasks: 4711}, redact: true}
      """
    let result = ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
    #expect(result.steps.allSatisfy { $0.failure != nil && $0.failure?.excerpt == nil })
    #expect(result.place(of: result.steps[0]) == "a.yaml:5:37")
    #expect(result.place(of: result.steps[1]) == "a.yaml:6:5")
    for (format, text) in texts(result) {
      #expect(!text.contains("hunter2") && !text.contains("4711"), "\(format)")
    }
  }

  @Test("the last records have dates, and are those of the notification that was expected")
  func records() throws {
    let yaml = """
      name: a
      zone: Europe/Berlin
      knobs: {taskLateness: fixed, deliveryDrift: none}
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyReminder: {id: tea, title: t, body: b, time: "09:00"}}
        - call: {scheduleDailyReminder: {id: walk, title: t, body: b, time: "10:00"}}
        - call: {cancelDailyReminder: {reminderId: tea}}
        - advance: 9d
        - {expect: {delivered: [{id: reminder_tea}]}, soft: true}
        - {expect: {delivered: [{id: reminder_nobody}]}, soft: true}
      """
    let result = ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
    let failures = result.steps.compactMap(\.failure)
    try #require(failures.count == 2)
    #expect(!failures[0].lastRecords.contains { $0.contains("reminder_walk") })
    #expect(
      failures[0].lastRecords.contains {
        $0.hasPrefix("2025-11-15 06:42:30.") && $0.contains("identifier=reminder_tea")
      }, "\(failures[0].lastRecords)")
    // A name that the phone does not know hides nothing.
    #expect(failures[1].lastRecords.contains { $0.contains("reminder_walk") })
  }

  @Test("the last records are in the zone in which the phone was when the step failed, and say so")
  func recordsAfterAFlight() throws {
    let yaml = """
      name: a
      zone: Asia/Tokyo
      start: "2025-11-15T00:00:00Z"
      steps:
        - device: background
        - device: {setZone: America/New_York}
        - expect: {pending: 1}
      """
    let result = ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
    let failure = try #require(result.steps[2].failure)
    #expect(failure.recordsHeading == "the last records, their times in America/New_York")
    #expect(failure.lastRecords.allSatisfy { $0.hasPrefix("2025-11-14 19:00:") })
    for (format, text) in texts(result) where text.contains("the last records") {
      #expect(text.contains("their times in America/New_York"), "\(format)")
    }
  }
}
