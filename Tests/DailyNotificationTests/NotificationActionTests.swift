import CivilTime
import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("The actions of a notification")
struct NotificationActionTests {
  /// A phone on which the notification of 05:53 has just been shown with the app closed.
  private func shown(
    _ configure: (Phone) throws -> Void = { _ in }
  ) throws -> Phone {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try configure(phone)
    try phone.schedule()
    try phone.perform(.systemTerminate)
    try phone.advance(to: "2025-11-15T05:53:00Z")
    return phone
  }

  private func press(
    _ action: NotificationAction, on phone: Phone, _ identifier: String = "daily_daily"
  ) throws {
    try phone.perform(.tapNotification(identifier: identifier, action: action))
  }

  private func postponed(_ phone: Phone) -> [NotificationRequest] {
    phone.device.os.pendingRequests.filter { $0.content.info.purpose == .postponed }
  }

  @Test("are offered by the category that every request carries")
  func offered() throws {
    let phone = try Phone()
    try phone.schedule()
    let category = try #require(phone.device.os.center.categories.first)
    #expect(category.actions == [.open, .later] && category.hasCustomDismissAction)
    #expect(
      phone.device.os.pendingRequests.allSatisfy {
        $0.content.categoryIdentifier == category.identifier
      })
  }

  @Test("open the app, as a tap does")
  func open() throws {
    let phone = try shown()
    try press(.open, on: phone)
    #expect(phone.device.os.process.state == .foreground)
    #expect(phone.device.os.delivered.isEmpty)
    #expect(postponed(phone).isEmpty)
    #expect(phone.count(.notificationDelivered) == 1)
  }

  @Test("show it again in an hour, once, and count it as no occurrence")
  func later() throws {
    let phone = try shown()
    try press(.later, on: phone)
    try phone.settle()
    #expect(phone.device.os.process.state == .background)
    #expect(phone.device.os.delivered.isEmpty)
    #expect(postponed(phone).map(\.identifier) == ["later_daily_daily"])
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(
      phone.lines().last
        == "[DNP-SCHEDULER] Notification postponed (id=daily, until=2025-11-15T06:53:00Z)")
    let status = try phone.value("getNotificationStatus")
    #expect(status["nextNotificationTime"] == .integer(ISO8601.parse("2025-11-16T05:53:00Z") ?? 0))
    try phone.advance(to: "2025-11-15T06:52:59Z")
    #expect(phone.device.os.delivered.isEmpty)
    try phone.advance(to: "2025-11-15T06:53:00Z")
    #expect(phone.device.os.delivered.map(\.identifier) == ["later_daily_daily"])
    try phone.advance(to: "2025-11-15T12:00:00Z")
    try phone.reopen()
    #expect(phone.device.os.delivered.map(\.identifier) == ["later_daily_daily"])
    #expect(phone.count(.notificationDelivered) == 1 && phone.count(.notificationMissed) == 0)
    #expect(phone.device.os.storage.history.count == 1)
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }

  @Test("can postpone it again when it was shown again")
  func again() throws {
    let phone = try shown()
    try press(.later, on: phone)
    try phone.advance(to: "2025-11-15T06:53:00Z")
    try press(.later, on: phone, "later_daily_daily")
    #expect(postponed(phone).map(\.identifier) == ["later_daily_daily"])
    try phone.advance(to: "2025-11-15T07:53:00Z")
    #expect(phone.device.os.delivered.map(\.identifier) == ["later_daily_daily"])
    #expect(phone.count(.notificationDelivered) == 1)
  }

  @Test("go on without the app, on a locked phone and over a restart")
  func locked() throws {
    let phone = try shown()
    try phone.perform(.lock)
    #expect(
      phone.device.refusal(of: .tapNotification(identifier: "daily_daily", action: .open))
        == .phoneLocked)
    try press(.later, on: phone)
    try phone.perform(.reboot(isLocked: true))
    #expect(
      phone.device.refusal(of: .tapNotification(identifier: "daily_daily", action: .later))
        == .beforeFirstUnlock)
    try phone.advance(to: "2025-11-15T06:53:00Z")
    #expect(phone.device.os.delivered.map(\.identifier) == ["later_daily_daily"])
    try phone.perform(.unlock)
    try phone.perform(.launch)
    #expect(phone.count(.notificationMissed) == 0)
  }

  @Test(
    "withdraw it with its schedule and with everything, not with another schedule",
    arguments: [
      ("cancelAllNotifications", [:], 0), ("cancelDailyReminder", ["reminderId": "tea"], 1),
    ] as [(String, JSONObject, Int)])
  func cancelled(method: String, options: JSONObject, count: Int) throws {
    let phone = try shown()
    try press(.later, on: phone)
    try phone.value(
      "scheduleDailyReminder", ["id": "tea", "title": "T", "body": "B", "time": "09:00"])
    try phone.value(method, options)
    try phone.settle()
    #expect(postponed(phone).count == count)
    try phone.advance(to: "2025-11-15T08:00:00Z")
    #expect(phone.device.os.delivered.count == count)
  }

  @Test("withdraw a postponed reminder when that is cancelled")
  func reminder() throws {
    let phone = try Phone()
    try phone.value(
      "scheduleDailyReminder",
      ["id": "tea", "title": "T", "body": "B", "time": "06:00", "repeatDaily": false])
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T06:00:10Z")
    try press(.later, on: phone, "reminder_tea")
    #expect(postponed(phone).map(\.content.title) == ["T"])
    #expect(
      try phone.value("getScheduledReminders")["reminders"]?.arrayValue?.first?["isScheduled"]
        == false)
    try phone.value("cancelDailyReminder", ["reminderId": "tea"])
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
  }

  @Test("withdraw it while notifications are denied")
  func denied() throws {
    let phone = try shown()
    try press(.later, on: phone)
    try phone.perform(.setPermission(.denied))
    try phone.value("getNotificationStatus")
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
  }

  /// A phone whose notification of 05:53 shows content fetched at 05:48.
  private func fetched(ttlSeconds: Int64) throws -> Phone {
    let phone = try Phone()
    try phone.value("configure", ["ttlSeconds": .integer(ttlSeconds)])
    try phone.schedule(["time": "05:53", "title": "Default", "body": "Text"])
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:53:00Z")
    #expect(phone.device.os.delivered.first?.content.info.source == .cache)
    return phone
  }

  @Test(
    "show fetched content again while it is fresh, else the default text",
    arguments: [(3900, ContentSource.cache), (3899, .default)] as [(Int64, ContentSource)])
  func freshness(ttlSeconds: Int64, source: ContentSource) throws {
    let phone = try fetched(ttlSeconds: ttlSeconds)
    try press(.later, on: phone)
    #expect(postponed(phone).map(\.content.info.source) == [source])
    #expect((postponed(phone).first?.content.title == "Default") == (source == .default))
    try phone.advance(to: "2025-11-15T07:00:00Z")
    #expect(phone.device.os.delivered.map(\.content.info.source) == [source])
  }

  @Test("show the default text when the content becomes too old, or goes with its identity")
  func refreshed() throws {
    for (method, options) in [
      ("configure", ["ttlSeconds": 600]), ("setActiveDidFromHost", ["activeDid": "did:ethr:0xb"]),
    ] as [(String, JSONObject)] {
      let phone = try fetched(ttlSeconds: 86_400)
      try press(.later, on: phone)
      try phone.value(method, options)
      try phone.value("getNotificationStatus")
      try phone.settle()
      #expect(postponed(phone).map(\.content.title) == ["Default"], "\(method)")
      try phone.advance(to: "2025-11-15T06:53:00Z")
      #expect(phone.device.os.delivered.map(\.identifier) == ["later_daily_daily"])
    }
  }

  @Test("find a place though other code holds all that the plugin leaves")
  func crowded() throws {
    let phone = try shown { phone in
      for index in 0..<20 {
        try phone.perform(
          .otherCode(
            .addRequest(
              OtherRequest(
                identifier: "news\(index)",
                trigger: .interval(milliseconds: 86_400_000_000, repeats: false)))))
      }
    }
    // Notification Center shows one, so that one place was free.
    try phone.reopen()
    #expect(phone.pendingIdentifiers.count == 64)
    try press(.later, on: phone)
    try phone.settle()
    #expect(postponed(phone).count == 1)
    #expect(phone.pendingIdentifiers.count == 64)
    #expect(!phone.payloads.contains { $0.recordKind == .requestEvicted })
    try phone.advance(to: "2025-11-15T06:53:01Z")
    #expect(phone.device.os.delivered.map(\.identifier) == ["later_daily_daily"])
  }
}
