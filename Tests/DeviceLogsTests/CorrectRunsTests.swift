import CivilTime
import DailyNotification
import DeviceLogs
import DeviceModel
import ES256K
import Foundation
import ProjectFiles
import RandomHistories
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
