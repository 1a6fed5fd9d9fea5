import DeviceModel
import ES256K
import Foundation
import ProjectFiles
import SchemaSupport
import Testing

@testable import Scenarios

@Suite("Parity of the systems")
struct ParityTests {
  private static let path = "docs/parity.md"
  private static let mark = "<!-- report -->"

  /// The report over every shipped scenario.
  private static let report = Result { () throws -> ParityReport in
    let keychain = Keychain(TestKeys.standard)
    var report = try ParityReport(keychain)
    report.add(
      ios: try ShippedScenarios.all(on: .ios), android: try ShippedScenarios.all(on: .android))
    return report
  }

  @Test("each difference is explained, and docs/parity.md is what `dnp parity` prints")
  func page() throws {
    let report = try ParityTests.report.get()
    #expect(report.unexplained == [])
    #expect(report.comparisons.count >= 80)
    let page = try ProjectFile.text(ParityTests.path)
    let parts = page.components(separatedBy: ParityTests.mark)
    let head = try #require(parts.first)
    let wanted = head + ParityTests.mark + "\n\n" + report.markdown
    if ProjectFile.isUpdating { return try ProjectFile.write(wanted, to: ParityTests.path) }
    #expect(page == wanted, "docs/parity.md is old; SNAP_UPDATE=1 rewrites it")
  }

  @Test("the JSON form is as its schema says")
  func schema() throws {
    let directory = try SchemaDirectory.project.get()
    let schema = directory.schema("parity.schema.json")
    #expect(schema.findings(in: try ParityTests.report.get().json) == [])
  }

  @Test("the eight rows of the matrix are answered on both systems")
  func matrix() throws {
    let report = try ParityTests.report.get()
    let rows = report.answers.filter { $0.probe.table == .matrix }
    #expect(rows.count == 8)
    for row in rows {
      #expect(row.comparison.ios.outcome == .passed, "\(row.comparison.ios)")
      #expect(row.comparison.android.outcome == .passed, "\(row.comparison.android)")
      #expect(row.isExplained)
    }
  }

  @Test("a difference that no rule explains is reported")
  func planted() throws {
    var facts = ParityFacts(outcome: .passed)
    facts.shown = 2
    facts.pending = 56
    var fewer = facts
    fewer.shown = 1
    let lost = ParityComparison(name: "a", path: "a", ios: facts, android: fewer)
    #expect(lost.differences.map(\.fact) == [.shown] && lost.differences[0].rule == nil)
    #expect(!lost.isExplained)
    fewer.causes = ["alarmLost.forceStop"]
    let stopped = ParityComparison(name: "a", path: "a", ios: facts, android: fewer)
    #expect(stopped.differences.map(\.rule) == [.alarmsLost] && stopped.isExplained)
    var rejected = facts
    rejected.rejections = ["invalid_time_format"]
    #expect(!ParityComparison(name: "a", path: "a", ios: facts, android: rejected).isExplained)
    var failed = facts
    failed.outcome = .failed
    #expect(!ParityComparison(name: "a", path: "a", ios: facts, android: failed).isExplained)
  }

  @Test("what other code crowds out is a cause; what becomes of its own is none")
  func otherCode() throws {
    func causes(_ platform: String, _ steps: String) throws -> [String] {
      let head = "name: a\nplatform: \(platform)\nsteps:\n"
      return ParityRun.facts(of: try ScenarioFile.parse(head + steps, path: "a.yaml")).causes
    }
    let crowd = try causes(
      "ios",
      """
        - device: {setPermission: granted}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - repeat:
            times: 40
            steps:
              - device: {otherCode: {addRequest: {id: "news${INDEX}", after: 100d}}}
      """)
    #expect(crowd == ["requestEvicted"])
    let own = try causes(
      "android",
      """
        - device: {otherCode: {setAlarm: {id: news, after: 1h}}}
        - device: forceStop
      """)
    #expect(own == [])
  }

