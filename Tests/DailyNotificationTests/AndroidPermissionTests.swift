import CivilTime
import ES256K
import JSONText
import Testing

@testable import DailyNotification

@Suite("Permissions and channels on Android")
struct AndroidPermissionTests {
  private var phone: AndroidPhone

  init() throws {
    phone = try AndroidPhone()
    phone.launch()
  }

  private mutating func rejection(_ method: String, _ options: JSONObject) -> Rejection? {
    guard case .rejected(let rejection) = phone.call(method, options) else { return nil }
    return rejection
  }

  private static let scheduling: [(String, JSONObject)] = [
    ("scheduleDailyNotification", ["time": "05:53"]),
    ("scheduleDailyReminder", ["id": "a", "title": "t", "body": "b", "time": "05:53"]),
    (
      "scheduleUserNotification",
      ["enabled": true, "schedule": "0 6 * * *", "title": "t", "body": "b"]
    ),
  ]

  @Test(
    "without the permission for exact alarms each scheduling call is rejected",
    arguments: scheduling.indices)
  mutating func exactAlarms(index: Int) throws {
    let (method, options) = Self.scheduling[index]
    phone.system.canScheduleExactAlarms = false
    let first = try #require(rejection(method, options))
    #expect(first.kind == .exactAlarmPermissionRequired)
    #expect(
      first.message
        == "Exact alarm permission required. "
        + "Please grant 'Alarms & reminders' permission in Settings, then try again.")
    #expect(first.action == "opened_settings")
    #expect(phone.system.openedPages == [.exactAlarms])
    #expect(rejection(method, options)?.action == "permission_denied")
    #expect(phone.system.openedPages == [.exactAlarms])
    #expect(phone.system.store.scheduleRows == [])
    phone.system.canScheduleExactAlarms = true
    #expect(rejection(method, options) == nil)
    #expect(phone.alarms.count == 2)
  }

  @Test("until the app comes back from the page, that is the action, whoever has opened it")
  mutating func atThePage() throws {
    phone.system.canScheduleExactAlarms = false
    phone.call("openExactAlarmSettings")
    phone.system.applicationState = .background
    phone.system.canOpenSettings = false
    for (method, options) in Self.scheduling {
      #expect(rejection(method, options)?.action == "opened_settings")
    }
    #expect(
      phone.value("requestExactAlarmPermission")
        == ["granted": false, "action": "opened_settings"])
    phone.system.applicationState = .foreground
    phone.system.canOpenSettings = true
    for (method, options) in Self.scheduling {
      #expect(rejection(method, options)?.action == "permission_denied")
    }
    #expect(phone.system.openedPages == [.exactAlarms])
  }

  @Test("in the background no page was opened, so the permission is denied")
  mutating func noPage() throws {
    phone.system.canScheduleExactAlarms = false
    phone.system.applicationState = .background
    phone.system.canOpenSettings = false
    let (method, options) = Self.scheduling[0]
    #expect(rejection(method, options)?.action == "permission_denied")
    #expect(
      phone.value("requestExactAlarmPermission")
        == ["granted": false, "action": "permission_denied"])
  }

  @Test("an inexact call needs no permission")
  mutating func inexact() throws {
    phone.system.canScheduleExactAlarms = false
    phone.system.exactAlarmCall = .window
    #expect(rejection("scheduleDailyNotification", ["time": "05:53"]) == nil)
    #expect(phone.value("getNotificationStatus")?["isScheduled"] == true)
    #expect(phone.value("getExactAlarmStatus")?["canSchedule"] == false)
    #expect(phone.value("getExactAlarmStatus")?["toleranceSeconds"] == 3600)
  }

  @Test("a permission that is revoked is found at the next entry, and its alarms come back")
  mutating func revoked() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.kill()
    phone.system.canScheduleExactAlarms = false
    phone.system.alarms = [:]
    try phone.advance(to: "2025-11-16T05:00:00Z")
    phone.launch()
    #expect(phone.missed == ["daily 2025-11-15T05:53:00Z exactAlarmDenied certain"])
    var status = phone.value("getNotificationStatus")
    #expect(status?["isScheduled"] == false)
    #expect(status?["pending"] == 0)
    #expect(status?["error"] == "exact_alarm_permission_required")
    #expect(phone.value("getRebootRecoveryStatus")?["recoveryNeeded"] == true)
    phone.system.canScheduleExactAlarms = true
    phone.broadcast(.exactAlarmPermissionChanged)
    #expect(phone.alarms.count == 2)
    status = phone.value("getNotificationStatus")
    #expect(status?["isScheduled"] == true)
    #expect(status?["error"] == .null)
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(phone.shown.count == 1)
  }

  @Test("without the permission nothing is attempted, and each entry has one line about it")
  mutating func nothingAttempted() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.call("scheduleDailyReminder", Self.scheduling[1].1)
    phone.system.canScheduleExactAlarms = false
    phone.system.alarms = [:]
    phone.system.intents = []
    for count in 1...3 {
      phone.call("checkStatus")
      let lines = phone.system.lines.filter {
        $0.contains("Exact alarms are denied: nothing is armed (schedules=2)")
      }
      #expect(lines.count == count)
    }
    #expect(rejection("scheduleDailyNotification", ["time": "06:00"]) != nil)
    #expect(phone.system.forbidden == 0)
  }

  @Test("a miss that the grant's broadcast finds has the reason that the permission was missing")
  mutating func missedUntilTheGrant() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.kill()
    phone.system.alarms = [:]
    try phone.advance(to: "2025-11-15T06:00:00Z")
    phone.broadcast(.exactAlarmPermissionChanged)
    #expect(phone.missed == ["daily 2025-11-15T05:53:00Z exactAlarmDenied certain"])
    phone.kill()
    phone.system.alarms = [:]
    try phone.advance(to: "2025-11-16T06:00:00Z")
    phone.launch()
    #expect(phone.missed.last == "daily 2025-11-16T05:53:00Z noCodeRan certain")
  }

  @Test("with room for one alarm the call warns, and a line names the occurrence without one")
  mutating func noRoomForTheSecond() throws {
    phone.system.foreignAlarms = 499
    let reply = phone.value("scheduleDailyNotification", ["time": "05:53"])
    #expect(reply == ["warning": "occurrence_not_armed"])
    #expect(phone.alarms == ["daily_daily_2025-11-15T05:53 2025-11-15T05:53:00Z"])
    phone.call("checkStatus")
    phone.call("maintainRollingWindow")
    let lines = phone.system.lines.filter { $0.contains("Alarm refused") }
    #expect(
      lines == ["[DNP-SCHEDULER] Alarm refused (id=daily, planned=2025-11-16T05:53:00Z)"])
    phone.system.foreignAlarms = 497
    #expect(
      phone.value("scheduleDailyNotification", ["time": "05:54"]) == ["warning": .null])
  }

  @Test("a full list does not cost the next notification its alarm when the app starts")
  mutating func fullListAtStart() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.system.foreignAlarms = 498
    phone.kill()
    phone.launch()
    #expect(phone.alarms.first == "daily_daily_2025-11-15T05:53 2025-11-15T05:53:00Z")
    #expect(phone.alarms.count == 2)
  }

  @Test("calls 17 to 19 open the system's pages, call 12 its dialog")
  mutating func pages() {
    phone.system.canScheduleExactAlarms = false
    #expect(
      phone.value("requestExactAlarmPermission")
        == ["granted": false, "action": "opened_settings"])
    #expect(phone.value("openExactAlarmSettings")?["opened"] == true)
    #expect(
      phone.value("requestBatteryOptimizationExemption")
        == ["granted": false, "action": "opened_settings"])
    #expect(phone.value("openChannelSettings")?["opened"] == true)
    #expect(phone.system.openedPages == [.exactAlarms, .exactAlarms, .channel])
    #expect(phone.system.exemptionRequests == 1)
    phone.system.isBatteryExempt = true
    #expect(phone.value("getBatteryStatus")?["isOptimizationExempt"] == true)
    #expect(phone.value("getExactAlarmStatus")?["enabled"] == false)
    phone.system.canScheduleExactAlarms = true
    #expect(
      phone.value("getExactAlarmStatus")
        == ["supported": true, "enabled": true, "canSchedule": true, "toleranceSeconds": 0])
    #expect(phone.value("checkPermissionStatus")?["exactAlarm"] == true)
  }

  @Test("each channel is answered for by itself")
  mutating func channels() {
    #expect(
      phone.value("isChannelEnabled")
        == ["enabled": true, "channelId": "timesafari.daily", "importance": 4])
    #expect(
      phone.value("isChannelEnabled", ["channelId": "daily_reminders"])?["importance"] == 3)
    phone.system.channels["daily_reminders"]?.importance = 0
    #expect(
      phone.value("isChannelEnabled", ["channelId": "daily_reminders"])?["enabled"] == false)
    #expect(phone.value("isChannelEnabled")?["enabled"] == true)
    #expect(phone.value("isChannelEnabled", ["channelId": "none"])?["enabled"] == false)
  }

  @Test("a blocked channel rejects what would be shown on it, and nothing else")
  mutating func blocked() throws {
    phone.system.channels["timesafari.daily"]?.importance = 0
    let found = try #require(rejection("scheduleDailyNotification", ["time": "05:53"]))
    #expect(found.kind == .channelDisabled)
    #expect(found.action == "open_settings")
    #expect(rejection("scheduleDailyReminder", Self.scheduling[1].1) == nil)
    #expect(phone.value("getNotificationStatus")?["error"] == .null)
  }

  @Test("what comes while its channel is blocked is missed, and what comes after is shown")
  mutating func blockedLater() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.system.channels["timesafari.daily"]?.importance = 0
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.shown == [])
    #expect(phone.missed == ["daily 2025-11-15T05:53:00Z channelBlocked certain"])
    #expect(phone.value("getNotificationStatus")?["error"] == "channel_disabled")
    phone.system.channels["timesafari.daily"]?.importance = 3
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(phone.shown.count == 1)
    #expect(phone.missed.count == 1)
  }

  @Test("a call that asks for what its channel decides is told so")
  mutating func overruled() {
    let silent = phone.value(
      "scheduleDailyNotification", ["time": "05:53", "priority": "min", "vibration": false])
    #expect(silent?["warning"] == "channel_decides")
    #expect(phone.hasLine("(channel=timesafari.daily, asked=vibration,priority)"))
    let agreed = phone.value(
      "updateSettings", ["sound": true, "vibration": true, "priority": "high"])
    #expect(agreed?["warning"] == .null)
  }

  @Test("so is one of a reminder or a dual notification, by the line where the reply is empty")
  mutating func overruledOthers() {
    let reminder: JSONObject = [
      "id": "r", "title": "t", "body": "b", "time": "05:53", "sound": false,
    ]
    #expect(phone.value("scheduleDailyReminder", reminder) == [:])
    #expect(phone.hasLine("(channel=daily_reminders, asked=sound)"))
    let count = phone.system.lines.count { $0.contains("Channel decides") }
    phone.call("updateDailyReminder", ["id": "r", "title": "u"])
    #expect(phone.system.lines.count { $0.contains("Channel decides") } == count)
    phone.call(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "0 6 * * *", "title": "t", "body": "b", "priority": "min"])
    #expect(phone.hasLine("(channel=timesafari.daily, asked=priority)"))
    phone.call(
      "configureNativeFetcher",
      [
        "apiBaseUrl": "https://api.test", "activeDid": .string(TestKeys.standard.identities[0]),
      ])
    let dual = phone.value(
      "scheduleDualNotification",
      [
        "config": [
          "contentFetch": ["enabled": true, "schedule": "0 5 * * *"],
          "userNotification": [
            "enabled": true, "schedule": "0 6 * * *", "title": "t", "body": "b",
            "vibration": false,
          ],
          "relationship": ["contentTimeout": 3_600_000, "fallbackBehavior": "show_default"],
        ]
      ])
    #expect(dual?["warning"] == "channel_decides")
    #expect(phone.hasLine("(channel=timesafari.daily, asked=vibration)"))
  }

  @Test("denied, nothing is armed or shown, and the first entry after a grant arms again")
  mutating func denied() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.system.authorization = .denied
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.shown == [])
    #expect(phone.alarms == [])
    #expect(phone.system.works == [:])
    let status = phone.value("getNotificationStatus")
    #expect(phone.missed == ["daily 2025-11-15T05:53:00Z notificationsDenied certain"])
    #expect(status?["isEnabled"] == false)
    #expect(status?["isScheduled"] == false)
    #expect(status?["error"] == "notifications_denied")
    phone.system.authorization = .authorized
    phone.call("checkPermissionStatus")
    #expect(phone.alarms.count == 2)
    #expect(phone.system.works.count == 1)
  }

  @Test("after a denial call 8 asks once more where the system does", arguments: [false, true])
  mutating func askedAgain(asks: Bool) {
    phone.system.authorization = .denied
    phone.system.asksAfterDenial = asks
    phone.call("requestNotificationPermissions")
    #expect(phone.system.lines.contains("(the person is asked)") == asks)
  }

  @Test("what the full shade drops is reported as not delivered")
  mutating func fullShade() throws {
    phone.call("scheduleDailyReminder", Self.scheduling[1].1)
    let alarm = try #require(phone.system.alarms.values.min { $0.time < $1.time })
    phone.system.shade = (0..<50).map {
      ActiveNotification(
        identifier: "other\($0)", channel: "daily_reminders",
        content: NotificationContent(
          title: "", body: "", hasSound: false, priority: .default, categoryIdentifier: "",
          info: .foreign(plannedTime: 0)), shownAt: alarm.time)
    }
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.missed == ["a 2025-11-15T05:53:00Z notDelivered certain"])
  }

  @Test("a full shade gives up the plugin's oldest notification for a new one")
  mutating func ownShade() throws {
    phone.call("scheduleDailyReminder", Self.scheduling[1].1)
    let alarm = try #require(phone.system.alarms.values.min { $0.time < $1.time })
    phone.system.shade = (0..<50).map {
      ActiveNotification(
        identifier: "earlier\($0)", channel: "daily_reminders", content: alarm.payload,
        shownAt: alarm.time - 1)
    }
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.missed == [])
    #expect(phone.system.shade.count == 50)
    #expect(phone.system.shade.first?.identifier == "earlier1")
    #expect(phone.system.shade.last?.identifier == alarm.identifier)
  }
}
