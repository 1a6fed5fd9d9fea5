import Bridge
import DailyNotification
import DeviceModel
import JSONText
import Reports
import Scenarios
import SimulationCore
import Testing

@Suite("state over the bridge")
struct StateTests {
  private static let parts = StatePart.allCases.map(\.rawValue) + ["invariants"]

  @Test("has its parts in order, each found by its pointer")
  func parts() throws {
    var client = Client()
    try client.scheduleDaily()
    try client.result("time.advance", ["by": 90_000_000])
    let whole = try client.result("state.get")
    #expect(whole.objectValue?.keys == Self.parts)
    for part in Self.parts { #expect(try client.state("/\(part)") == whole[part]) }
  }

  @Test("shows what is pending, submitted and stored for a daily notification")
  func scheduled() throws {
    var client = Client()
    try client.scheduleDaily()
    let first = try client.state("/pending/0")
    #expect(first["identifier"] == "daily_daily")
    #expect(first["trigger"] == 1_763_185_980_000 && first["plannedTime"] == first["trigger"])
    #expect(
      first["rule"] == ["kind": "calendar", "at": "2025-11-15T05:53:00", "timezone": nil])
    #expect(first["source"] == "default" && first["url"] == .null && first["isDue"] == false)
    #expect(try client.state("/tasks/pending/0/earliestBeginDate") == 1_763_185_680_000)
    #expect(try client.state("/tasks/running") == [])
    #expect(try client.state("/tasks/handlers").arrayValue?.count == 2)
    let schedule = try client.state("/storage/schedules/0")
    #expect(schedule["alarm_id"] == "daily" && schedule["time"] == "05:53")
    #expect(schedule.objectValue?.count == 21)
    #expect(schedule["rolloverIntervalMinutes"] == JSONValue.null)
    #expect(try client.state("/settings/permission") == "authorized")
    #expect(try client.state("/storage/values/earliestBeginDate") == 1_763_185_680_000)
  }

  @Test("shows content, deliveries and counters after a day")
  func delivered() throws {
    var client = Client()
    try client.result("session.configure", ["knobs": ["taskLateness": "fixed"]])
    try client.scheduleDaily()
    try client.result("device.perform", ["verb": "background"])
    try client.result("time.advance", ["by": 3_600_000])
    #expect(try client.state("/delivered/0/identifier") == "daily_daily")
    #expect(try client.state("/delivered/0/source") == "cache")
    let bytes = try #require(try client.state("/storage/contents/0/bytes").stringValue)
    #expect(try JSONParser.parse(bytes)["title"] == "Daily Update")
    #expect(
      try client.state("/storage/contents/0/byteCount") == .integer(Int64(bytes.utf8.count)))
    try client.result("device.perform", ["verb": "foreground"])
    #expect(try client.state("/storage/history/0/scheduleId") == "daily")
    #expect(try client.state("/telemetry/dnp_prefetch_success_total") == 1)
    #expect(try client.state("/snapshot/prefetch_success") == true)
    #expect(try client.state("/invariants/violations") == [])
    #expect(try client.state("/invariants/tallies/0/checks").integerValue ?? 0 > 0)
  }

  @Test("tells what became of each notification by its path, as a run summary does")
  func history() throws {
    var client = Client()
    try client.scheduleDaily()
    try client.result("time.advance", ["by": 86_400_000])
    try client.result("device.perform", ["verb": "swipeAway"])
    try client.result("device.perform", ["verb": "clearPending"])
    try client.result("time.advance", ["by": 172_800_000])
    let told = try client.state("/history")
    var run = InteractiveRun(name: "a", configuration: .withKeys)
    _ = run.press(.setPermission(.authorized), title: "")
    _ = run.press(.call(method: "scheduleDailyNotification", options: ["time": "05:53"]), title: "")
    try run.advance(to: SimulationInstant(milliseconds: 86_400_000))
    _ = run.press(.swipeAway, title: "")
    _ = run.press(.clearPending, title: "")
    try run.advance(to: SimulationInstant(milliseconds: 3 * 86_400_000))
    #expect(told == RunSummary.occurrences(run.result.occurrences))
    let outcomes = told["occurrences"]?.arrayValue?.map { $0["outcome"]?.stringValue ?? "" }
    #expect(outcomes == ["shown", "notShown", "notShown", "ahead"])
    #expect(try client.state("/history/occurrences/1/cause") == "alarmLost")
    #expect(try client.result("state.get")["history"] == nil)
  }

  @Test("that does not fit into a line is refused, and the error says what to do")
  func tooLong() throws {
    var client = Client()
    try client.result("device.perform", ["verb": "setPermission", "value": "granted"])
    // A control character takes six bytes in JSON.
    let text = JSONValue.string(String(repeating: "\u{1}", count: 4096))
    for id in 0..<7 {
      try client.call(
        "scheduleDailyNotification",
        ["id": .string("s\(id)"), "time": "05:53", "title": text, "body": text])
    }
    let error = try client.error("state.get")
    #expect(error.code == -32_005 && error["data"]?["bytesMax"] == 1_048_576)
    #expect(try client.state("/clocks/zone") == "UTC")
  }
}
