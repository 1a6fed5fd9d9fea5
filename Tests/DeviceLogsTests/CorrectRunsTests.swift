import CivilTime
import DailyNotification
import DeviceLogs
import DeviceModel
import ES256K
import Foundation
import ProjectFiles
import RandomHistories
import Reports
import Scenarios
import SimulationCore
import Testing

/// The logs of simulated phones, whose plugin writes what happens.
@Suite("The logs of correct runs")
struct CorrectRunsTests {
  private static let paths: [String] = {
    let folder = ProjectFile.root.appending(path: "assets/scenarios").resolvingSymlinksInPath()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    let files = names.filter { $0.hasSuffix(".yaml") && !$0.contains("/_") }.sorted()
    precondition(!files.isEmpty, "there are no scenarios in \(folder.path)")
    return files.map { "assets/scenarios/\($0)" }
  }()

  /// The lines of a phone's log, at info and above.
  private static func lines(_ result: ScenarioResult) -> [String] {
    result.lines.map { line(at: $0.wallMilliseconds, $0.text) }
  }

  private static func line(at milliseconds: Int64, _ text: String) -> String {
    let stamp = String(ISO8601.text(milliseconds).dropLast()).replacing("T", with: " ")
    return PluginLog.stamped(stamp.contains(".") ? stamp : "\(stamp).000", text)
  }

  private static func results(_ path: String, on platform: DevicePlatform) -> [ScenarioResult] {
    func bytes(_ path: String) -> [UInt8]? {
      (try? Data(contentsOf: ProjectFile.root.appending(path: path))).map { [UInt8]($0) }
    }
    let sources = ScenarioSources(keychain: Keychain(TestKeys.standard), platform: platform) {
      path in bytes(path).map { .bytes($0) } ?? .unreadable("there is no such file")
    }
    let contents = ScenarioFile.read(bytes(path) ?? [], path: path, sources)
    return contents.scenarios.filter { $0.configuration.platform == platform }.map {
      ScenarioRunner.run($0)
    }
  }

  private static func missing(_ lines: [String]) throws -> [String] {
    let delivery = BuiltInProfiles.all.filter { $0.name == "delivery" }
    return try Validating.answer(lines: lines, profiles: delivery).profiles.flatMap(\.findings)
      .filter { $0.kind == .missing && $0.text.contains("the log continues without it") }
      .map { "\($0.severity.rawValue) \($0.text)" }
  }

  @Test("miss no notification of a shipped scenario", arguments: DevicePlatform.allCases)
  func scenarios(platform: DevicePlatform) throws {
    var count = 0
    for path in CorrectRunsTests.paths {
      for result in CorrectRunsTests.results(path, on: platform) {
        let lines = CorrectRunsTests.lines(result)
        count += lines.count
        let missing = try CorrectRunsTests.missing(lines)
        #expect(missing == [], "\(path) \(result.name)")
      }
    }
    #expect(count > 1_000)
  }

  /// How a run's log is printed.
  enum Layout: String, CaseIterable {
    /// As `dnp run` prints it: the plugin's lines alone.
    case plain
    /// With the time in UTC.
    case stamped
    /// As an Android phone's logcat: the phone's own time, without year and zone.
    case threadtime
  }

  /// A run whose log is broken, or looks so, though the scenario passes.
  struct Exception {
    /// The profiles that find something.
    let profiles: Set<String>
    let reason: String

    init(_ profiles: Set<String>, _ reason: String) {
      self.profiles = profiles
      self.reason = reason
    }
  }

  private static let fullDisk = "The disk is full, and the log says so."
  private static let clockSet = "The clock was set: no line says that."

