import DeviceLogs
import DeviceModel
import ES256K
import LogScenarios
import Scenarios
import Testing

/// What a scenario has of a log, line by line.
@Suite("A scenario from a log")
struct LogScenarioTests {
  private static let package = "com.timesafari.app"

  /// Logcat's threadtime, the app's process or the system's.
  private static func line(_ time: String, _ text: String, pid: Int = 5_310) -> String {
    let tag = text.hasPrefix("[DNP-") ? String(text.dropFirst().prefix { $0 != "]" }) : nil
    guard let tag else { return "11-\(time)  1200  1250 I ActivityManager: \(text)" }
    return "11-\(time)  \(pid)  \(pid + 32) I \(tag): \(text)"
  }

  private static let scheduled = [
    line(
      "15 06:42:30.000",
      "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T08:00:00Z"),
    line(
      "15 06:42:30.010",
      "[DNP-STORAGE] Persisted schedule to DB (id=daily, type=DAILY, time=09:00, "
        + "next=2025-11-15T08:00:00Z)"),
  ]

  private static func delivered(_ day: Int) -> String {
    line(
      "\(day) 09:00:00.200",
      "[DNP-SCHEDULER] Notification delivered (id=daily, source=cache, "
        + "planned=2025-11-\(day)T08:00:00Z)")
  }

  private static func yaml(
    _ lines: [String], zone: LogZone? = .offset(minutes: 60), name: String = "device.log"
  ) throws -> String {
    var reading = LogReading(time: LogTimeOptions(year: 2025, zone: zone))
    let text = lines.map { $0 + "\n" }.joined()
    try Array(text.utf8).withUnsafeBytes { bytes in try reading.consume(bytes) }
    return try LogScenario.recording(
      of: try reading.finish(), name: name, zone: zone, keychain: Keychain(TestKeys.standard)
    ).yaml
  }

  private static func run(_ yaml: String) throws -> ScenarioResult {
    let sources = ScenarioSources(keychain: Keychain(TestKeys.standard)) { _ in
      .unreadable("there is no file")
    }
    let contents = ScenarioFile.read(Array(yaml.utf8), path: "log.yaml", sources)
    #expect(contents.errors.isEmpty, "\(contents.errors)\n\(yaml)")
    return ScenarioRunner.run(try #require(contents.scenarios.first))
  }

  @Test("repeats calls at their instants and expects what was delivered")
  func calls() throws {
    let yaml = try LogScenarioTests.yaml(
      LogScenarioTests.scheduled + [15, 16].map(LogScenarioTests.delivered))
    #expect(yaml.contains("platform: android\n"))
    #expect(yaml.contains("start: \"2025-11-15T05:42:30Z\"\n"))
    #expect(yaml.contains("scheduleDailyNotification: {\"id\":\"daily\",\"time\":\"09:00\"}"))
    #expect(yaml.contains("  - label: \"line 4\"\n"))
    #expect(try LogScenarioTests.run(yaml).outcome == .passed)
  }

  @Test("parts from a phone that was silent on a day on which the simulated one is not")
  func parting() throws {
    let yaml = try LogScenarioTests.yaml(
      LogScenarioTests.scheduled + [15, 17].map(LogScenarioTests.delivered))
    let result = try LogScenarioTests.run(yaml)
    #expect(result.outcome == .failed)
    let text = result.failures.joined()
    #expect(text.contains("no line tells of it") && text.contains("2025-11-16T08:00:00Z"))
    // It parts on that day, so that `dnp why` is asked about it.
    #expect(result.steps.last?.outcome == .notRun)
  }

  @Test("parts from a phone whose log goes on without a word of the plugin")
  func silence() throws {
    let later = LogScenarioTests.line("15 10:00:00.000", "Displayed com.example/.Other")
    let result = try LogScenarioTests.run(
      try LogScenarioTests.yaml(LogScenarioTests.scheduled + [later]))
    #expect(result.outcome == .failed)
    let early = LogScenarioTests.line("15 09:10:00.000", "Displayed com.example/.Other")
    let passed = try LogScenarioTests.run(
      try LogScenarioTests.yaml(LogScenarioTests.scheduled + [early]))
    #expect(passed.outcome == .passed)
  }

  @Test("stops the app when the system says that it was stopped")
  func forceStop() throws {
    let start = LogScenarioTests.line(
      "15 06:40:00.000", "Start proc 5310:\(LogScenarioTests.package)/u0a1 for top-activity")
    let stop = LogScenarioTests.line(
      "15 07:30:00.000",
      "Force stopping \(LogScenarioTests.package) appid=10155 user=0: from pid 4711")
    let opened = [
      LogScenarioTests.line(
        "15 10:00:00.000",
        "[DNP-RECOVERY] Notification missed (id=daily, planned=2025-11-15T08:00:00Z, "
          + "reason=noCodeRan, certainty=certain)", pid: 6_000),
      LogScenarioTests.line(
        "15 10:00:00.010",
        "[DNP-RECOVERY] scenario=termination missed=1 verified=0 rescheduled=2", pid: 6_000),
    ]
    let yaml = try LogScenarioTests.yaml(
      [start] + LogScenarioTests.scheduled + [stop] + opened)
    #expect(yaml.contains("# line 4: the app was force-stopped\n  - device: forceStop\n"))
    #expect(!yaml.contains("when, no line says"))
    let result = try LogScenarioTests.run(yaml)
    #expect(result.outcome == .passed, "\(result.failures)")
    #expect(
      result.occurrences.lost.first?.reason == "its alarm went when the app was stopped by force")
    // Without the system's line the time is not known, and the scenario says so.
    let unknown = try LogScenarioTests.yaml([start] + LogScenarioTests.scheduled + opened)
    #expect(unknown.contains(": the app was stopped; when, no line says\n"))
  }

