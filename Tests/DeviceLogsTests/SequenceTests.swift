import CivilTime
import DeviceLogs
import Testing

@Suite("The sequence of log lines")
struct SequenceTests {
  private func profile(
    _ name: String, in lines: [String], chosen: Bool = false
  ) throws -> LogAnswer.Profile {
    let profiles = chosen ? BuiltInProfiles.all.filter { $0.name == name } : []
    let answer = try Validating.answer(lines: lines, profiles: profiles)
    return try #require(answer.profiles.first { $0.name == name })
  }

  private func texts(_ profile: LogAnswer.Profile) -> [String] {
    profile.findings.map { "\($0.kind.words) \($0.number ?? 0): \($0.text)" }
  }

  @Test("reports each removed line of the first run as missing", arguments: 0..<8)
  func missing(index: Int) throws {
    var lines = PluginLog.whole
    lines.remove(at: index)
    // Another line of its category is there, so the line is missing and not unobserved.
    if index == 7 { lines.append("[DNP-STORAGE] Quarantined (x)") }
    let profile = try profile("first-run", in: lines, chosen: true)
    #expect(profile.verdict == .broken && profile.brokenPasses == 1)
    #expect(profile.steps.map(\.verdict).firstIndex(of: .missing) == index)
    #expect(profile.findings.map(\.kind) == [.missing])
    #expect(profile.findings.map(\.step) == [index])
  }

  @Test("reports any two swapped neighbours of the first run", arguments: 0..<7)
  func swapped(index: Int) throws {
    var lines = PluginLog.whole
    lines.swapAt(index, index + 1)
    let profile = try profile("first-run", in: lines, chosen: true)
    #expect(profile.verdict == .broken)
    #expect(profile.findings.map(\.kind) == [.outOfOrder])
    #expect(profile.steps.filter { $0.verdict == .outOfOrder }.count == 1)
  }

