import DailyNotification
import Testing

@testable import DeviceLogs

/// Logs as they come from the field: with sections, servers, and lines that are not there.
@Suite("A log from the field")
struct FieldLogTests {
  private static let time = LogTimeOptions(year: 2025, zone: .offset(minutes: 0))

  /// A morning without its delivery, as logcat prints it with the users' numbers.
  private static let morning =
    zip(PluginLog.firstRun + PluginLog.prefetch, 0...).map { text, place in
      "11-15 05:4\(place < 8 ? 2 : 8):1\(place % 8).000 10123  5310  5342 I DNP-X: \(text)"
    }
  private static let shown =
    "11-15 05:53:00.300 10123  5310  5342 I DNP-X: \(PluginLog.delivery[0])"

  private static func other(_ clock: String) -> String {
    "11-15 \(clock)  1000   640   702 D WifiHAL : link quality fine"
  }

  private static func verdicts(_ lines: [String]) throws -> [String: LogAnswer.Verdict] {
    let answer = try Validating.answer(lines: lines, time: time)
    return Dictionary(
      answer.profiles.map { ($0.name, $0.verdict) }, uniquingKeysWith: { one, _ in one })
  }

  // MARK: Sections of a bug report

  private static func report(
    system: [String], events: [String] = [], before: [String] = []
  ) -> [String] {
    ["== dumpstate: 2025-11-15 06:41:00", "Build: A.1", ""]
      + ["------ SYSTEM LOG (logcat -v threadtime -v uid -d *:v) ------"]
      + ["--------- beginning of system"] + system
      + ["------ EVENT LOG (logcat -b events -v threadtime -v uid -d *:v) ------"] + events
      + ["------ LAST LOGCAT (logcat -L -b all -v threadtime -v uid -d *:v) ------"] + before
  }

  @Test("ends with the latest time of any section of a bug report")
  func end() throws {
    let events = [FieldLogTests.other("05:30:00.000")]
    let never = FieldLogTests.report(
      system: FieldLogTests.morning + [FieldLogTests.other("06:40:00.000")], events: events)
    #expect(try FieldLogTests.verdicts(never)["delivery"] == .broken)
    let early = FieldLogTests.report(
      system: FieldLogTests.morning + [FieldLogTests.other("05:50:00.000")], events: events)
    #expect(try FieldLogTests.verdicts(early)["delivery"] == .notObserved)
    let good = FieldLogTests.report(
      system: FieldLogTests.morning + [FieldLogTests.shown, FieldLogTests.other("06:40:00.000")],
      events: events)
    #expect(try FieldLogTests.verdicts(good)["delivery"] == .passed)
  }

  @Test("does not take the log of before a start for the newer one")
  func last() throws {
    let lines = FieldLogTests.report(
      system: FieldLogTests.morning + [FieldLogTests.other("06:40:00.000")],
      before: [FieldLogTests.shown])
    let answer = try Validating.answer(lines: lines, time: FieldLogTests.time)
    let deliveries = answer.profiles.filter { $0.name == "delivery" }
    #expect(deliveries.map(\.verdict) == [.broken, .passed])
    #expect(deliveries.map(\.writer) == ["process 5310", "last logcat, process 5310"])
    #expect(answer.verdict == .broken)
  }

  // MARK: Objects

  /// Objects of a server, whose text is a line of logcat.
  private static func objects(_ lines: [String]) -> String {
    let objects = lines.map { line in
      "{\"level\":\"ALL\",\"message\":\"\(line.replacing("\"", with: "\\\""))\",\"timestamp\":0}"
    }
    return "{\"value\":[" + objects.joined(separator: ",") + "]}"
  }

  @Test("has the times of the lines inside a server's objects")
  func server() throws {
    func verdict(_ lines: [String]) throws -> LogAnswer.Verdict {
      let answer = try Validating.answer(
        Array(FieldLogTests.objects(lines).utf8), time: FieldLogTests.time)
      #expect(answer.format.name == "objects")
      return answer.verdict
    }
    let end = FieldLogTests.other("06:40:00.000")
    #expect(try verdict(FieldLogTests.morning + [FieldLogTests.shown, end]) == .passed)
    #expect(try verdict(FieldLogTests.morning + [end]) == .broken)
    let bad = FieldLogTests.morning.filter { !$0.contains("status = ready") }
    #expect(try verdict(bad + [FieldLogTests.shown, end]) == .broken)
  }

  @Test("ends with the latest object, by whatever name an object calls its time")
  func names() throws {
    let plugin = zip(PluginLog.firstRun + PluginLog.prefetch, 0...).map { text, place in
      "{\"ts\":\"2025-11-15T05:4\(place < 8 ? 2 : 8):1\(place % 8)Z\",\"msg\":\"\(text)\"}"
    }
    let first = "{\"ts\":\"2025-11-15T05:42:00Z\",\"msg\":\"x\"}"
    let end = "{\"at\":{\"time\":\"2025-11-15T06:40:00Z\"},\"msg\":\"x\"}"
    // However many objects have no time at all.
    let timeless = Array(repeating: "{\"msg\":\"x\"}", count: 100)
    let ends = Array(repeating: end, count: 20)
    let lines = [first] + plugin + timeless + ends
    let answer = try Validating.answer(lines: lines, time: LogTimeOptions())
    #expect(answer.format.name == "objects" && answer.tally.plugin == 12)
    #expect(answer.profiles.first { $0.name == "delivery" }?.verdict == .broken)
  }

  // MARK: Lines that are not there, or say that something failed

  @Test("names the first line of a first run that is not there", arguments: [0, 1, 2, 3])
  func without(index: Int) throws {
    var lines = FieldLogTests.morning
    let removed = lines.remove(at: index)
    let answer = try Validating.answer(
      lines: lines + [FieldLogTests.other("05:50:00.000")], time: FieldLogTests.time)
    let text = LogAnswerText(answer, path: "a", isUTF8: true).text
    let beginnings = [
      "no [DNP-PLUGIN] configure() called", "no [DNP-PLUGIN] status = ready",
      "no [DNP-PLUGIN] requestPermissions()", "no [DNP-SCHEDULER] scheduleDailyNotification()",
    ]
    #expect(text.contains(beginnings[index]), "without '\(removed)':\n\(text)")
  }

  @Test("names the line that says that something could not be stored")
  func persist() throws {
    let failed = "11-15 05:54:00.000 10123  5310  5342 E DNP-X: [DNP-STORAGE] Persist failed (x)"
    let answer = try Validating.answer(
      lines: FieldLogTests.morning + [FieldLogTests.shown, failed], time: FieldLogTests.time)
    let delivery = try #require(answer.profiles.first { $0.name == "delivery" })
    #expect(delivery.verdict == .broken)
    #expect(delivery.findings.map(\.number) == [14])
  }

  @Test("of more apps than are told apart says so")
  func crowded() throws {
    func answer(_ count: Int) throws -> LogAnswer {
      let rounds = (0..<2).flatMap { round in
        (0..<count).map { app -> String in
          let text = PluginLog.firstRun[round]
          return "11-15 05:42:1\(round).000 10123  \(5_000 + app)  5342 I DNP-X: \(text)"
        }
      }
      return try Validating.answer(lines: rounds, time: FieldLogTests.time)
    }
    #expect(try answer(16).warnings == [])
    #expect(try answer(17).warnings.contains { $0.hasPrefix("more than 16 apps or phones") })
  }
}
