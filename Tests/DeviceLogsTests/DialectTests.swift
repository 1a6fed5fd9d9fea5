import DailyNotification
import DeviceLogs
import Foundation
import ProjectFiles
import Testing

@Suite("The dialects of logs")
struct DialectTests {
  private static let names = [
    "dialect-classes.log", "dialect-codes.jsonl", "dialect-codes.log", "dialect-pipe.log",
    "dialect-recovery.log", "dialect-rollover.log", "dialect-schedule.log",
  ]

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: LogFixture.folder.appending(path: name)))
  }

  private func entries(_ bytes: [UInt8]) throws -> [LogEntry] {
    var scanner = LogScanner(time: LogFixture.time)
    try bytes.withUnsafeBytes { try scanner.consume($0) }
    try scanner.finish()
    return scanner.drain()
  }

  private func entries(_ lines: String...) throws -> [LogEntry] {
    try entries(Array(lines.joined(separator: "\n").utf8))
  }

  private func answer(_ name: String, profiles: [String] = []) throws -> LogAnswer {
    try Validating.answer(
      bytes(name), profiles: profiles.compactMap(BuiltInProfiles.profile(named:)))
  }

  private func profile(_ name: String, in answer: LogAnswer) throws -> LogAnswer.Profile {
    try #require(answer.profiles.first { $0.name == name })
  }

  private func events(_ entries: [LogEntry]) -> [String] {
    entries.map { $0.event?.name ?? "-" }
  }

  @Test("are read with the same events as the plugin's own lines")
  func classes() throws {
    let answer = try answer("dialect-classes.log")
    #expect(answer.tally.plugin == 14 && answer.tally.foreign == 0)
    for name in ["first-run", "prefetch", "delivery"] {
      #expect(try profile(name, in: answer).verdict == .passed, "\(name)")
    }
    #expect(answer.tally.dialects[.classes]?.records == 8)
    #expect(answer.tally.dialects[.classes]?.unnamed == 1)
  }

  @Test("of codes have the data after the message", arguments: ["log", "jsonl"])
  func codes(ending: String) throws {
    let entries = try entries(bytes("dialect-codes.\(ending)"))
    let expected =
      ["prefetchSucceeded", "notificationSkipped"]
      + (ending == "log" ? ["notificationSkipped"] : [])
    #expect(events(entries) == expected + ["-"])
    #expect(entries[0].field("status") == "200" && entries[0].field("duration") == "412")
    #expect(entries[0].source == .fetch && entries[1].source == .scheduler)
    #expect(entries[1].field("reason") == "ttl" && entries[1].field("id") == "daily")
    #expect(entries[1].level == .warning)
    #expect(entries[0].time?.text == "2025-11-15T05:48:05.001Z")
  }

  @Test("of a firing alarm have its profile, and no other is judged by them")
  func pipe() throws {
    let answer = try answer("dialect-pipe.log")
    #expect(answer.verdict == .passed)
    let shown = answer.profiles.filter { $0.verdict != .notObserved }.map(\.name)
    #expect(shown == ["android-fire", "rollover"])
    let fire = try profile("android-fire", in: answer)
    #expect(fire.passes == 1 && fire.steps.allSatisfy { $0.verdict == .ok })
    #expect(fire.timings.map(\.checked) == [1])
    #expect(answer.tally.dialects[.pipe]?.records == 11)
    #expect(answer.tally.dialects[.pipe]?.unnamed == 1)
    #expect(answer.tally.foreign == 0)
  }

  @Test("miss each line of a firing alarm that is not there", arguments: [0, 1, 2, 3, 5, 6])
  func missing(step: Int) throws {
    let lines = try bytes("dialect-pipe.log").split(separator: 0x0A)
      .map { String(decoding: $0, as: UTF8.self) }
    let fire = lines.filter { !$0.contains("SCHEDULE_FETCH") }
    var broken = fire
    broken.remove(at: 2 + step)
    let answer = try Validating.answer(lines: broken)
    let profile = try profile("android-fire", in: answer)
    #expect(profile.verdict == .broken)
    #expect(profile.findings.map(\.step) == [step])
    #expect(profile.findings.map(\.kind) == [.missing])
  }

  @Test("take another broadcast for no alarm")
  func broadcast() throws {
    let entries = try entries(
      "DN|RECEIVE_START action=org.timesafari.daily.NOTIFICATION",
      "DN|RECEIVE_START action=android.intent.action.BOOT_COMPLETED", "DN|RECEIVE_START")
    #expect(events(entries) == ["alarmReceived", "broadcastReceived", "alarmReceived"])
  }

  @Test("of a recovery: the two summaries of one boot are summed")
  func boots() throws {
    let answer = try answer("dialect-recovery.log")
    let recovery = try profile("recovery", in: answer)
    #expect(recovery.verdict == .passed && recovery.passes == 5)
    #expect(
      recovery.sums.map(\.text) == [
        "lines 4, 5 together (scenario=boot): missed=1 verified=1 rescheduled=2 errors=0"
      ])
    #expect(recovery.sums.map(\.numbers) == [[4, 5]])
    let entries = try entries(bytes("dialect-recovery.log"))
    #expect(
      entries.map { $0.field("scenario") ?? "-" }
        == ["-", "boot", "boot", "coldStart", "warmStart", "none"])
    #expect(entries[0].field("time") == "2025-11-15T05:53:00Z")
  }

  @Test("of a recovery: summaries of two boots are not summed")
  func twoBoots() throws {
    let lines = try bytes("dialect-recovery.log").split(separator: 0x0A)
      .map { String(decoding: $0, as: UTF8.self).replacing("05:40:31", with: "05:51:31") }
    let answer = try Validating.answer(lines: lines)
    #expect(try profile("recovery", in: answer).sums.isEmpty)
  }

  @Test("of a recovery: an error is one")
  func errors() throws {
    let lines = try bytes("dialect-recovery.log").split(separator: 0x0A)
      .map { String(decoding: $0, as: UTF8.self) }
    let answer = try Validating.answer(
      lines: lines.map { $0.replacing("verified=1, errors=0", with: "verified=1, errors=2") })
    let recovery = try profile("recovery", in: answer)
    #expect(recovery.verdict == .broken && recovery.findings.map(\.number) == [5])
    #expect(recovery.sums.first?.values.last?.sum == 2)
  }

  @Test("of a boot that takes an alarm as set: a warning")
  func skip() throws {
    let answer = try answer("dialect-schedule.log")
    let recovery = try profile("recovery", in: answer)
    #expect(recovery.verdict == .passed)
    #expect(recovery.findings.map(\.severity) == [.warning])
    #expect(recovery.findings.map(\.number) == [4])
    let entries = try entries(bytes("dialect-schedule.log"))
    #expect(events(entries) == ["alarmTakenAsSet", "duplicateSkipped", "recovered"])
    #expect(entries[0].field("requestCode") == "1207")
    #expect(entries[1].field("nextRun") == "2026-02-23T06:00:00Z")
    let others = try Validating.answer(
      lines: [
        "DNP-SCHEDULE: Skipping duplicate schedule: id=a, nextRun=0, source=APP_LAUNCH",
        "DNP-REACTIVATION: scenario=BOOT missed=0 rescheduled=0 verified=1",
      ])
    #expect(try profile("recovery", in: others).findings.isEmpty)
  }

  @Test("of a rollover: the next time is ahead, by a day at most")
  func rollover() throws {
    let answer = try answer("dialect-rollover.log")
    let rollover = try profile("rollover", in: answer)
    #expect(rollover.verdict == .passed && rollover.passes == 2)
    #expect(rollover.timings.map(\.checked) == [2])
    let text = String(decoding: try bytes("dialect-rollover.log"), as: UTF8.self)
    for (time, kind) in [
      ("2025-11-16T05:00:00Z", LogFinding.Kind.early), ("2025-11-18T05:53:00Z", .late),
    ] {
      let late = try Validating.answer(
        Array(text.replacing("2025-11-17T05:53:00Z", with: time).utf8))
      #expect(try profile("rollover", in: late).findings.map(\.kind) == [kind])
    }
  }

  @Test("have marks that are no word of others")
  func marks() throws {
    #expect(
      try entries(
        "XDN|RECEIVE_START", "DN| nothing", "DailyNotificationPlugin: x",
        "DailyNotificationStorages: x", "[DNP-OTHER-CODE] x", "DNP-FETCH- x",
        "DailyNotificationScope",
        "https://x.y/DailyNotificationStorage/z"
      ).isEmpty)
  }

  @Test("are shown by the viewer with the part that wrote them", arguments: names)
  func viewer(name: String) throws {
    let bytes = try bytes(name)
    var reader = try LogLineReader(head: bytes)
    var sources: [LogCategory] = []
    bytes.withUnsafeBytes { all in
      reader.consume(all) { _, facts in
        if let source = facts.source { sources.append(source) }
      }
    }
    #expect(sources.count == (name.hasSuffix("jsonl") ? 0 : try entries(bytes).count))
  }

  @Test("are read the same in pieces of any size", arguments: names)
  func pieces(name: String) throws {
    let bytes = try bytes(name)
    let whole = try Validating.answer(bytes).json(path: "")
    for size in [1, 7, 64] {
      #expect(try Validating.answer(bytes, chunk: size).json(path: "") == whole)
    }
  }

  @Test("are all on their page, with every event")
  func page() throws {
    let page = try ProjectFile.text("docs/logs.md")
    for dialect in LogDialect.allCases { #expect(page.contains("| `\(dialect.rawValue)` |")) }
    for event in DialectEvent.allCases {
      // A bar would end the cell.
      let wording = event.wording.replacing("|", with: "\\|")
      #expect(page.contains("| `\(event.rawValue)` | `\(wording)"), "\(event.rawValue)")
      for field in event.fields { #expect(page.contains("`\(field.name)`"), "\(field.name)") }
    }
  }
}