  @Test("takes the zone from times of day where nobody names it, and says so")
  func zone() throws {
    let lines = [15, 16].map { day in
      "{\"timestamp\":\"2025-11-\(day)T08:00:00.200Z\",\"message\":\"[DNP-SCHEDULER] Notification "
        + "delivered (id=daily, source=cache, planned=2025-11-\(day)T08:00:00Z)\"}"
    }
    let row =
      "{\"timestamp\":\"2025-11-15T05:42:30Z\",\"message\":\"[DNP-STORAGE] Persisted "
      + "schedule to DB (id=daily, type=DAILY, time=17:00, next=2025-11-15T08:00:00Z)\"}"
    let yaml = try LogScenarioTests.yaml([row] + lines, zone: nil)
    #expect(yaml.contains("zone: \"Etc/GMT-9\"\n") && yaml.contains("# the log does not name"))
    #expect(try LogScenarioTests.run(yaml).outcome == .passed)
  }

  @Test("has an id with any characters as a string, and nothing of a log as YAML of its own")
  func hostile() throws {
    let id = "a\\\": {x}, ${HOME} # - device: forceStop"
    let lines = LogScenarioTests.scheduled.map { $0.replacing("id=daily", with: "id=\(id)") }
    let yaml = try LogScenarioTests.yaml(lines, name: "x\nsteps: []\u{1B}[2J")
    let result = try LogScenarioTests.run(yaml)
    #expect(result.outcome == .passed, "\(result.failures)\n\(yaml)")
    #expect(!yaml.contains("\u{1B}") && !yaml.contains("\nsteps: []"))
  }

  @Test(
    "is refused with the remedy where nothing can be placed",
    arguments: [
      (["11-15 06:42:30.000  1  2 I Other: text"], "no line of 1 is the plugin's"),
      (["[DNP-PLUGIN] status = ready"], "give --zone, --date or --year"),
    ])
  func refused(lines: [String], words: String) throws {
    let error = #expect(throws: LogScenario.Failure.self) { try LogScenarioTests.yaml(lines) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test("says that the log goes on only where it does", arguments: [0, 1])
  func limit(missing: Int) throws {
    let text = LogScenarioTests.scheduled.map { $0 + "\n" }.joined()
    var reading = LogReading(
      time: LogTimeOptions(year: 2025, zone: .offset(minutes: 60)),
      bytesMax: text.utf8.count - missing)
    try Array(text.utf8).withUnsafeBytes { bytes in try reading.consume(bytes) }
    #expect(reading.isFull == (missing > 0))
    #expect(try reading.finish().isCut == (missing > 0))
  }

  @Test("is of the app with the most lines, and names the others")
  func twoApps() throws {
    let other = LogScenarioTests.line("15 06:42:31.000", "[DNP-PLUGIN] status = ready", pid: 9_000)
    let back = LogScenarioTests.line("15 06:42:32.000", "[DNP-PLUGIN] status = ready")
    let again = LogScenarioTests.line("15 06:42:33.000", "[DNP-PLUGIN] status = ready", pid: 9_000)
    let yaml = try LogScenarioTests.yaml(LogScenarioTests.scheduled + [other, back, again])
    #expect(yaml.contains("which are left out: process 9000\n"))
    #expect(!yaml.contains("systemTerminate"))
  }
}
