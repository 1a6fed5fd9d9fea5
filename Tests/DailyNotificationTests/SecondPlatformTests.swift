import CivilTime
import JSONText
import Testing

@testable import DailyNotification

/// The seam between the plugin and its platform, tested with a platform that differs from iOS.
@Suite("A platform that fires alarms")
struct SecondPlatformTests {
  private var plugin = Plugin<AlarmFamily>()
  private var system: AlarmSystem
  private var calls = 0

  init() throws {
    system = AlarmSystem(zone: try Zone(identifier: "UTC"))
    system.wallMilliseconds = try #require(ISO8601.parse("2025-11-15T05:42:30Z"))
  }

  private mutating func call(_ method: String, _ options: JSONObject = [:]) -> PluginReply? {
    calls += 1
    plugin.handle(PluginCall(number: calls, method: method, options: options), on: &system)
    return system.replies[calls]
  }

  private mutating func advance(to time: String) throws {
    let wall = try #require(ISO8601.parse(time))
    system.uptimeMilliseconds += wall - system.wallMilliseconds
    system.wallMilliseconds = wall
  }

  @Test("has the same first run: permission, schedule, prefetch, and the text chosen on firing")
  mutating func firstRun() throws {
    plugin.load(on: &system)
    plugin.launched(on: &system)
    #expect(call("configure", ["prefetchLeadMinutes": 5]) == .value([:]))
    #expect(call("scheduleDailyNotification", ["time": "05:53"]) == nil)
    system.authorization = .authorized
    plugin.authorizationAnswered(on: &system)
    #expect(system.replies[2] == .value(["warning": nil]))
    #expect(system.alarms.keys.sorted() == ["daily_daily"])

    try advance(to: "2025-11-15T05:48:00Z")
    let task = LaunchedTask(
      number: 1, identifier: "prefetch", beginDate: system.workBegins)
    system.workBegins = nil
    plugin.workLaunched(task, on: &system)
    guard case .fixed(let body, _)? = system.fetch else {
      Issue.record("nothing is fetched")
      return
    }
    plugin.fetchEnded(
      1, .response(status: 200, body: body, etag: nil, retryAfterSeconds: nil), on: &system)

    try advance(to: "2025-11-15T05:53:00Z")
    plugin.alarmFired("daily_daily", on: &system)
    #expect(system.shown.map(\.content.title) == ["Daily Update"])
    #expect(system.shown.map(\.content.info.source) == [.cache])
    #expect(
      system.alarms["daily_daily"]?.time == ISO8601.parse("2025-11-16T05:53:00Z"))
    #expect(system.lines == Self.expectedLines)
  }

  @Test("shows the default text when there is no fresh content on firing")
  mutating func withoutContent() throws {
    system.authorization = .authorized
    plugin.load(on: &system)
    _ = call("scheduleDailyNotification", ["time": "05:53", "title": "Good morning"])
    try advance(to: "2025-11-15T05:53:00Z")
    plugin.alarmFired("daily_daily", on: &system)
    #expect(system.shown.map(\.content.title) == ["Good morning"])
    #expect(system.shown.map(\.content.info.source) == [.default])
  }

  @Test("is named in the rejection of a call that it does not support")
  mutating func unimplemented() {
    #expect(call("noSuchMethod") == .rejected(.unimplemented("noSuchMethod", on: "alarms")))
  }

  private static let expectedLines = [
    "[DNP-PLUGIN] configure() called",
    "[DNP-PLUGIN] status = ready",
    "(the person is asked)",
    "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:53:00Z",
    "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-15T05:53:00Z",
    "(work may begin at 2025-11-15T05:48:00Z)",
    "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:53:00Z",
    "[DNP-STORAGE] Persisted schedule to DB (id=daily, type=DAILY, time=05:53, "
      + "next=2025-11-15T05:53:00Z)",
    "(work begins)",
    "(work may begin at 2025-11-16T05:48:00Z)",
    "[DNP-FETCH] Prefetch succeeded (status=200, bytes=170)",
    "(work is done: true)",
    "[DNP-SCHEDULER] Notification delivered (id=daily, source=cache, "
      + "planned=2025-11-15T05:53:00Z)",
  ]
}
