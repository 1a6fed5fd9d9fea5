import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

/// What a call of `configure` changes of what is stored, armed and submitted already.
@Suite("Configured anew")
struct ConfiguredTests {
  /// Content that lives no longer than the lead leaves nothing to widen.
  @Test("a task whose lead cannot widen is submitted once")
  func leadAsLongAsLifetime() throws {
    let phone = try Phone(start: "2026-03-26T12:49:13Z") { $0.knobs.taskLateness = .never }
    try phone.schedule(["time": "13:46"])
    try phone.value("configure", ["prefetchLeadMinutes": 60, "ttlSeconds": 3600])
    #expect(phone.taskBegins == "2026-03-27T12:46:00Z")
    let count = submissions(phone)
    try phone.value("getContentHistory")
    try phone.reopen()
    #expect(submissions(phone) == count)
  }

  private func submissions(_ phone: Phone) -> Int {
    phone.payloads.count { if case .task(.submitted) = $0 { true } else { false } }
  }

  /// Another limit gives the schedule another share of its dates: what has passed is passed over.
  @Test("a date that was withdrawn on its way is reported, whatever its schedule's share is now")
  func shareOfDates() throws {
    let phone = try Phone(start: "2026-03-02T01:59:19Z") {
      $0.seed = 981
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = .bounded180
    }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value(
      "scheduleDualNotification", DualOptions.config(notification: ["schedule": "15 7,19 * * *"]))
    try phone.advance(to: "2026-03-02T16:00:00Z")
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2026-03-03T07:15:00.500Z")
    try #require(phone.device.pending.contains { $0.isOverdue })
    try phone.value("configure", ["maxNotificationsPerDay": 30])
    try phone.settle()
    try phone.perform(.setPermission(.authorized))
    try phone.reopen()
    #expect(
      phone.missed.map { ISO8601.text($0.plannedTime) }
        == ["2026-03-02T19:15:00Z", "2026-03-03T07:15:00Z"])
  }

  @Test("dates that an earlier limit had left out are not reported beside one that was withdrawn")
  func leftOutBesideWithdrawn() throws {
    let phone = try Phone(start: "2026-03-02T00:30:00Z") {
      $0.seed = 981
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = .bounded180
    }
    try phone.value(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "0 * * * *", "title": "T", "body": "B"])
    // The last one of the date by the limit of 20.
    try phone.advance(to: "2026-03-02T18:30:00Z")
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2026-03-02T19:00:00.500Z")
    try #require(phone.device.pending.contains { $0.isOverdue })
    try phone.perform(.warpClock(milliseconds: 4 * 3_600_000 + 1_800_000))
    try phone.value("configure", ["maxNotificationsPerDay": 64])
    try phone.settle()
    try phone.perform(.setPermission(.authorized))
    try phone.reopen()
    #expect(phone.missed.map { ISO8601.text($0.plannedTime) } == ["2026-03-02T19:00:00Z"])
  }
}