  private static let exceptions = [
    "android/android-doze-held-then-changed": Exception(
      ["delivery"], "Doze holds an alarm back that is too weak, so the notification is late."),
    "android/android-force-stop-on-a-full-disk": Exception(["delivery", "recovery"], fullDisk),
    "android/android-killed-in-line": Exception(
      ["prefetch"], "The process ends in the middle of a run, and no line says that."),
    "android/android-makers-delay": Exception(
      ["delivery"], "The phone's maker lets alarms fire late."),
    "android/android-quotas-by-version": Exception(
      ["delivery"], "In Doze an alarm waits for room in its quota."),
    "background-tasks/time-warp-miss": Exception(["delivery"], clockSet),
    "background-tasks/handler-failure-completes": Exception(["delivery"], fullDisk),
    "errors/task-failure": Exception(["delivery"], fullDisk),
    "edge-cases/clock-set-forward": Exception(["delivery"], clockSet),
    "edge-cases/storage-full": Exception(["delivery", "recovery"], fullDisk),
    "edge-cases/warp-as-it-comes": Exception(["delivery"], clockSet),
    "exact-alarm/drift-beyond": Exception(["delivery"], "The system is late."),
    "recovery/changed-after-days-off": Exception(
      ["delivery"],
      "The call that gives the schedule another time comes before the line about an earlier day."),
    "other-code/android-same-intent": Exception(
      ["delivery"], "Other code has the alarm fire late."),
    "reminders-and-dual/reminder-armed-on-a-full-disk": Exception(
      ["delivery", "recovery"], fullDisk),
    "walkthroughs/6-permission-denied": Exception(["first-run"], "The permission is denied."),
  ]

  /// What every profile that applies says of a run's log.
  private static func profiles(
    _ result: ScenarioResult, _ layout: Layout
  ) throws -> [LogAnswer.Profile] {
    var time = LogFixture.time
    let lines: [String]
    switch layout {
    case .plain: lines = result.lines.map(\.text)
    case .stamped: lines = CorrectRunsTests.lines(result)
    case .threadtime:
      let format = try #require(BuiltInFormats.format(named: "threadtime"))
      let printed = result.lines.map { line in
        PrintedLine(
          milliseconds: line.wallMilliseconds, offsetMinutes: line.offsetSeconds / 60,
          level: LogLevel(rawValue: line.level) ?? .info, pid: 5_099 + line.process * 211,
          text: line.text)
      }
      lines = LogPrinter(format).text(printed).split(separator: "\n").map(String.init)
      let first = result.lines.first.map { $0.wallMilliseconds + Int64($0.offsetSeconds) * 1_000 }
      time = LogTimeOptions(year: first.map { Zone.utc.date(at: $0).year })
    }
    return try Validating.answer(lines: lines, time: time).profiles
  }

  /// The errors that a profile finds.
  private static func errors(_ profile: LogAnswer.Profile) -> [String] {
    profile.findings.filter { $0.severity == .error }
      .map { "\(profile.name) \($0.kind.rawValue): \($0.text)" }
  }

  /// The name of a scenario's file, with its folder.
  private static func name(_ path: String) -> String {
    String(path.dropFirst("assets/scenarios/".count).dropLast(".yaml".count))
  }

