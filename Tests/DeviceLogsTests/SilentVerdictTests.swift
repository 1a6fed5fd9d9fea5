import Testing

@testable import DeviceLogs

/// Logs of which a check once said nothing, though something in them was wrong, or not sure.
@Suite("A verdict that is not silent")
struct SilentVerdictTests {
  private static let time = LogTimeOptions(year: 2025, zone: .offset(minutes: 0))

  private static func line(_ clock: String, _ text: String, tag: String = "DNP-X") -> String {
    let pid = tag == "DNP-X" ? 5_310 : 1_322
    return "11-15 \(clock)  \(pid)  \(pid + 32) I \(tag): \(text)"
  }

  /// A day on an Android phone: planned at 05:42, fetched at 05:48, due at 05:53.
  private static let morning =
    PluginLog.firstRun.enumerated().map { line("05:42:30.00\($0)", $1) }
    + PluginLog.prefetch.enumerated().map { line("05:48:04.00\($0)", $1) }
  private static let shown = line("05:53:00.300", PluginLog.delivery[0])
  private static let end = line("06:40:00.000", "level 61", tag: "BatteryService")

  private static func shown(_ clock: String, planned: String? = nil) -> String {
    let day = planned.map { ", planned=2025-11-\($0)T05:53:00Z" } ?? ""
    return line(
      clock, "[DNP-SCHEDULER] Notification delivered (id=daily, source=cache\(day))")
  }

  private static func delivery(
    _ lines: [String], _ time: LogTimeOptions = time
  ) throws -> LogAnswer.Profile {
    let answer = try Validating.answer(lines: lines, time: time)
    return try #require(answer.profiles.first { $0.name == "delivery" })
  }

  private static func words(_ profile: LogAnswer.Profile) -> [String] {
    profile.findings.map { finding in
      let place = finding.number.map { " line \($0)" } ?? ""
      return "\(finding.severity.rawValue) \(finding.kind.rawValue)\(place)"
    }
  }

  @Test("a miss that the plugin reports is a finding, also where nothing was shown")
  func miss() throws {
    let miss = Self.line(
      "06:20:00.000",
      "[DNP-RECOVERY] Notification missed "
        + "(id=daily, planned=2025-11-15T05:53:00Z, reason=noCodeRan, certainty=certain)")
    let answer = try Validating.answer(lines: Self.morning + [miss, Self.end], time: Self.time)
    #expect(answer.doubts.contains { $0.hasPrefix("delivery: missing: ") }, "\(answer.doubts)")
    let text = LogAnswerText(answer, path: "a", isUTF8: true).text
    #expect(text.contains("⚠ not observed  delivery: "), "\(text)")
    #expect(!text.contains("not observed: android-fire, delivery"))
  }

  @Test(
    "what was due just before the log ends is in doubt",
    arguments: [
      ("05:52:59.000", []), ("05:53:00.030", ["warning missing line 8"]),
      ("06:07:59.000", ["warning missing line 8"]), ("06:08:01.000", ["error missing line 8"]),
    ])
  func justDue(clock: String, findings: [String]) throws {
    let end = Self.line(clock, "level 61", tag: "BatteryService")
    let found = try Self.delivery(Self.morning + [end])
    #expect(Self.words(found) == findings, "\(found.findings)")
    if clock.hasPrefix("05:53") {
      let text = "due at 2025-11-15T05:53:00Z, and the log ends within 15m of it"
      #expect(found.findings.map(\.text) == [text])
    }
  }

  @Test("so is what was due on a later day, and not what is due the day after the log ends")
  func laterDay() throws {
    let whole = Self.morning + [Self.shown]
    let next = Self.line("05:53:01.000", "level 61", tag: "BatteryService")
      .replacing("11-15", with: "11-16")
    #expect(Self.words(try Self.delivery(whole + [next])) == ["warning missing line 8"])
    #expect(try Self.delivery(whole + [Self.end]).findings.isEmpty)
  }