  private typealias Excess = (
    fact: ParityFact, exceed: @Sendable (inout ParityFacts, inout ParityFacts) -> Void
  )

  /// What a rule would explain if it had no bound.
  private static let excesses: [Excess] = [
    (.codeAtFireTime, { ios, android in (ios.codeRuns, android.codeRuns) = (2, 1) }),
    (.fetched, { ios, _ in ios.fetched = 1 }),
    (.drift, { _, android in android.driftMilliseconds = 60_000 }),
    (.tokens, { ios, _ in ios.tokens = 1 }),
    (.notModified, { ios, _ in ios.notModified = 1 }),
    (.pending, { _, android in android.pending = 113 }),
    (.recoveries, { _, android in (android.recoveries, android.missed) = (["boot"], 1) }),
    (.shown, { ios, _ in (ios.shown, ios.onItsWay) = (0, 1) }),
    (.missed, { ios, _ in (ios.dismissals, ios.missed) = (1, 3) }),
    (
      .shown,
      { ios, android in (ios.denials, android.denials, android.shown) = (1, 1, 1) }
    ),
    (
      .pending,
      { ios, android in (ios.denials, android.denials, android.pending) = (1, 1, 113) }
    ),
    (
      .shown,
      { ios, android in (ios.clockChanges, android.clockChanges, android.shown) = (1, 1, 5) }
    ),
    (
      .drift,
      { ios, android in
        (ios.driftMilliseconds, android.driftMilliseconds) = (60 * 60_000, 50 * 60_000)
      }
    ),
  ]

  @Test(
    "a difference beyond the bound of its rule is explained by none", arguments: excesses.indices)
  func bounds(index: Int) {
    var (ios, android) = (ParityFacts(outcome: .passed), ParityFacts(outcome: .passed))
    for number in [\ParityFacts.shown, \.prefetches] { ios[keyPath: number] = 2 }
    ios.pending = 56
    android = ios
    let (fact, exceed) = Self.excesses[index]
    exceed(&ios, &android)
    let rules = ParityComparison(name: "a", path: "a", ios: ios, android: android).differences
    #expect(rules.first { $0.fact == fact }?.rule == nil, "\(rules)")
    #expect(rules.contains { $0.fact == fact })
  }

  @Test("each difference of random scenarios is explained, too", arguments: 1...10)
  func random(part: UInt64) throws {
    var report = try ParityReport(Keychain(TestKeys.standard), probes: [])
    for seed in (part * 40)..<(part * 40 + 40) {
      let bytes = Array(NeutralScenario.text(seed: seed).utf8)
      let runs = try DevicePlatform.allCases.map { platform in
        let sources = ScenarioSources(keychain: Keychain(TestKeys.standard), platform: platform)
        let contents = ScenarioFile.read(bytes, path: "\(seed).yaml", sources)
        try #require(contents.errors.isEmpty, "\(contents.errors)")
        return contents.scenarios
      }
      report.add(ios: runs[0], android: runs[1])
    }
    #expect(report.comparisons.count == 40)
    #expect(report.unexplained == [])
  }

  @Test("each rule explains something in the shipped scenarios")
  func used() throws {
    let report = try ParityTests.report.get()
    let used = Set(
      (report.answers.map(\.comparison) + report.comparisons).flatMap(\.differences)
        .compactMap(\.rule))
    #expect(used == Set(ParityRule.allCases))
  }
}

extension ShippedScenarios {
  /// Every scenario, read for one system.
  static func all(on platform: DevicePlatform) throws -> [Scenario] {
    try paths.flatMap { path in
      let sources = ScenarioSources(keychain: Keychain(TestKeys.standard), platform: platform) {
        path in
        let bytes = try? ProjectFile.bytes(path)
        return bytes.map { .bytes($0) } ?? .unreadable("there is no such file")
      }
      let contents = ScenarioFile.read(try bytes(path), path: path, sources)
      try #require(contents.errors.isEmpty, "\(contents.errors)")
      return contents.scenarios
    }
  }
}