  @Test("are judged right by every profile that applies")
  func judged() throws {
    var passed: [String: Int] = [:]
    var broken: [String: Set<String>] = [:]
    for platform in DevicePlatform.allCases {
      for path in CorrectRunsTests.paths {
        let name = CorrectRunsTests.name(path)
        let known = CorrectRunsTests.exceptions[name]?.profiles ?? []
        let results = CorrectRunsTests.results(path, on: platform)
        for result in results where result.outcome == .passed {
          // An iPhone has no logcat.
          for layout in Layout.allCases where platform == .android || layout != .threadtime {
            for profile in try CorrectRunsTests.profiles(result, layout) {
              let errors = CorrectRunsTests.errors(profile)
              if profile.verdict == .passed { passed[profile.name, default: 0] += 1 }
              if profile.verdict == .broken { broken[name, default: []].insert(profile.name) }
              #expect(
                known.contains(profile.name) || profile.verdict != .broken && errors == [],
                "\(path) \(platform) \(result.name) \(layout) \(errors)")
            }
          }
        }
      }
    }
    // An exception that is none any longer is taken off the list.
    for (name, exception) in CorrectRunsTests.exceptions {
      #expect(broken[name] == exception.profiles, "\(name): \(exception.reason)")
    }
    for (name, count) in [("first-run", 20), ("dual", 40), ("prefetch", 200), ("recovery", 200)] {
      #expect(passed[name, default: 0] >= count, "\(name)")
    }
    #expect(passed["delivery", default: 0] >= 200)
    // Their lines are those of another dialect.
    #expect(passed["android-fire"] == nil && passed["rollover"] == nil)
  }

  /// The line of the first notification, an hour before its time.
  @Test("are broken when a notification comes early", arguments: DevicePlatform.allCases)
  func early(platform: DevicePlatform) throws {
    let path = "assets/scenarios/rolling-window/many-schedules.yaml"
    var result = try #require(CorrectRunsTests.results(path, on: platform).first)
    let place = try #require(
      result.lines.firstIndex { $0.text.contains("Notification delivered") })
    let id = try #require(
      result.lines[place].text.split(separator: "id=").last?.prefix { $0 != "," })
    let row = try #require(
      result.lines.last { $0.text.contains("Persisted schedule to DB (id=\(id),") })
    let due = row.text.split(separator: "next=").last?.dropLast().description
    let early = try #require(due.flatMap(ISO8601.parse)) - 3_600_000
    var line = result.lines.remove(at: place)
    line.wallMilliseconds = early
    let later = result.lines.firstIndex { $0.wallMilliseconds > early }
    result.lines.insert(line, at: later ?? result.lines.endIndex)
    let errors = try CorrectRunsTests.profiles(result, .stamped).flatMap(CorrectRunsTests.errors)
    #expect(errors.contains { $0.contains("before its time: -1h,") }, "\(errors)")
  }

  @Test("miss no notification of a random history")
  func histories() throws {
    var count = 0
    for seed in UInt64(1)...100 {
      var tester = RandomTester(seed: seed)
      var configuration = tester.configuration
      configuration.traceCapacity = 1 << 17
      var device = Device(configuration)
      var isReinstalled = false
      for step in tester.steps(300) {
        switch step {
        case .wait(let milliseconds):
          try device.advance(to: device.os.now.advanced(byMilliseconds: milliseconds))
        case .perform(let command):
          if command == .reinstall { isReinstalled = true }
          do throws(CommandRefusal) {
            try device.perform(command)
          } catch {
            if error == .eventStorm { throw error }
          }
        }
      }
      var lines: [String] = []
      device.os.trace.forEach(from: 0) { record in
        guard let message = record.payload.logMessage, message.level >= .info else { return }
        lines.append(CorrectRunsTests.line(at: record.wallMilliseconds, message.text))
      }
      // A log at info does not show that the app was removed, and its schedules with it.
      if isReinstalled { continue }
      count += lines.count
      let missing = try CorrectRunsTests.missing(lines)
      #expect(missing == [], "seed \(seed)")
    }
    #expect(count > 1_000)
  }

  /// What `dnp validate-logs` is for: the line of one morning is not there.
  ///
  /// An iPhone's plugin writes it when it next runs, so that with one line less another day can be
  /// the one without, or none where the plugin was silent for long.
  @Test(
    "are broken without the line of a later day",
    arguments: [
      ("assets/scenarios/android/android-daily.yaml", DevicePlatform.android),
      ("assets/scenarios/edge-cases/thirty-days.yaml", .ios),
      ("assets/scenarios/edge-cases/thirty-days.yaml", .android),
    ])
  func withoutOne(path: String, platform: DevicePlatform) throws {
    let result = try #require(CorrectRunsTests.results(path, on: platform).first)
    let lines = CorrectRunsTests.lines(result)
    let deliveries = lines.indices.filter { lines[$0].contains("Notification delivered") }
    var count = 0
    for index in deliveries.dropFirst().dropLast() {
      var damaged = lines
      let day = damaged.remove(at: index).prefix(10)
      let missing = try CorrectRunsTests.missing(damaged)
      #expect(missing.count <= 1, "\(day) \(missing)")
      guard let text = missing.first else { continue }
      count += 1
      #expect(text.hasPrefix("error "), "\(day) \(text)")
      #expect(platform == .ios || text.contains("(due \(day)T"), "\(day) \(text)")
    }
    #expect(count * 4 >= (deliveries.count - 2) * 3, "\(count) of \(deliveries.count)")
  }
}
