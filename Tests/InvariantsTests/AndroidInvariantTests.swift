import DailyNotification
import ES256K
import Invariants
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("invariants on Android")
struct AndroidInvariantTests {
  /// A phone with one notification a day at 05:53, the app in the foreground.
  private static func phone() throws -> WatchedPhone {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.knobs.taskLateness = .fixed
    var phone = WatchedPhone(configuration)
    try phone.perform(.setPermission(.authorized))
    try phone.perform(.setExactAlarm(isGranted: true))
    try phone.schedule()
    return phone
  }

  private static func content(
    _ source: ContentSource = .default, fetchedAt: Int64? = nil, plannedTime: Int64
  ) -> NotificationContent {
    NotificationContent(
      title: "Title", body: "Body", hasSound: true, priority: .default,
      categoryIdentifier: NotificationContent.category,
      info: RequestInfo(
        kind: .daily, scheduleID: "daily", plannedTime: plannedTime,
        wallMinute: plannedTime / minute, source: source, fetchedAt: fetchedAt, url: nil))
  }

  @Test("hold through a week with a restart, a force-stop and a revoked permission")
  func hold() throws {
    var phone = try Self.phone()
    try phone.wait(2 * day)
    try phone.perform(.reboot(isLocked: true))
    try phone.wait(hour)
    try phone.perform(.unlock)
    try phone.wait(day)
    try phone.perform(.forceStop)
    try phone.wait(day)
    try phone.perform(.launch)
    try phone.wait(day)
    try phone.perform(.setExactAlarm(isGranted: false))
    try phone.wait(day)
    try phone.perform(.setExactAlarm(isGranted: true))
    try phone.wait(day)
    #expect(phone.checker.violations.map(\.message) == [])
  }

  @Test("2: find an alarm that no row knows")
  func leaked() throws {
    var phone = try Self.phone()
    let time = phone.device.os.wallMilliseconds + 9 * day
    try phone.device.os.setAlarm(
      Alarm(
        identifier: "daily_lost", time: time, call: .alarmClock,
        payload: NotificationContent(
          title: "", body: "", hasSound: true, priority: .default, categoryIdentifier: "",
          info: RequestInfo(
            kind: .daily, scheduleID: "lost", plannedTime: time, wallMinute: time / minute,
            source: .default, fetchedAt: nil, url: nil))))
    try phone.perform(.call(method: "getNotificationStatus", options: [:]))
    phone.look()
    #expect(phone.violated.contains(2))
  }

  @Test("3: find something shown while denied")
  func denied() throws {
    var phone = try Self.phone()
    let time = phone.device.os.wallMilliseconds
    try phone.perform(.setPermission(.denied))
    phone.device.os.record(
      .notification(
        .delivered(
          VisibleNotification(
            identifier: "daily_daily", content: Self.content(plannedTime: time),
            deliveredAt: time, occurrence: time, isRepeating: false))))
    phone.look()
    #expect(phone.violated.contains(3))
  }

  @Test("8: find content that is stale when it is shown")
  func stale() throws {
    var phone = try Self.phone()
    let time = phone.device.os.wallMilliseconds
    let content = Self.content(.cache, fetchedAt: time - minute, plannedTime: time)
    phone.device.os.record(
      .notification(
        .delivered(
          VisibleNotification(
            identifier: "daily_daily", content: content, deliveredAt: time + 3 * day,
            occurrence: time, isRepeating: false))))
    phone.look()
    #expect(phone.violated.contains(8))
  }

  /// What a plugin may enqueue that has lost count, with what is found.
  private static let wrongWorks: [([(name: String, hours: Int64)], String)] = [
    ([("dnp_fetch_daily", 1), ("dnp_fetch_daily", 2)], "3 works named dnp_fetch_daily"),
    ([("dnp_fetch_daily", 0)], "two works named dnp_fetch_daily are pending for 2025-11-15T05:48"),
    ([("dnp_fetch_dual", 1)], "work named dnp_fetch_dual is pending, and nothing needs it"),
    ([("dnp_fetch_daily_2", 1)], "work named dnp_fetch_daily_2 is pending"),
  ]

  @Test("4: find works that are one too many", arguments: wrongWorks.indices)
  func works(index: Int) throws {
    var phone = try Self.phone()
    let begin = try #require(phone.device.backgroundWork.prefetch?.beginDate)
    phone.look()
    #expect(phone.violated == [])
    phone.device.app?.runAndroid(
      { plugin, os in
        plugin.resumed(on: &os)
        for work in Self.wrongWorks[index].0 {
          os.enqueueWork(
            WorkRequest(
              name: work.name, policy: .appendOrReplace, beginDate: begin + work.hours * hour))
        }
      }, on: &phone.device.os)
    phone.look()
    #expect(phone.violated == [4], "\(phone.findings)")
    #expect(phone.findings.contains(Self.wrongWorks[index].1), "\(phone.findings)")
  }

  @Test("5: find a receiver that took longer than ten seconds")
  func overdue() throws {
    var phone = try Self.phone()
    phone.device.os.record(
      .process(.crashed(reason: "a receiver did not finish within 10 s (ANR)")))
    phone.look()
    #expect(phone.violated.contains(5))
  }
}
