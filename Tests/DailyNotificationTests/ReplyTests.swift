import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Many calls")
struct ManyCallsTests {
  @Test("of all scheduling kinds in a row leave one task and one request for each armed day")
  func thousand() throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    for index in 0..<250 {
      let minute = 10 + index % 50
      let time = JSONValue.string("08:\(minute)")
      try phone.call("scheduleDailyNotification", ["time": time])
      try phone.call(
        "scheduleDailyReminder", BadOption.setting(time, at: ["time"], in: ReminderTests.pills))
      try phone.call(
        "scheduleDualNotification",
        DualOptions.config(
          fetch: ["schedule": .string("\(minute) 17 * * *")],
          notification: ["schedule": .string("\(minute) 18 * * *")]))
      try phone.call("updateSettings", ["priority": index.isMultiple(of: 2) ? "low" : "high"])
    }
    try phone.settle()
    #expect(phone.device.app?.plugin.unansweredCalls.isEmpty == true)
    #expect(phone.device.os.scheduler.pending.count == 1)
    #expect(phone.taskBegins == "2025-11-15T08:54:00Z")
    #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
    let times = phone.device.os.pendingRequests.map {
      "\($0.content.info.kind) \($0.content.info.plannedTime)"
    }
    #expect(Set(times).count == times.count)
    #expect(phone.device.os.center.evictionCount == 0)
    let rejected = phone.payloads.count {
      if case .plugin(.replied(_, .rejected)) = $0 { true } else { false }
    }
    #expect(rejected == 0)
  }

  @Test("are answered while one waits for the dialog, one for a fetch and one for a removal")
  func waiting() throws {
    let phone = try Phone(permission: .notDetermined)
    try phone.value("configure", ["apiServer": "https://api.example"])
    let asking = try phone.call("scheduleDailyReminder", ReminderTests.pills)
    let fetching = try phone.call("testEndorserAPI")
    for method in [
      "getBatteryStatus", "getScheduledReminders", "getDualScheduleStatus", "getPowerState",
      "getCoordinationStatus", "getRollingWindowStats", "getRebootRecoveryStatus",
    ] {
      try phone.value(method)
    }
    #expect(phone.reply(asking) == nil)
    #expect(phone.reply(fetching) == nil)
    try phone.perform(.answerDialog(isAllowed: true))
    #expect(phone.reply(asking) == .value([:]))
    try phone.value("cancelDailyReminder", ["reminderId": "pills"])
    let removing = try phone.call("scheduleDailyReminder", ReminderTests.pills)
    #expect(phone.reply(removing) == nil)
    try phone.value("getScheduledReminders")
    try phone.settle()
    #expect(phone.reply(removing) == .value([:]))
    #expect(phone.reply(fetching) != nil)
    #expect(phone.pendingIdentifiers == ["reminder_pills"])
  }

  @Test(
    "that arm something request the permission, and are rejected together when it is denied",
    arguments: [
      PluginMethod.scheduleDailyNotification, .scheduleDailyReminder, .scheduleContentFetch,
      .scheduleUserNotification, .scheduleDualNotification, .updateDualScheduleConfig,
    ])
  func refused(method: PluginMethod) throws {
    let phone = try Phone(permission: .notDetermined)
    try GoodOptions.prepare(phone, for: method)
    let before = phone.footprint
    let call = try phone.call(method.rawValue, GoodOptions.options(method))
    #expect(phone.footprint == before)
    try phone.perform(.answerDialog(isAllowed: false))
    guard case .rejected(let rejection)? = phone.reply(call) else {
      Issue.record("\(method) is not rejected")
      return
    }
    #expect(rejection.kind == .notificationsDenied)
    #expect(phone.lines().contains("[DNP-PLUGIN] notifications_denied for \(method.rawValue)"))
    #expect(phone.footprint == before)
  }

  @Test("that cancel count as later than those that wait, which are answered and leave nothing")
  func cancelledBehindTheDialog() throws {
    let phone = try Phone(permission: .notDetermined)
    try GoodOptions.prepare(phone, for: .scheduleDualNotification)
    let waiting = try [PluginMethod.scheduleDualNotification, .updateDualScheduleConfig].map {
      try phone.call($0.rawValue, GoodOptions.options($0))
    }
    let reminder = try phone.call("scheduleDailyReminder", ReminderTests.pills)
    #expect(try phone.value("cancelDualSchedule") == [:])
    // What it names is not there before the person has answered.
    let cancelled = try phone.call("cancelDailyReminder", ["reminderId": "pills"])
    #expect(phone.reply(cancelled) == nil)
    try phone.perform(.answerDialog(isAllowed: true))
    try phone.settle()
    for call in waiting { #expect(phone.reply(call) == .value(["warning": .null])) }
    #expect(phone.reply(reminder) == .value([:]))
    #expect(phone.reply(cancelled) == .value([:]))
    #expect(phone.pendingIdentifiers == [])
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.schedules == [])
    #expect(phone.device.app?.plugin.unansweredCalls.isEmpty == true)
  }

  @Test("that arm something after such a cancellation are not undone by it")
  func armedAfterTheCancellation() throws {
    let phone = try Phone(permission: .notDetermined)
    _ = try phone.call("scheduleDailyNotification", ["time": "07:00"])
    #expect(try phone.value("cancelAllNotifications") == [:])
    _ = try phone.call("scheduleDailyReminder", ReminderTests.pills)
    try phone.perform(.answerDialog(isAllowed: true))
    try phone.settle()
    #expect(phone.device.os.storage.schedules.map(\.id) == ["pills"])
  }

  @Test(
    "that arm something fail fast under that policy",
    arguments: [
      PluginMethod.scheduleDailyReminder, .scheduleContentFetch, .scheduleUserNotification,
      .scheduleDualNotification, .updateDualScheduleConfig,
    ])
  func failFast(method: PluginMethod) throws {
    let phone = try Phone(permission: .notDetermined)
    try phone.value("configure", ["permissionPolicy": "failFast"])
    try GoodOptions.prepare(phone, for: method)
    let before = phone.footprint
    let rejection = try phone.rejection(method.rawValue, GoodOptions.options(method))
    #expect(rejection == .notificationsDenied(.notDetermined))
    #expect(phone.footprint == before)
  }
}