  @Test("names the line before or after which something was expected")
  func explains() throws {
    var lines = PluginLog.whole
    lines.remove(at: 1)
    lines.swapAt(5, 6)
    #expect(
      texts(try profile("first-run", in: lines)) == [
        "missing 1: no [DNP-PLUGIN] status = ready",
        "out of order 7: [DNP-SCHEDULER] Scheduling notification for … comes after "
          + "'[DNP-STORAGE] Persisted schedule to DB (id=…, type=…, time=…, next=…)' in line 6",
      ])
  }

  @Test("reports duplicated lines", arguments: [3, 4, 5, 6, 7])
  func duplicated(index: Int) throws {
    var lines = PluginLog.whole
    lines.insert(lines[index], at: index)
    let profile = try profile("first-run", in: lines)
    #expect(profile.findings.map(\.kind) == [.duplicated])
    #expect(profile.findings.first?.number == index + 2)
    #expect(profile.steps[index].verdict == .duplicated)
  }

  @Test(
    "takes what follows a whole first run for something else",
    arguments: [3, 5, 6])
  func followed(index: Int) throws {
    let lines = PluginLog.firstRun + PluginLog.firstRun[index...]
    let found = try profile("first-run", in: lines)
    #expect(found.verdict == .passed, "\(texts(found))")
    // A log that begins later has no line of the plugin itself, which is not missed.
    let later = try profile("first-run", in: Array(lines.dropFirst(3)), chosen: true)
    #expect(later.verdict == .passed, "\(texts(later))")
  }

  @Test("reports a task that completed twice")
  func completedTwice() throws {
    let lines = PluginLog.firstRun + PluginLog.prefetch + [PluginLog.prefetch[3]]
    #expect(
      texts(try profile("prefetch", in: lines)) == [
        "duplicated 13: [DNP-FETCH] BGTask completed (success=…) is there 2 times, expected 1"
      ])
  }

  @Test("reports a task whose start is missing")
  func impliedPass() throws {
    let lines = PluginLog.firstRun + PluginLog.prefetch.dropFirst()
    let profile = try profile("prefetch", in: lines)
    #expect(profile.verdict == .broken && profile.passes == 1)
    #expect(profile.findings.map(\.step) == [0] && profile.findings.map(\.kind) == [.missing])
  }

  @Test(
    "reports a task that starts late or too early, but not within 15 minutes",
    arguments: [
      ("06:03:00Z", 900, nil), ("06:03:01Z", 901, LogFinding.Kind.late),
      ("05:47:59Z", -1, .early), ("05:48:00Z", 0, nil),
    ])
  func late(actual: String, seconds: Int, kind: LogFinding.Kind?) throws {
    var lines = PluginLog.whole
    lines[8] =
      "[DNP-FETCH] BGTask started (earliestBeginDate=2025-11-15T05:48:00Z, "
      + "actual=2025-11-15T\(actual), late=\(seconds)s)"
    let profile = try profile("prefetch", in: lines)
    // Late by the two times and by the plugin's own number. When a task runs is up to the system.
    #expect(profile.findings.map(\.kind) == (kind.map { $0 == .late ? [$0, $0] : [$0] } ?? []))
    #expect(profile.findings.allSatisfy { $0.severity == .warning })
    #expect(profile.verdict == .passed)
    #expect(profile.timings.map(\.checked) == [1, 1, 1])
  }

  @Test(
    "checks that the prefetch is five minutes before the notification",
    arguments: [
      ("05:48:00", true), ("05:47:59", false), ("05:48:01", false), ("05:43:00", false),
    ])
  func lead(time: String, isRight: Bool) throws {
    var lines = PluginLog.whole
    lines[5] = "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T\(time)Z)"
    #expect((try profile("first-run", in: lines).verdict == .passed) == isRight)
  }

  @Test("reports drift that the plugin logged")
  func drift() throws {
    let lines = PluginLog.whole + ["[DNP-SCHEDULER] notification drift > 180s"]
    let profile = try profile("delivery", in: lines)
    #expect(profile.verdict == .broken && profile.findings.map(\.kind) == [.late])
  }

  /// A line near the drift, how far away it is written, and whether it explains the drift.
  static let explanations: [(line: String, at: String, isExplained: Bool)] = [
    ("[DNP-RECOVERY] scenario=boot missed=0 verified=54 rescheduled=1", "06:59:30", true),
    ("[DNP-RECOVERY] scenario=boot missed=0 verified=54 rescheduled=1", "07:00:30", true),
    ("[DNP-RECOVERY] scenario=boot missed=0 verified=54 rescheduled=1", "06:54:59", false),
    ("[DNP-RECOVERY] scenario=boot missed=0 verified=54 rescheduled=1", "07:05:01", false),
    ("[DNP-RECOVERY] scenario=coldStart missed=0 verified=54 rescheduled=1", "07:00:30", false),
    (
      "[DNP-SCHEDULER] Zone followed (id=daily, zone=Asia/Tokyo, next=2025-11-16T11:00:00Z)",
      "07:00:00", true
    ),
  ]

  @Test("takes drift for a warning where a line near it explains it", arguments: explanations)
  func explained(line: String, time: String, isExplained: Bool) throws {
    let drift = [PluginLog.delivery[0], "[DNP-SCHEDULER] notification drift > 180s"]
    let stamped = drift.map { PluginLog.stamped("2025-11-15 07:00:00.000000", $0) }
    let other = PluginLog.stamped("2025-11-15 \(time).000000", line)
    let found = try profile("delivery", in: time < "07" ? [other] + stamped : stamped + [other])
    #expect(found.verdict == (isExplained ? .passed : .broken))
    #expect(found.findings.map(\.severity) == [isExplained ? .warning : .error])
    #expect(found.findings.first?.text.contains("explains") == isExplained)
    // Without times, lines that are not far from one another count as near.
    let isOfEntry = !line.contains("coldStart")
    #expect(try profile("delivery", in: drift + [line]).verdict == (isOfEntry ? .passed : .broken))
    let between = Array(repeating: "[DNP-PLUGIN] status = ready", count: 20)
    #expect(try profile("delivery", in: drift + between + [line]).verdict == .broken)
  }

  @Test("takes a run that a new process has cut short for a warning")
  func cutShort() throws {
    let begun = PluginLog.firstRun + PluginLog.prefetch.prefix(2)
    let start = "[DNP-RECOVERY] scenario=coldStart missed=0 verified=54 rescheduled=1"
    let cut = try profile("prefetch", in: begun + [start])
    #expect(cut.verdict == .passed && cut.findings.map(\.severity) == [.warning, .warning])
    #expect(cut.findings.allSatisfy { $0.text.hasSuffix(", since the pass was cut short") })
    // The next run has lines of its own.
    #expect(try profile("prefetch", in: begun + [start] + PluginLog.prefetch).verdict == .passed)
    let resumed = start.replacing("coldStart", with: "warmStart")
    #expect(try profile("prefetch", in: begun + [resumed]).verdict == .broken)
    #expect(try profile("prefetch", in: Array(begun)).verdict == .broken)
  }

  @Test("takes a run that ends without success and without a fetch for whole")
  func noFetch() throws {
    let end = "[DNP-FETCH] BGTask completed (success=false)"
    let begun = PluginLog.firstRun + PluginLog.prefetch.prefix(2)
    #expect(try profile("prefetch", in: begun + [end]).findings == [])
    #expect(try profile("prefetch", in: PluginLog.firstRun + [end]).findings == [])
    // One with success has fetched, and one that has fetched has started.
    let success = end.replacing("false", with: "true")
    #expect(try profile("prefetch", in: begun + [success]).verdict == .broken)
    let failed = "[DNP-FETCH] Prefetch failed (reason=NETWORK, status=none)"
    #expect(try profile("prefetch", in: PluginLog.firstRun + [failed, end]).verdict == .broken)
    // Launched again while the first run is at it.
    let again = begun + PluginLog.prefetch.prefix(2) + [end] + PluginLog.prefetch.suffix(2)
    #expect(try profile("prefetch", in: again).findings == [])
  }

  @Test(
    "reports a notification that was shown before its time",
    arguments: [("05:49:59", true), ("05:50:00", false), ("05:59:00", false)])
  func early(time: String, isEarly: Bool) throws {
    var lines = PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
    lines.append(PluginLog.stamped("2025-11-15 \(time).000000", PluginLog.delivery[0]))
    let profile = try profile("delivery", in: lines)
    #expect(profile.findings.map(\.kind) == (isEarly ? [.early] : []))
  }

  @Test(
    "reports a notification that was never shown although the log continues",
    arguments: [("06:08:00", false), ("06:08:01", true)])
  func due(time: String, isMissed: Bool) throws {
    var lines = PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
    lines.append(
      PluginLog.stamped("2025-11-15 \(time).000000", "[DNP-RECOVERY] Zone"))
    lines.append(
      PluginLog.stamped("2025-11-15 \(time).000000", "[DNP-PLUGIN] status = ready"))
    let profile = try profile("delivery", in: lines)
    #expect(profile.verdict == (isMissed ? .broken : .notObserved))
    #expect(profile.findings.map(\.kind) == [.missing])
    #expect(profile.findings.map(\.severity) == [isMissed ? .error : .warning])
  }

  @Test(
    "shows what was planned and did not come before the log's end, whoever wrote its last line",
    arguments: [("06:08:00", false), ("06:08:01", true)])
  func dueAtEnd(time: String, isMissed: Bool) throws {
    let lines =
      PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
      .map { $0.replacing("BGAppRefreshTask", with: "Work") }
      + ["2025-11-15 \(time).000000+0000  localhost kernel[0]: (Wifi) something else"]
    let delivery = try profile("delivery", in: lines)
    #expect(delivery.verdict == (isMissed ? .broken : .notObserved))
    #expect(delivery.findings.map(\.severity) == [isMissed ? .error : .warning])
    let prefetch = try profile("prefetch", in: lines)
    // The task was due at 05:48, and had fifteen minutes.
    #expect(prefetch.verdict == .broken)
    #expect(prefetch.findings.map(\.kind) == [.missing])
  }

  /// One schedule's notification came, another's did not.
  @Test(
    "waits for each schedule by itself", arguments: ["a", "b", "both", "neither", "moved"])
  func twoSchedules(shown: String) throws {
    var lines: [String] = []
    func add(_ time: String, _ line: String) {
      lines.append(PluginLog.stamped("2025-11-15 \(time).000000", line))
    }
    func plan(_ time: String, _ id: String, _ at: String) {
      add(time, "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T\(at):00Z")
      add(
        time,
        "[DNP-STORAGE] Persisted schedule to DB (id=\(id), type=DAILY, time=\(at), "
          + "next=2025-11-15T\(at):00Z)")
    }
    plan("05:42:30", "a", "06:00")
    plan("05:42:31", "b", "07:00")
    if shown == "moved" { plan("05:43:00", "a", "08:00") }
    for (id, time) in [("a", "06:00:01"), ("b", "07:00:01")] where [id, "both"].contains(shown) {
      add(time, "[DNP-SCHEDULER] Notification delivered (id=\(id), source=default)")
    }
    add("07:30:00", "[DNP-PLUGIN] status = ready")
    let found = try profile("delivery", in: lines)
    let (a, b) = ("(due 2025-11-15T06:00:00Z)", "(due 2025-11-15T07:00:00Z)")
    let expected = ["a": [b], "b": [a], "both": [], "neither": [a, b], "moved": [b]]
    #expect(found.findings.map { "(" + $0.text.split(separator: "(")[1] } == expected[shown])
    #expect(found.findings.allSatisfy { $0.kind == .missing })
  }

  @Test("shows what was due before something else was planned")
  func dueBeforeNextPlan() throws {
    let lines =
      PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
      + [
        PluginLog.stamped(
          "2025-11-15 09:00:00.000000",
          "[DNP-SCHEDULER] Scheduling notification for 2025-11-16T05:53:00Z")
      ]
    let found = try profile("delivery", in: lines)
    #expect(found.verdict == .broken)
    #expect(texts(found).first?.contains("(due 2025-11-15T05:53:00Z)") == true)
  }

  @Test("warns where the line of what was due was written late, which is no proof")
  func lateLine() throws {
    let lines =
      PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
      + [PluginLog.stamped("2025-11-15 09:00:00.000000", PluginLog.delivery[0])]
    let found = try profile("delivery", in: lines)
    #expect(found.verdict == .passed)
    #expect(found.findings.map(\.kind) == [.late] && found.findings[0].severity == .warning)
  }

  @Test("does not wait for what a call took back")
  func cancelled() throws {
    let lines =
      PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
      + [
        PluginLog.stamped(
          "2025-11-15 05:45:00.000000", "[DNP-PLUGIN] cancelAllNotifications() called"),
        PluginLog.stamped("2025-11-15 09:00:00.000000", "[DNP-PLUGIN] status = ready"),
      ]
    #expect(try profile("delivery", in: lines).findings == [])
    #expect(try profile("prefetch", in: lines).findings == [])
  }

  @Test("waits for a schedule at the time that it has in another zone")
  func zone() throws {
    let start = PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
    let moved = PluginLog.stamped(
      "2025-11-15 05:45:00.000000",
      "[DNP-SCHEDULER] Zone followed "
        + "(id=daily, zone=America/New_York, next=2025-11-15T10:53:00Z)")
    func end(_ time: String) -> String {
      PluginLog.stamped("2025-11-15 \(time).000000", "[DNP-PLUGIN] status = ready")
    }
    let before = try profile("delivery", in: start + [moved, end("10:00:00")])
    #expect(before.verdict != .broken && before.findings == [])
    let after = try profile("delivery", in: start + [moved, end("12:00:00")])
    #expect(texts(after).count == 1)
    #expect(texts(after).first?.contains("(due 2025-11-15T10:53:00Z)") == true)
    // What was overdue before the phone came to another zone stays missing.
    let late = moved.replacing("05:45:00", with: "06:30:00")
    let missed = try profile("delivery", in: start + [late, end("10:00:00")])
    #expect(texts(missed).count == 1)
    #expect(texts(missed).first?.contains("(due 2025-11-15T05:53:00Z)") == true)
  }

  @Test("expects no debug line in a log at info that shows a call")
  func infoOnly() throws {
    let yaml = """
      name: mine
      title: Mine
      begins: taskStarted
      steps: [{line: taskStarted}, {line: tokenIssued}]
      """
    let profile = try ProfileFile.parse(Array(yaml.utf8), path: "p.yaml")
    for (method, verdict) in [
      ("cancelDailyReminder", LogAnswer.Step.Verdict.notObserved),
      ("getNotificationStatus", .missing),
    ] {
      let lines = [
        "2025-11-15 05:42:29.000000+0000  localhost kernel[0]: (Wifi) else",
        PluginLog.stamped("2025-11-15 05:48:04.000000", PluginLog.prefetch[0]),
        PluginLog.stamped("2025-11-15 05:49:00.000000", "[DNP-PLUGIN] \(method)() called"),
      ]
      let answer = try Validating.answer(lines: lines, profiles: [profile])
      #expect(answer.profiles[0].steps[1].verdict == verdict, "\(method)")
    }
  }

  @Test(
    "misses a whole category where lines of others show that nobody searched",
    arguments: [true, false])
  func wholeLog(hasOthers: Bool) throws {
    var lines = PluginLog.whole.filter { !$0.contains("DNP-STORAGE") }
      .map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
    if hasOthers {
      lines.insert("2025-11-15 05:42:29.000000+0000  localhost kernel[0]: (Wifi) else", at: 0)
    }
    let found = try profile("first-run", in: lines)
    #expect(found.steps.last?.verdict == (hasOthers ? .missing : .notObserved))
    #expect(found.verdict == (hasOthers ? .broken : .passed))
  }

  @Test("reads no more than it is allowed to, and says so")
  func limited() throws {
    let text = PluginLog.whole.joined(separator: "\n") + "\n"
    for (limit, isCut) in [(text.utf8.count, false), (text.utf8.count - 1, true), (1, true)] {
      var validation = LogValidation(profiles: [], bytesMax: limit)
      var bytes = Array(text.utf8)
      try bytes.withUnsafeMutableBytes { try validation.consume(UnsafeRawBufferPointer($0)) }
      #expect(validation.isFull == isCut)
      let answer = try validation.finish()
      #expect(
        answer.warnings.contains("only the first \(limit) bytes were read; raise --max-bytes")
          == isCut)
    }
  }

  @Test("reads no more lines than it is allowed to, and says so", arguments: [true, false])
  func limitedLines(isOfPlugin: Bool) throws {
    let line = isOfPlugin ? "[DNP-FETCH] BGTask completed (success=true)\n" : "\n"
    var validation = LogValidation(
      profiles: [],
      lines: LogValidation.LineLimits(all: isOfPlugin ? .max : 10, plugin: isOfPlugin ? 10 : .max))
    // Enough bytes that the log's format is settled before the last chunk.
    let (chunkLines, chunks) = (10_000, 20)
    for _ in 0..<chunks {
      var bytes = Array(String(repeating: line, count: chunkLines).utf8)
      try bytes.withUnsafeMutableBytes { try validation.consume(UnsafeRawBufferPointer($0)) }
    }
    #expect(validation.isFull == true)
    let answer = try validation.finish()
    #expect(answer.tally.lines < chunkLines * chunks)
    #expect(answer.warnings.count { $0.hasPrefix("reading ended after ") } == 1)
  }

  @Test("checks each pass of a prefetch by itself")
  func passes() throws {
    var lines = PluginLog.firstRun
    for day in 0..<30 {
      lines += day == 17 ? Array(PluginLog.prefetch.dropLast()) : PluginLog.prefetch
    }
    let profile = try profile("prefetch", in: lines)
    #expect(profile.passes == 30 && profile.brokenPasses == 1)
    #expect(profile.findings.map(\.pass) == [18])
    #expect(profile.steps.map(\.seen) == [30, 30, 30, 29])
  }

  @Test("keeps a bounded number of findings and counts the rest")
  func bounded() throws {
    let lines =
      PluginLog.firstRun
      + (0..<300).flatMap { _ in PluginLog.prefetch.prefix(3) }
    let profile = try profile("prefetch", in: lines)
    #expect(profile.findings.count == 200 && profile.findingsOmitted == 100)
    #expect(profile.passes == 300 && profile.brokenPasses == 300)
  }

  @Test("leaves out steps that the log cannot show")
  func boundedUnseen() throws {
    let both = PluginLog.firstRun.filter { $0.contains("SCHEDULER") }
    let lines = (0..<300).flatMap { _ in both } + both.prefix(1)
    let yaml = """
      name: mine
      title: Mine
      begins: dailyScheduled
      steps:
        - line: dailyScheduled
        - line: prefetchPlanned
        - line: taskScheduled
        - line: schedulePersisted
        - line: notificationPlanned
      """
    let profile = try ProfileFile.parse(Array(yaml.utf8), path: "p.yaml")
    let answer = try Validating.answer(lines: lines, profiles: [profile])
    let findings = answer.profiles[0].findings
    #expect(findings.map(\.step) == [4] && findings.map(\.pass) == [301])
    #expect(answer.profiles[0].findingsOmitted == 0 && answer.profiles[0].brokenPasses == 1)
  }

  @Test("treats a number of seconds with too many digits as a long duration", arguments: ["", "-"])
  func endless(sign: String) throws {
    var lines = PluginLog.whole
    lines[8] = lines[8].replacing("late=4s", with: "late=\(sign)9223372036854775807s")
    #expect(try profile("prefetch", in: lines).findings.map(\.kind) == (sign == "" ? [.late] : []))
  }

  @Test("treats a category that does not occur as not observed")
  func notObserved() throws {
    let lines = PluginLog.whole.filter { !$0.contains("STORAGE") }
    let profile = try profile("first-run", in: lines)
    #expect(profile.verdict == .passed && profile.steps.last?.verdict == .notObserved)
    #expect(profile.findings == [] && profile.brokenPasses == 0)
    let two = PluginLog.whole.filter { $0.contains("SCHEDULER") }
    #expect(
      try self.profile("first-run", in: two).steps.map(\.verdict) == [
        .notObserved, .notObserved, .notObserved, .ok, .notObserved, .notObserved, .ok,
        .notObserved,
      ])
  }

  @Test("must occur if it was named alone, but not if it is one of several")
  func chosen() throws {
    let delivery = BuiltInProfiles.all.filter { $0.name == "delivery" }
    let lines = PluginLog.firstRun
    #expect(try Validating.answer(lines: lines).verdict == .passed)
    #expect(try Validating.answer(lines: lines, profiles: delivery).verdict == .notObserved)
    let both = BuiltInProfiles.all.filter { ["first-run", "delivery"].contains($0.name) }
    #expect(try Validating.answer(lines: lines, profiles: both).verdict == .notObserved)
    #expect(try Validating.answer(lines: PluginLog.whole, profiles: both).verdict == .passed)
    #expect(try Validating.answer(lines: ["x"]).verdict == .notObserved)
    #expect(try Validating.answer([]).verdict == .notObserved)
  }

  @Test("reports a missed task as a warning")
  func missed() throws {
    let lines = PluginLog.firstRun + ["[DNP-FETCH] BGTask missed window; rescheduling"]
    let profile = try profile("prefetch", in: lines)
    #expect(profile.findings.map(\.severity) == [.warning])
    #expect(profile.findings.map(\.kind) == [.late])
    #expect(try Validating.answer(lines: lines).verdict == .passed)
  }

  @Test("finds the dual schedule among others")
  func dual() throws {
    let lines = [
      "[DNP-DUAL] Content fetch planned (schedule=0 6 * * *, "
        + "earliestBeginDate=2025-11-15T06:00:00Z)",
      "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T06:00:00Z)",
      "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T06:05:00Z",
      "[DNP-STORAGE] Persisted schedule to DB "
        + "(id=dual, type=DUAL, time=5 6 * * *, next=2025-11-15T06:05:00Z)",
    ]
    #expect(try profile("dual", in: lines).verdict == .passed)
    let reminder =
      Array(lines.dropLast()) + [
        lines[3].replacing("type=DUAL", with: "type=REMINDER")
      ]
    #expect(try profile("dual", in: reminder).findings.map(\.kind) == [.missing])
  }

  @Test("wants a dual fetch before its notification, unless it was too late for the first one")
  func skippedFetch() throws {
    let lines = [
      "[DNP-DUAL] Content fetch planned (schedule=0 6 * * *, "
        + "earliestBeginDate=2025-11-16T06:00:00Z)",
      "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T06:05:00Z",
      "[DNP-STORAGE] Persisted schedule to DB "
        + "(id=dual, type=DUAL, time=5 6 * * *, next=2025-11-15T06:05:00Z)",
    ]
    #expect(try profile("dual", in: lines).findings.map(\.kind) == [.early])
    let skipped = ["[DNP-FETCH] Prefetch skipped (ahead=-300s)"] + lines
    #expect(try profile("dual", in: skipped).verdict == .passed)
  }

  @Test(
    "wants no task while notifications are denied",
    arguments: [("notificationsDenied", false), ("noCodeRan", true)])
  func denied(reason: String, isMissed: Bool) throws {
    let lines = [
      PluginLog.stamped(
        "2025-11-15 09:00:00.000000",
        "[DNP-RECOVERY] Notification missed (id=daily, planned=2025-11-15T05:53:00Z, "
          + "reason=\(reason), certainty=unknown)"),
      PluginLog.stamped("2025-11-15 09:00:00.000000", "[DNP-PLUGIN] status = ready"),
    ]
    let whole = PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.000000", $0) }
    let found = try profile("prefetch", in: whole + lines)
    #expect(found.findings.map(\.kind) == (isMissed ? [.missing] : []))
  }
}