  @Test(
    "what the system refuses at once was not delivered",
    arguments: [
      ("No Channel found for pkg=com.timesafari.app, channelId=null, id=7", "error"),
      ("Suppressing notification from package com.timesafari.app by user request.", "error"),
      ("Suppressing notification from package org.example.other by user request.", "warning"),
      ("Suppressing notification from package com.android.chrome by user request.", ""),
    ])
  func refused(text: String, severity: String) throws {
    func words(_ clock: String) throws -> [String] {
      let refusal = Self.line(clock, text, tag: "NotificationService")
      return Self.words(
        try Self.delivery(Self.morning + [Self.shown, refusal, Self.end].sorted()))
    }
    #expect(
      try words("05:53:00.310") == (severity.isEmpty ? [] : ["\(severity) forbidden line 13"]))
    #expect(try words("05:53:05.000") == [])
  }

  @Test("a notification that is shown again is named, as surely as the lines tell")
  func again() throws {
    func words(_ lines: [String], _ between: [String] = []) throws -> [String] {
      Self.words(try Self.delivery(Self.morning + [Self.shown] + between + lines + [Self.end]))
    }
    #expect(try words([Self.shown("05:53:00.500")]) == ["error duplicated line 14"])
    #expect(try words([Self.shown("06:03:00.500")]) == ["warning duplicated line 14"])
    // The next one was planned in between.
    let planned = Self.line(
      "05:53:00.400", "[DNP-SCHEDULER] Scheduling notification for 2025-11-16T05:53:00Z")
    #expect(try words([Self.shown("06:03:00.500")], [planned]) == [])
    let named = ["05:53:00.300", "06:03:00.500"].map { Self.shown($0, planned: "15") }
    #expect(
      Self.words(try Self.delivery(Self.morning + named + [Self.end]))
        == ["error duplicated line 14"])
    // Two schedules of one name may be due at a time.
    let other = Self.line(
      "05:42:30.500",
      "[DNP-STORAGE] Persisted schedule to DB "
        + "(id=daily, type=REMINDER, time=05:53, next=2025-11-15T05:53:00Z)")
    #expect(Self.words(try Self.delivery(Self.morning + [other] + named + [Self.end])) == [])
    // Two days that are told at once are two.
    let days = [
      Self.shown("05:53:00.300", planned: "15"), Self.shown("06:30:00.300", planned: "14"),
    ]
    #expect(Self.words(try Self.delivery(Self.morning + days + [Self.end])) == [])
  }

  @Test("the days that an iPhone tells at once are not one notification")
  func accounting() throws {
    let row =
      "[DNP-STORAGE] Persisted schedule to DB "
      + "(id=daily, type=DAILY, time=05:53, next=2025-11-15T05:53:00Z)"
    let shown = (0..<4).map {
      PluginLog.stamped("2025-11-18 09:00:00.00\($0)000", PluginLog.delivery[0])
    }
    let lines = [PluginLog.stamped("2025-11-14 05:42:30.118000", row)]
    func duplicates(_ count: Int) throws -> Int {
      try Self.delivery(lines + shown.prefix(count)).findings.count { $0.kind == .duplicated }
    }
    #expect(try duplicates(4) == 0)
    let more = shown + [PluginLog.stamped("2025-11-18 09:00:00.005000", PluginLog.delivery[0])]
    #expect(try Self.delivery(lines + more).findings.map(\.kind).contains(.duplicated))
  }

  @Test("a last line that is cut after its time says when the log ends")
  func cut() throws {
    let whole = Self.morning + [Self.end]
    #expect(
      try Self.delivery(whole.dropLast() + [String(Self.end.dropLast(14))]).verdict == .broken)
    #expect(try Self.delivery(whole.dropLast() + ["11-15 06:4"]).findings.isEmpty)
    // Times that nobody has written yet are none of this log.
    #expect(try Self.delivery(Self.morning + ["11-17 06:40:00.000  900"]).findings.isEmpty)
  }

  @Test("lines of another shape say when the log ends")
  func otherShape() throws {
    let end = "2025-11-15 06:40:00 the test was stopped"
    #expect(try Self.delivery(Self.morning + [end, "done"]).verdict == .broken)
  }

  @Test("a task that an iPhone has not run yet is a warning, and work of Android an error")
  func notYet() throws {
    let planned = PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.118000", $0) }
    let end = PluginLog.stamped("2025-11-15 06:40:00.000000", "[DNP-PLUGIN] status = ready")
    func prefetch(_ lines: [String]) throws -> LogAnswer.Profile? {
      try Validating.answer(lines: lines).profiles.first { $0.name == "prefetch" }
    }
    let task = try prefetch(planned + [end])
    #expect(
      task?.findings.map(\.text) == [
        "the task was due, but the log continues without it (due 2025-11-15T05:48:00Z; the system "
          + "decides when it runs)"
      ])
    #expect(task?.findings.map(\.severity) == [.warning])
    let work = planned.map { $0.replacing("BGAppRefreshTask", with: "Work") }
    #expect(try prefetch(work + [end])?.verdict == .broken)
  }
}
