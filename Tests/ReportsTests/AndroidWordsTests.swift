import CivilTime
import DeviceModel
import ES256K
import ProjectFiles
import Reports
import Testing

@testable import Scenarios

/// What a person reads of runs on an Android phone: logs, explanations, reports.
@Suite("Words of Android")
struct AndroidWordsTests {
  /// Words that belong to an iPhone.
  private static let words = [
    "iPhone", "BGTask", "BGApp", "Notification Center", "Background App Refresh", "App Switcher",
    "app switcher", "Low Power Mode", "Siri", "force-quit", "forceQuit", "refresh task",
    "the prefetch task", "every pending request", "Info.plist", "task asked for", "task run ",
    "64 requests", "com.timesafari.dailynotification.fetch",
  ]

  /// What a tester presses and types is the same on both systems.
  private static let named = ["Simulate BGTask Now"]

  private static let names = [
    "android/android-channel-blocked", "android/android-daily", "android/android-doze",
    "android/android-every-fault", "android/android-exact-alarms-revoked",
    "android/android-force-stop", "android/android-reboot", "android/android-recovery-termination",
    "android/android-work-stopped", "errors/server-error-500", "first-run/task-miss",
    "reminders-and-dual/reminder-once", "walkthroughs/7-errors", "walkthroughs/10-recovery",
    "walkthroughs/11-android",
  ]

  private static func scenarios(_ name: String) throws -> [Scenario] {
    let path = "assets/scenarios/\(name).yaml"
    let sources = ScenarioSources(
      keychain: Keychain(TestKeys.standard), platform: .android
    ) { path in
      (try? ProjectFile.bytes(path)).map { .bytes($0) } ?? .unreadable("there is no such file")
    }
    return ScenarioFile.read(try ProjectFile.bytes(path), path: path, sources).scenarios
  }

  /// The lines of a text that have such a word.
  private static func foreign(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { line in
      let rest = named.reduce(line) { $0.replacing($1, with: "") }
      return words.contains { rest.contains($0) }
    }
  }

  @Test("logs, explanations and reports of a run have no word of the iPhone", arguments: names)
  func runs(name: String) throws {
    let scenarios = try Self.scenarios(name)
    #expect(!scenarios.isEmpty)
    for scenario in scenarios {
      #expect(scenario.configuration.platform == .android)
      let result = ScenarioRunner.run(scenario)
      #expect(result.outcome == .passed)
      #expect(result.lines.flatMap { Self.foreign($0.text) } == [])
      for format in ReportFormat.allCases {
        #expect(Self.foreign(format.text([result], context: SampleResults.context)) == [])
      }
      try expectOwnWords(TracedRun.trace(of: scenario))
    }
  }

  @Test("a condition of each kind is told in Android's words")
  func conditions() throws {
    let yaml = """
      name: a
      platform: android
      steps:
        - device: {setPermission: granted}
        - device: {setExactAlarm: granted}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
        - device: {setLowPowerMode: on}
        - device: clearPending
        - advance: 1d
        - device: {setLowPowerMode: off}
        - press: Cancel All Notifications
        - {press: Simulate BGTask Now, refused: noPendingTask}
        - runUntilIdle
        - {press: Simulate Expiration, refused: noRunningTask}
      """
    let scenario = try ScenarioFile.parse(yaml, path: "a.yaml")
    let result = ScenarioRunner.run(scenario)
    #expect(result.failures == [])
    let trace = try TracedRun.trace(of: scenario)
    try expectOwnWords(trace)
    let day = try DayExplanation(trace, day: try #require(CivilDate(text: "2025-11-15")))
    let chain = day.stories.flatMap(\.chain).map(\.text)
    #expect(chain.contains("the system lost every alarm"), "\(chain)")
  }

  private func expectOwnWords(_ trace: RunTrace) throws {
    let end = trace.endWallMilliseconds
    let last = try DayExplanation(trace, day: trace.zone(atWall: end).date(at: end))
    for number in last.days.lowerBound.daysSinceEpoch...last.days.upperBound.daysSinceEpoch {
      let day = try DayExplanation(trace, day: CivilDate(daysSinceEpoch: number))
      let texts =
        day.stories.flatMap { $0.reasons + $0.chain.map(\.text) } + (day.nothing?.reasons ?? [])
        + (day.nothing?.chain.map(\.text) ?? [])
      #expect(texts.flatMap(Self.foreign) == [], "\(day.day.text)")
    }
  }
}
