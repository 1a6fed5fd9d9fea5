import CivilTime
import JSONText
import SimulationCore
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A button of the test app")
struct HarnessTests {
  @Test("fetches the next content and schedules nothing")
  func prefetchOnly() throws {
    let phone = try Phone()
    try phone.schedule()
    let task = phone.taskBegins
    try phone.perform(.harness(.prefetchOnly))
    try phone.settle()
    #expect(
      phone.device.os.storage.contents.map { ISO8601.text($0.scheduledFor) } == [
        "2025-11-15T05:53:00Z"
      ])
    #expect(phone.taskBegins == task)
    #expect(phone.count(.taskScheduled) == 1)
    #expect(phone.count(.taskCompleted) == 0)
    #expect(phone.device.os.storage.value(.lastSuccessfulRun) == nil)
    #expect(try phone.pendingTitle("daily_daily") == "Daily Update")
  }

  @Test("fetches without a schedule too, and for the dual schedule if that is the only one")
  func prefetchNothing() throws {
    let phone = try Phone()
    try phone.perform(.harness(.prefetchOnly))
    try phone.settle()
    #expect(phone.count(.prefetchSucceeded) == 1)
    #expect(phone.pendingIdentifiers.isEmpty)
    let dual = try Phone.dual()
    let request = try dual.prefetchRequest()
    #expect(request.url == "https://api.example/content")
    #expect(request.scheduledFor == ISO8601.parse("2025-11-15T18:00:00Z"))
  }

  struct Minutes: Sendable {
    let start: String
    let minutes: Int64
    let next: String
    let task: String?

    static let all = [
      Minutes(
        start: "2025-11-15T05:42:30Z", minutes: 1, next: "2025-11-15T05:45:00Z",
        task: "2025-11-15T05:44:00Z"),
      Minutes(
        start: "2025-11-15T05:42:00Z", minutes: 1, next: "2025-11-15T05:44:00Z",
        task: "2025-11-15T05:43:00Z"),
      Minutes(
        start: "2025-11-15T05:42:30Z", minutes: 10, next: "2025-11-15T05:53:00Z",
        task: "2025-11-15T05:48:00Z"),
      Minutes(
        start: "2025-11-15T23:58:30Z", minutes: 5, next: "2025-11-16T00:04:00Z",
        task: "2025-11-16T23:59:00Z"),
    ]
  }

  @Test("schedules some minutes ahead; for one minute the lead is one", arguments: Minutes.all)
  func inMinutes(example: Minutes) throws {
    let phone = try Phone(start: example.start)
    try phone.perform(.harness(.scheduleInMinutes(example.minutes)))
    #expect(phone.pendingTimes.first == example.next)
    #expect(phone.taskBegins == example.task)
  }

  @Test("of one minute fetches in its own task, and keeps its lead the next day")
  func shortLead() throws {
    let phone = try Phone()
    try phone.perform(.harness(.scheduleInMinutes(1)))
    for _ in 0..<3 { try phone.value("getLastNotification") }
    #expect(phone.device.app?.plugin.prefetch.running == nil)
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:45:00Z")
    #expect(phone.taskStarts == ["2025-11-15T05:44:00Z"])
    #expect(phone.titlesShown == ["Daily Update"])
    #expect(phone.taskBegins == "2025-11-16T05:44:00Z")
    try phone.reopen()
    try phone.schedule(["id": "other", "time": "08:00"])
    #expect(phone.taskBegins == "2025-11-15T07:55:00Z")
  }

  @Test("of one minute that is rejected does not change the lead of the next call")
  func rejectedShortLead() throws {
    let phone = try Phone(permission: .denied)
    try phone.perform(.harness(.scheduleInMinutes(1)))
    try phone.perform(.setPermission(.authorized))
    try phone.schedule(["time": "08:00"])
    #expect(phone.taskBegins == "2025-11-15T07:55:00Z")
  }

  @Test("of one minute that waits for the dialog keeps its lead for itself")
  func waitingShortLead() throws {
    let phone = try Phone(permission: .notDetermined)
    try phone.call("scheduleDailyNotification", ["id": "host", "time": "08:00"])
    try phone.perform(.harness(.scheduleInMinutes(1)))
    try phone.perform(.answerDialog(isAllowed: true))
    try phone.settle()
    #expect(
      phone.device.os.storage.schedules.map { [$0.id, $0.leadMinutes.map(String.init) ?? "-"] }
        == [["daily", "1"], ["host", "-"]])
  }

  @Test("withdraws everything and arms it again")
  func reschedule() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("scheduleDailyReminder", ReminderTests.pills)
    try phone.settle()
    let before = phone.pendingIdentifiers
    let mark = phone.mark
    try phone.perform(.harness(.forceRescheduleAll))
    try phone.settle()
    #expect(phone.pendingIdentifiers.sorted() == before.sorted())
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    let added = phone.payloads(since: mark).count {
      if case .request(.added(_, _, false, _)) = $0 { true } else { false }
    }
    #expect(added == Phone.windowMax)
    #expect(phone.missed.isEmpty)
    #expect(try phone.value("getRebootRecoveryStatus")["inProgress"] == false)
    #expect(try phone.value("getRollingWindowStats")["evictions"] == 0)
  }

  @Test("withdraws nothing where there is nothing")
  func rescheduleNothing() throws {
    let phone = try Phone()
    try phone.perform(.harness(.forceRescheduleAll))
    #expect(try phone.value("getRebootRecoveryStatus")["inProgress"] == false)
    #expect(try phone.value("getCoordinationStatus")["inSync"] == true)
  }

  @Test("makes the wall clock jump, after which the plugin checks everything")
  func timeWarp() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.harness(.timeWarp(minutes: 60)))
    try phone.settle()
    try phone.reopen()
    #expect(phone.now.hasPrefix("2025-11-15T06:42:30"))
    #expect(phone.titlesShown == ["Daily Notification"])
    #expect(phone.count(.taskMissed) == 1)
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(phone.missed.isEmpty)
    #expect(phone.pendingTimes.first == "2025-11-16T05:53:00Z")
  }

  @Test("records the remembered deliveries")
  func showHistory() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.harness(.showHistory))
    try phone.advance(to: "2025-11-15T05:54:00Z")
    try phone.perform(.harness(.showHistory))
    let shown = phone.device.os.trace.records(from: 0).compactMap { record -> JSONValue? in
      if case .plugin(.shown("history", let value)) = record.payload { value } else { nil }
    }
    #expect(shown.first == [])
    #expect(shown.last?.arrayValue?.map { $0["scheduleId"]?.stringValue } == ["daily"])
    #expect(shown.last == phone.device.state(.storage)["history"])
  }

  @Test("is refused while the app is not running")
  func refused() throws {
    let phone = try Phone()
    try phone.perform(.swipeAway)
    #expect(throws: CommandRefusal.self) { try phone.perform(.harness(.prefetchOnly)) }
  }
}
