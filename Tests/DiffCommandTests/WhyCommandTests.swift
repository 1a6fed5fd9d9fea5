import Foundation
import JSONText
import ProgramSupport
import Testing

@Suite("dnp why")
struct WhyCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func scenario(_ steps: String..., header: String = "") throws -> String {
    let start = [
      "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
    ]
    let list = (start + steps).map { "  - \($0)\n" }.joined()
    return try folder.write("a.yaml", "name: a\n\(header)steps:\n\(list)")
  }

  private let fixed = "knobs: {taskLateness: fixed, deliveryDrift: none}\n"

  @Test("ends with 0 when the day's notification had fetched content")
  func fine() throws {
    let path = try scenario("device: background", "advance: 1d", header: fixed)
    let run = try ProgramRun(["why", "2025-11-15", "--scenario", path])
    #expect(run.code == 0 && run.error == "")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count > 4)
    #expect(lines[0] == "2025-11-15 in UTC: 1 shown with fetched content")
    #expect(lines[1] == "daily, planned 2025-11-15 05:53:00: shown with fetched content")
    #expect(lines[2] == "  shown    2025-11-15 05:53:00, on time, source cache, as daily_daily")
    #expect(lines[3].hasPrefix("  2025-11-15 05:42:30.000  #"))
    #expect(lines[3].hasSuffix(" call 2: scheduleDailyNotification {\"time\":\"05:53\"}"))
    #expect(lines.last?.hasSuffix(" daily_daily was shown, source cache: Daily Update") == true)
  }

  @Test("ends with 1 and the reason when content or notification is missing")
  func wrong() throws {
    let quit = try scenario("device: swipeAway", "advance: 1d", header: fixed)
    let run = try ProgramRun(["why", "2025-11-15", "--scenario", quit])
    #expect(run.code == 1)
    #expect(run.output.contains("\n  because  its prefetch task, due from 05:48:00, had not been "))
    let denied = try scenario("device: {setPermission: denied}", "advance: 1d")
    let missing = try ProgramRun(["why", "2025-11-15", "--scenario", denied])
    #expect(missing.code == 1)
    #expect(missing.output.hasPrefix("2025-11-15 in UTC: 1 not shown\n"))
    #expect(missing.output.contains("\n  because  notifications had been denied since 05:42:30\n"))
  }

  @Test(
    "a reminder is shown with its own text, not with fetched content",
    arguments: ["ios", "android"])
  func ownText(platform: String) throws {
    let path = try folder.write(
      "b.yaml",
      """
      name: b
      steps:
        - device: {setPermission: granted}
        - device: {setExactAlarm: granted}
          when: {platform: android}
        - call: {scheduleDailyReminder: {id: tea, title: T, body: B, time: "08:00"}}
        - device: background
        - advance: {to: "2025-11-15T08:10:00Z"}

      """)
    let run = try ProgramRun(["why", "2025-11-15", "--scenario", path, "--platform", platform])
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("2025-11-15 in UTC: 1 shown with its own text\n"), "\(run.output)")
    #expect(!run.output.contains("fetched content"), "\(run.output)")
  }

  @Test("calls a notification late after more than 180 seconds")
  func late() throws {
    let header = "knobs: {taskLateness: fixed, deliveryDrift: beyond}\nseed: 3\n"
    let path = try scenario("device: background", "advance: 1d", header: header)
    let run = try ProgramRun(["why", "2025-11-15", "--scenario", path])
    #expect(run.code == 0)
    #expect(run.output.contains("m32s692ms late, more than 180s, source cache, as daily_daily\n"))
  }

  @Test("says that nothing was planned, and why; a call without effect is a failure")
  func nothing() throws {
    let cancelled = try scenario("press: Cancel All Notifications", "advance: 70d")
    let run = try ProgramRun(["why", "2026-01-15", "--scenario", cancelled])
    #expect(run.code == 0)
    #expect(
      run.output.hasPrefix(
        "2026-01-15 in UTC: nothing was planned or shown\n  because  schedule "))
    let vain =
      "name: a\nsteps:\n  - {call: scheduleDailyNotification, rejects: missing_parameter}\n"
    let rejected = try ProgramRun(["why", "2025-11-15", "--scenario", "-"], input: vain)
    #expect(rejected.code == 1)
    #expect(rejected.output.contains(" was rejected, missing_parameter: "))
  }

  @Test("says that the run ended early")
  func interruption() throws {
    let path = try scenario("expect: {pending: 1}", "advance: 1d")
    let run = try ProgramRun(["why", "2025-11-15", "--scenario", path])
    #expect(run.code == 0)
    #expect(
      run.output.contains("\nthe run ended early: step 4 'expect pending': expected 1 pending, "))
  }

  @Test("writes the explanation as JSON")
  func json() throws {
    let path = try scenario("device: swipeAway", "advance: 1d", header: fixed)
    let run = try ProgramRun(["why", "2025-11-15", "--scenario", path, "--format", "json"])
    #expect(run.code == 1)
    let value = try JSONParser.parse(run.output)
    #expect(value["day"] == "2025-11-15" && value["zone"] == "UTC" && value["isFine"] == false)
    #expect(
      value["run"] == ["firstDay": "2025-11-15", "lastDay": "2025-11-16", "interruption": nil])
    let story = try #require(value["notifications"]?[0])
    #expect(story["id"] == "daily" && story["verdict"] == "defaultText")
    #expect(story["planned"] == "2025-11-15T05:53:00Z" && story["omittedRecords"] == 0)
    #expect(story["plannedLocal"] == "2025-11-15T05:53:00")
    #expect(story["shown"]?[0]?["driftMs"] == 0 && story["shown"]?[0]?["source"] == "default")
    #expect(story["reasons"]?.arrayValue?.count == 1)
    let link = try #require(story["chain"]?[0])
    #expect(link["record"]?["kind"] == "called" && link["at"] == "2025-11-15 05:42:30.000")
    #expect(value["nothing"] == JSONValue.null)
  }

  @Test("has nothing to tell of a day outside of the run")
  func outside() throws {
    let path = try scenario("advance: 1d")
    let run = try ProgramRun(["why", "2025-11-14", "--scenario", path])
    #expect(run.code == 0 && run.error == "")
    #expect(
      run.output == """
        2025-11-14 in UTC: nothing was planned or shown
          because  the run goes from 2025-11-15 to 2025-11-16

        """)
  }

  @Test("refuses a day or a schedule that is not in the run, and files it cannot read")
  func refusals() throws {
    let path = try scenario("advance: 1d")
    let typo = try folder.write("typo.yaml", "name: a\nsteps:\n  - pres: x\n")
    let cases: [([String], Int32, String)] = [
      (["2025-13-01", "--scenario", path], 64, "2025-13-01: give a day as yyyy-MM-dd, such as"),
      (["tomorrow", "--scenario", path], 64, "tomorrow: give a day as yyyy-MM-dd, such as"),
      (["2025-11-15"], 64, "give a scenario with --scenario FILE or a session with"),
      (
        ["2025-11-15", "--scenario", path, "--session", "x"], 64,
        "give a scenario with --scenario FILE or a session with"
      ),
      (["2025-11-15", "--session", "x", "--seed", "1"], 64, "--seed is for --scenario; a session"),
      (["2025-11-15", "--session", "no-such"], 64, "neither XDG_STATE_HOME nor HOME is set"),
      (["2025-11-15", "--session", typo], 65, "this is no session that dnp has exported"),
      (
        ["2025-11-15", "--scenario", path, "--id", "x"], 64,
        "there is no schedule 'x' in the run; give one of daily"
      ),
      (["2025-11-15", "--scenario", typo], 65, "typo.yaml:3:5: there is no step 'pres'"),
      (["2025-11-15", "--scenario", "no-such.yaml"], 66, "no-such.yaml: there is no such file; "),
      (["2025-11-15", "--scenario", folder.url.path], 66, "this is a folder; name one file"),
    ]
    for (arguments, code, text) in cases {
      let run = try ProgramRun(["why"] + arguments)
      #expect(run.code == code, "\(arguments)")
      #expect(run.error.contains(text), "\(run.error)")
      #expect(run.output == "")
    }
  }

  @Test("takes a seed and a schedule")
  func options() throws {
    let path = try scenario("device: background", "advance: 1d")
    let outputs = try ["1", "2", "1"].map { seed in
      try ProgramRun(["why", "2025-11-15", "--scenario", path, "--seed", seed, "--id", "daily"])
        .output
    }
    #expect(outputs[0] == outputs[2] && outputs[0] != outputs[1])
  }
}
