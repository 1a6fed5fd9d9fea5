import CivilTime
import ES256K
import JSONText
import Testing

@testable import DailyNotification

@Suite("The receiver of an alarm")
struct AndroidReceiverTests {
  private var phone: AndroidPhone

  init() throws {
    phone = try AndroidPhone()
    phone.launch()
    phone.call(
      "configure",
      ["apiServer": "https://api.test", "activeDid": .string(TestKeys.standard.identities[0])])
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.system.works = [:]
  }

  @Test("waits for eight seconds and no longer")
  mutating func timeout() throws {
    phone.fetchMilliseconds = 60_000
    try phone.advance(to: "2025-11-15T05:53:00Z")
    guard case .get(let request)? = phone.system.fetches.first?.request else {
      Issue.record("nothing is fetched")
      return
    }
    #expect(request.timeoutMilliseconds == 8_000)
    #expect(phone.system.finished == [])
    try phone.advance(to: "2025-11-15T05:53:08Z")
    #expect(phone.shown == ["daily_daily_2025-11-15T05:53 default 2025-11-15T05:53:08Z"])
    #expect(phone.system.finished == ["daily_daily_2025-11-15T05:53"])
  }

  @Test("shows what needs no content before it waits, and nothing twice")
  mutating func othersFirst() throws {
    phone.call("scheduleDailyReminder", ["id": "b", "title": "t", "body": "b", "time": "05:53"])
    phone.call(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "53 5 * * *", "title": "t", "body": "b"])
    phone.call("scheduleDailyNotification", ["id": "later", "time": "05:53"])
    phone.system.works = [:]
    phone.fetchMilliseconds = 7_000
    try phone.advance(to: "2025-11-15T05:53:06Z")
    let atOnce = [
      "dual_notify_2025-11-15T05:53_2025-11-15T05:53:00Z default 2025-11-15T05:53:00Z",
      "reminder_b_2025-11-15T05:53 default 2025-11-15T05:53:00Z",
    ]
    #expect(phone.shown.sorted() == atOnce)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.shown.count == 4)
    #expect(phone.missed == [])
    #expect(phone.system.store.historyRows.count == 4)
    #expect(phone.alarms.count == 8)
  }

  @Test("shows the default text at once when the identity changes meanwhile")
  mutating func identity() throws {
    phone.fetchMilliseconds = 5_000
    try phone.advance(to: "2025-11-15T05:53:02Z")
    phone.call("setActiveDidFromHost", ["activeDid": .string(TestKeys.standard.identities[1])])
    #expect(phone.shown == ["daily_daily_2025-11-15T05:53 default 2025-11-15T05:53:02Z"])
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.shown.count == 1)
    #expect(phone.missed == [])
  }

  @Test("has what remains of its time when a fetch is repeated without a tag")
  mutating func repeated() throws {
    let body = #"{"id":"1","title":"t","body":"b","scheduled_for":"2025-11-15T05:53:00Z"}"#
    phone.outcome = .response(
      status: 200, body: Array(body.utf8), etag: "\"a\"", retryAfterSeconds: nil)
    try phone.advance(to: "2025-11-15T05:53:01Z")
    #expect(phone.shown == ["daily_daily_2025-11-15T05:53 live 2025-11-15T05:53:00.200Z"])
    phone.outcome = .response(status: 304, body: [], etag: "\"b\"", retryAfterSeconds: nil)
    phone.fetchMilliseconds = 3_000
    phone.system.works = [:]
    try phone.advance(to: "2025-11-16T05:53:04Z")
    guard case .get(let request)? = phone.system.fetches.first?.request else {
      Issue.record("nothing is fetched")
      return
    }
    #expect(request.etag == nil)
    #expect(request.timeoutMilliseconds == 5_000)
  }

  @Test(
    "names the process that died while it waited, and nothing else",
    arguments: [false, true])
  mutating func died(isDenied: Bool) throws {
    phone.fetchMilliseconds = 7_000
    try phone.advance(to: "2025-11-15T05:53:03Z")
    #expect(phone.system.value(.receiving) != nil)
    phone.kill()
    if isDenied { phone.system.authorization = .denied }
    phone.launch()
    #expect(phone.system.missed.map(\.reason) == [.processDied])
    #expect(phone.system.missed.map(\.certainty) == [.certain])
  }

  @Test("that has shown its notification, or has nothing to show, leaves nothing behind")
  mutating func ended() throws {
    phone.fetchMilliseconds = 5_000
    try phone.advance(to: "2025-11-15T05:53:06Z")
    #expect(phone.shown.count == 1 && phone.system.value(.receiving) == nil)
    phone.system.works = [:]
    try phone.advance(to: "2025-11-16T05:53:03Z")
    #expect(phone.system.value(.receiving) != nil)
    phone.call("cancelAllNotifications")
    #expect(phone.system.value(.receiving) == nil)
  }

  @Test("shows what the alarm carries while nothing can be read")
  mutating func sealed() throws {
    phone.system.isProtectedDataAvailable = false
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(phone.shown == ["daily_daily_2025-11-15T05:53 default 2025-11-15T05:53:00Z"])
    phone.kill()
    phone.unlock()
    #expect(phone.missed == [])
    #expect(phone.system.store.historyRows.count == 1)
  }

  @Test("shows with what the ledger knows when a row does not decode any more")
  mutating func quarantined() throws {
    phone.kill()
    phone.system.store.scheduleRows[0].time = "nonsense"
    phone.outcome = .unreachable
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(phone.shown.count == 2)
    #expect(phone.hasLine("Quarantined"))
    #expect(phone.system.store.scheduleRows[0].time == "05:53")
    #expect(phone.missed == [])
  }

  @Test("is known from the shade to have shown what could not be written")
  mutating func unwritten() throws {
    phone.outcome = .unreachable
    phone.system.store.isFull = true
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.shown.count == 1)
    phone.kill()
    phone.system.store.isFull = false
    phone.launch()
    #expect(phone.missed == [])
    #expect(phone.system.store.historyRows.count == 1)
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(phone.shown.count == 2)
  }

  @Test("finds everything armed again after a press on 'reschedule'")
  mutating func rescheduled() {
    phone.system.alarms = [:]
    phone.system.intents = []
    phone.with { $0.rescheduleAll(on: &$1) }
    #expect(phone.alarms.count == 2)
    #expect(phone.system.works.count == 1)
  }
}
