import CivilTime
import DailyNotification
import DeviceLogs
import DeviceModel
import ES256K
import Foundation
import LocatedYAML
import LogScenarios
import ProjectFiles
import Scenarios
import Testing

/// The log of a run of the catalogue as a scenario, run again.
@Suite("A log as a scenario")
struct RoundTripTests {
  /// A planned notification, and whether the person saw it.
  private struct Fate: Hashable, Comparable, CustomStringConvertible {
    let planned: Int64
    let schedule: String
    let outcome: String

    var description: String { "\(schedule) \(ISO8601.text(planned)) \(outcome)" }

    static func < (one: Fate, other: Fate) -> Bool {
      (one.planned, one.schedule, one.outcome) < (other.planned, other.schedule, other.outcome)
    }
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: ProjectFile.root.appending(path: path))).map { [UInt8]($0) }
  }

  private static func sources(_ platform: DevicePlatform) -> ScenarioSources {
    ScenarioSources(keychain: Keychain(TestKeys.standard), platform: platform) { path in
      bytes(path).map { .bytes($0) } ?? .unreadable("there is no such file")
    }
  }

  private static let paths: [String] = {
    let folder = ProjectFile.root.appending(path: "assets/scenarios").resolvingSymlinksInPath()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") && !$0.contains("/_") }.sorted()
  }()

  /// A run's log as a phone's tool prints it: an iPhone's as JSON, Android's as logcat with zone.
  private static func log(_ result: ScenarioResult) throws -> ReadLog {
    let lines = result.lines.map { line in
      PrintedLine(
        milliseconds: line.wallMilliseconds, offsetMinutes: line.offsetSeconds / 60,
        level: LogLevel(rawValue: line.level) ?? .info, pid: 5_099 + line.process * 211,
        text: line.text)
    }
    let format = try #require(BuiltInFormats.format(named: "ndjson"))
    var reading = LogReading()
    try Array(LogPrinter(format).text(lines).utf8).withUnsafeBytes { bytes in
      try reading.consume(bytes)
    }
    return try reading.finish()
  }

  /// What became of each planned notification up to the last line of a log.
  private static func fates(_ result: ScenarioResult, through end: Int64) -> [Fate] {
    result.occurrences.listed.compactMap { occurrence in
      guard occurrence.plannedMilliseconds <= end else { return nil }
      switch occurrence.outcome {
      case .shown, .twice, .notShown, .skipped: break
      case .due, .ahead, .withdrawn: return nil
      }
      return Fate(
        planned: occurrence.plannedMilliseconds,
        schedule: "\(occurrence.kind) \(occurrence.schedule)", outcome: occurrence.outcome.rawValue)
    }.sorted()
  }

  /// How a run's log is repeated: nil where it has no lines.
  private static func difference(
    _ result: ScenarioResult, _ platform: DevicePlatform
  ) throws -> String? {
    let log = try log(result)
    let yaml = try LogScenario.recording(
      of: log, name: result.name, platform: platform, keychain: Keychain(TestKeys.standard)
    ).yaml
    let contents = ScenarioFile.read(Array(yaml.utf8), path: "log.yaml", sources(platform))
    guard let scenario = contents.scenarios.first else {
      return "not readable: \(contents.errors.map(\.description)) \(yaml)"
    }
    let again = ScenarioRunner.run(scenario)
    let end = log.end?.milliseconds ?? 0
    let (before, after) = (fates(result, through: end), fates(again, through: end))
    let lacking = before.filter { !after.contains($0) }
    let added = after.filter { !before.contains($0) }
    if lacking.isEmpty, added.isEmpty {
      return again.outcome == .passed ? nil : "same, but \(again.failures.prefix(2))"
    }
    return "lacks \(lacking.prefix(3)) has \(added.prefix(3))"
  }

  /// The runs of which a log shows too little, and what it does not show.
  private static let unlike: [String: String] = {
    let text = String(decoding: bytes("Tests/LogScenariosTests/unlike.tsv") ?? [], as: UTF8.self)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { row in
      row.split(separator: "\t").map(String.init)
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ("\($0[0]) \($0[1])", $0[2]) })
  }()

  /// Of all of them the table says what a log does not show; each change tries some.
  @Test("shows the same notifications", arguments: DevicePlatform.allCases)
  func same(platform: DevicePlatform) throws {
    var (same, other): (Int, [String: String]) = (0, [:])
    for path in SampleSize.every(5, of: RoundTripTests.paths) {
      let full = "assets/scenarios/\(path)"
      let contents = ScenarioFile.read(
        RoundTripTests.bytes(full) ?? [], path: full, RoundTripTests.sources(platform))
      for scenario in contents.scenarios where scenario.configuration.platform == platform {
        let result = ScenarioRunner.run(scenario)
        guard result.outcome == .passed, !result.lines.isEmpty,
          result.occurrences.listed.contains(where: { $0.outcome != .ahead })
        else { continue }
        let name = "\(platform.rawValue) \(result.name)"
        let difference = try RoundTripTests.difference(result, platform)
        #expect(
          (difference == nil) == (RoundTripTests.unlike[name] == nil),
          "\(name): \(difference ?? "is the same, and the table says that it is not")")
        if let difference { other[name] = difference } else { same += 1 }
      }
    }
    #expect(same >= SampleSize.of(30, long: 180), "\(same) are the same, \(other.count) are not")
  }
}
