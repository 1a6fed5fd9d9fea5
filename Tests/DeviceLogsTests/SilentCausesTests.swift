import CivilTime
import DeviceLogs
import Testing

/// What no line at info says: a denied permission, a change of the clocks, a clock that was set.
@Suite("What no line of a log says")
struct SilentCausesTests {
  private static let time = LogTimeOptions(year: 2025)

  private static func line(_ time: String, _ text: String) -> String {
    let category = text.split(separator: " ").first?.dropFirst().dropLast() ?? ""
    return "\(time)  5310  5342 I \(category): \(text)"
  }

  private func profile(
    _ name: String, in lines: [String], _ time: LogTimeOptions = SilentCausesTests.time
  ) throws -> LogAnswer.Profile {
    let profiles = BuiltInProfiles.all.filter { $0.name == name }
    return try #require(
      try Validating.answer(lines: lines, profiles: profiles, time: time).profiles.first)
  }

  private func words(_ profile: LogAnswer.Profile) -> [String] {
    profile.findings.map { "\($0.severity.rawValue) \($0.kind.rawValue)" }
  }

  // MARK: Denied notifications

  private static let run = [
    line(
      "11-15 05:55:00.000",
      "[DNP-FETCH] Work started (earliestBeginDate=2025-11-15T05:55:00Z, "
        + "actual=2025-11-15T05:55:00Z, late=0s)"),
    line("11-15 05:55:00.120", "[DNP-FETCH] Prefetch succeeded (status=200, bytes=170)"),
    line("11-15 05:55:00.120", "[DNP-FETCH] Work completed (success=true)"),
  ]
  private static let missed = line(
    "11-15 07:00:00.000",
    "[DNP-RECOVERY] Notification missed (id=daily, planned=2025-11-15T06:00:00Z, "
      + "reason=notificationsDenied, certainty=certain)")
  private static let delivered = line(
    "11-15 06:00:00.000", "[DNP-SCHEDULER] Notification delivered (id=daily, source=cache)")

  private static func scheduled(_ time: String) -> String {
    line(time, "[DNP-FETCH] Work scheduled (earliestBeginDate=2025-11-16T05:55:00Z)")
  }

  /// What follows a run that has scheduled no other, and what is found then.
  static let afterRun: [(lines: [String], findings: [String], verdict: LogAnswer.Verdict)] = [
    // Nothing tells.
    ([], ["warning missing"], .passed),
    ([scheduled("11-15 08:00:00.000")], ["warning missing"], .passed),
    // The log tells of the denial.
    ([missed], [], .passed),
    ([missed, scheduled("11-15 08:00:00.000")], [], .passed),
    // What is delivered without having been planned again was allowed.
    ([delivered], ["error missing"], .broken),
    // The run's own line, in the wrong place.
    ([scheduled("11-15 05:55:00.121")], ["error outOfOrder"], .broken),
  ]

  @Test("a run schedules no other while notifications are denied", arguments: afterRun)
  func denied(
    lines: [String], findings: [String], verdict: LogAnswer.Verdict
  ) throws {
    let found = try profile("prefetch", in: SilentCausesTests.run + lines)
    #expect(words(found) == findings, "\(found.findings)")
    #expect(found.verdict == verdict)
  }

  @Test("a run that lacks anything else is broken, denied or not", arguments: [1, 2])
  func lacksMore(index: Int) throws {
    var lines = SilentCausesTests.run
    lines.remove(at: index)
    #expect(try profile("prefetch", in: lines).verdict == .broken)
  }

  // MARK: A change of the clocks

  /// A morning in Berlin whose zone a prefetch tells, and a notification on the next day.
  private static func days(_ month: String, _ next: String, shown: String) -> [String] {
    [
      line(
        "\(month)-25 08:55:00.000",
        "[DNP-FETCH] Work started (earliestBeginDate=2025-\(month)-25T06:55:00Z, "
          + "actual=2025-\(month)-25T06:55:00Z, late=0s)"),
      line(
        "\(month)-25 18:00:00.000",
        "[DNP-STORAGE] Persisted schedule to DB (id=b, type=DAILY, time=08:00, next=\(next))"),
      line(shown, "[DNP-SCHEDULER] Notification delivered (id=b, source=default)"),
    ]
  }

  @Test(
    "an hour that a change of the clocks explains is a warning, where only the offset is known",
    arguments: [
      // The night when Central Europe leaves summer time.
      ("10", "2025-10-26T07:00:00Z", "10-26 08:00:00.050", "warning early"),
      ("10", "2025-10-26T07:00:00Z", "10-26 07:50:00.000", "error early"),
      // No clocks with that offset change in the night before September 26.
      ("09", "2025-09-26T07:00:00Z", "09-26 08:00:00.050", "error early"),
    ])
  func clocks(month: String, next: String, shown: String, finding: String) throws {
    let lines = SilentCausesTests.days(month, next, shown: shown)
    let found = try profile("delivery", in: lines)
    #expect(words(found) == [finding], "\(found.findings)")
    let isExplained = finding.hasPrefix("warning")
    #expect(found.findings.first?.text.hasSuffix("give --zone") == isExplained)
    #expect(found.verdict == (isExplained ? .passed : .broken))
  }

  @Test("a zone that is named knows when its clocks change")
  func namedZone() throws {
    let lines = SilentCausesTests.days("10", "2025-10-26T07:00:00Z", shown: "10-26 08:00:00.050")
    let zone = LogZone.named(try Zone(identifier: "Europe/Berlin"))
    let found = try profile("delivery", in: lines, LogTimeOptions(year: 2025, zone: zone))
    #expect(found.verdict == .passed && found.findings == [])
  }

  @Test(
    "what is overdue by the hour that the clocks went forward is a warning",
    arguments: [("03-30 08:50:00.000", "warning missing"), ("03-30 09:16:00.000", "error missing")])
  func gap(end: String, finding: String) throws {
    let lines = [
      SilentCausesTests.line(
        "03-29 07:55:00.000",
        "[DNP-FETCH] Work started (earliestBeginDate=2025-03-29T06:55:00Z, "
          + "actual=2025-03-29T06:55:00Z, late=0s)"),
      SilentCausesTests.line(
        "03-29 17:00:00.000",
        "[DNP-STORAGE] Persisted schedule to DB "
          + "(id=b, type=DAILY, time=09:00, next=2025-03-30T07:00:00Z)"),
      SilentCausesTests.line(end, "[DNP-PLUGIN] status = ready"),
    ]
    let found = try profile("delivery", in: lines)
    #expect(words(found) == [finding], "\(found.findings)")
  }

  // MARK: A clock that was set forward

  /// A notification that was due at six and came at a quarter to nine, with drift.
  private static func late(_ between: [String]) -> [String] {
    [
      line(
        "11-15 05:42:30.000",
        "[DNP-STORAGE] Persisted schedule to DB "
          + "(id=daily, type=DAILY, time=06:00, next=2025-11-15T06:00:00Z)"),
      run[0],
    ] + between + [
      line("11-15 08:42:30.120", "[DNP-SCHEDULER] Notification delivered (id=daily, source=live)"),
      line("11-15 08:42:30.120", "[DNP-SCHEDULER] notification drift > 180s"),
    ]
  }

  /// A line between, and whether the log could be of a clock that was set forward.
  static let between: [(line: String?, isSilent: Bool)] = [
    (nil, true),
    ("11-15 05:59:00.000  1000  1000 I ActivityManager: something else", true),
    // What a clock has jumped over is prepared first.
    ("11-15 08:42:30.000  5310  5342 W DNP-FETCH: Work missed window; rescheduling", true),
    ("11-15 06:30:00.000  1000  1000 I ActivityManager: something else", false),
    ("11-15 08:42:00.000  1000  1000 I ActivityManager: something else", false),
    ("11-15 06:30:00.000  5310  5342 I DNP-PLUGIN: status = ready", false),
    // Somebody has written after the silence, long before the notification came.
    ("11-15 08:41:00.000  1000  1000 I ActivityManager: something else", false),
  ]

  @Test(
    "drift is a warning where nobody has written a line since the notification was due",
    arguments: between)
  func clockSet(line: String?, isSilent: Bool) throws {
    let found = try profile("delivery", in: SilentCausesTests.late(line.map { [$0] } ?? []))
    let drift = try #require(found.findings.first { $0.text.contains("more than 180 s") })
    #expect(drift.severity == (isSilent ? .warning : .error), "\(drift)")
    #expect(drift.text.contains("set forward looks like") == isSilent)
    #expect(found.verdict == (isSilent ? .passed : .broken))
  }

  @Test("drift of minutes is an error: nobody knows of a clock that was set")
  func shortDrift() throws {
    let lines = SilentCausesTests.late([])
      .map { $0.replacing("08:42:30.120", with: "06:05:00.000") }
    #expect(try profile("delivery", in: lines).verdict == .broken)
  }
}
