import DailyNotification
import DeviceModel
import JSONText
import Testing

@Suite("Permission healing")
struct PermissionHealingTests {
  static let methods = ["scheduleDailyNotification", "updateSettings"]

  @Test("rejects, withdraws requests and task and keeps the schedules", arguments: methods)
  func denied(method: String) throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    let rejection = try phone.rejection(method, ["time": "07:00"])
    #expect(rejection.kind == .notificationsDenied)
    #expect(rejection.kind.action == "open_settings")
    #expect(rejection.message.hasPrefix("Notification permissions denied"))
    #expect(phone.lines(from: .warning) == ["[DNP-PLUGIN] notifications_denied for \(method)"])
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
    let row = try #require(phone.device.os.storage.schedules.first)
    #expect(row.isEnabled)
    #expect(row.time == "05:53")
    let status = try phone.status
    #expect(status["isScheduled"] == false)
    #expect(status["error"] == "notifications_denied")
  }

  @Test("withdraws everything at whichever entry sees the denial", arguments: Self.entries)
  func deniedAtEntry(entry: PluginEntry) throws {
    let phone = try Phone()
    try phone.schedule(["time": "05:46"])
    try phone.value("scheduleDailyReminder", ReminderTests.pills)
    try phone.value("scheduleUserNotification", GoodOptions.options(.scheduleUserNotification))
    try phone.settle()
    if entry == .tap { try phone.advance(to: "2025-11-15T05:46:01Z") }
    let shown = phone.device.os.deliveredNotifications.first?.request.identifier
    try phone.perform(.setPermission(.denied))
    switch entry {
    case .launch:
      try phone.perform(.systemTerminate)
      try phone.perform(.launch)
    case .resume: try phone.reopen()
    case .timeChange: try phone.perform(.warpClock(milliseconds: 1))
    case .call: try phone.value("getLastNotification")
    case .tap: try phone.perform(.tapNotification(identifier: try #require(shown)))
    case .harness: try phone.perform(.harness(.prefetchOnly))
    case .task: try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    case .backgroundLaunch:
      try phone.perform(.systemTerminate)
      try phone.advance(to: "2025-11-16T05:42:00Z")
    case .maintenance, .expiration, .fetch, .authorization, .removal, .delegate, .dismissal,
      .alarm, .boot, .broadcast:
      break
    }
    try phone.settle()
    #expect(phone.pendingIdentifiers == [])
    #expect(phone.taskBegins == nil)
    let isEachEnabled = phone.device.os.storage.schedules.allSatisfy(\.isEnabled)
    #expect(isEachEnabled)
    if phone.device.os.process.state == .suspended { try phone.perform(.foreground) }
    let status = try phone.status
    #expect(status["isScheduled"] == false)
    #expect(status["nextNotificationTime"] == .null)
    #expect(status["pending"] == 0)
    #expect(status["error"] == "notifications_denied")
    try phone.settle()
    try phone.perform(.setPermission(.authorized))
    let granted = try phone.status
    #expect(granted["isScheduled"] == true)
    #expect(granted["error"] == .null)
    #expect(
      Set(phone.device.os.pendingRequests.map(\.content.info.kind)) == Set(ScheduleKind.allCases))
  }

  static let entries: [PluginEntry] = [
    .launch, .resume, .timeChange, .call, .tap, .harness, .task, .backgroundLaunch,
  ]

  @Test("says not scheduled in the status call that sees the denial, while removals settle")
  func deniedStatus() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    let status = try phone.status
    #expect(status["isScheduled"] == false)
    #expect(status["pending"] == 0)
    #expect(status["error"] == "notifications_denied")
    #expect(try phone.value("getCoordinationStatus")["pendingTasks"] == 0)
  }

  @Test(
    "arms everything again at the first entry after a grant",
    arguments: [
      AuthorizationStatus.authorized, .provisional, .ephemeral,
    ])
  func armedAgain(status: AuthorizationStatus) throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    _ = try phone.rejection("scheduleDailyNotification", ["time": "07:00"])
    try phone.settle()
    try phone.perform(.setPermission(status))
    #expect(phone.pendingIdentifiers.isEmpty)
    try phone.value("getLastNotification")
    #expect(phone.pendingTimes.count == Phone.windowMax)
    #expect(phone.pendingTimes.first == "2025-11-15T05:53:00Z")
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }

  @Test("works when the grant comes before the removal has taken effect", arguments: methods)
  func grantInFlight(method: String) throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    _ = try phone.rejection(method, ["time": "07:00"])
    try phone.perform(.setPermission(.authorized))
    let call = try phone.call(method, ["time": "07:00"])
    try phone.settle()
    #expect(phone.reply(call) == .value(["warning": nil]))
    #expect(phone.pendingTimes.first == "2025-11-15T07:00:00Z")
    #expect(phone.pendingTimes.count == Phone.windowMax)
  }

  @Test("adds nothing while denied, whatever is called", arguments: PluginMethod.allCases)
  func nothingAdded(method: PluginMethod) throws {
    let phone = try Phone(permission: .denied)
    let options: JSONObject = method == .scheduleDailyNotification ? ["time": "05:53"] : [:]
    try phone.call(method.rawValue, options)
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.schedules.isEmpty)
  }

  @Test("counts provisional as granted")
  func provisional() throws {
    let phone = try Phone(permission: .provisional)
    try phone.schedule()
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }
}

@Suite("A call before the person was asked")
struct UndeterminedPermissionTests {
  @Test("fails fast under that policy, without a dialog")
  func failFast() throws {
    let phone = try Phone(permission: .notDetermined)
    try phone.value("configure", ["permissionPolicy": "failFast"])
    let rejection = try phone.rejection("scheduleDailyNotification", ["time": "05:53"])
    #expect(rejection == .init(.notificationsDenied, rejection.message))
    #expect(rejection.message.hasPrefix("Notification permissions denied"))
    #expect(!phone.device.os.authorizationMachine.isDialogShown)
  }

  @Test("asks and continues with the answer", arguments: [true, false])
  func asks(isAllowed: Bool) throws {
    let phone = try Phone(permission: .notDetermined)
    let call = try phone.call("scheduleDailyNotification", ["time": "05:53"])
    #expect(phone.reply(call) == nil)
    #expect(phone.device.os.authorizationMachine.isDialogShown)
    #expect(try phone.settle().isWaitingForDialog)
    try phone.advance(seconds: 60)
    try phone.perform(.answerDialog(isAllowed: isAllowed))
    if isAllowed {
      #expect(phone.reply(call) == .value(["warning": nil]))
      #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    } else {
      guard case .rejected(let rejection)? = phone.reply(call) else {
        Issue.record("the call is not rejected")
        return
      }
      #expect(rejection.kind == .notificationsDenied)
      #expect(phone.pendingIdentifiers.isEmpty)
    }
  }

  @Test("plans from the time of the answer, not of the call")
  func answeredLate() throws {
    let phone = try Phone(permission: .notDetermined)
    try phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try phone.perform(.answerDialog(isAllowed: true))
    #expect(phone.pendingTimes.first == "2025-11-16T05:53:00Z")
    #expect(phone.device.os.storage.schedules.first?.createdAt == phone.device.os.wallMilliseconds)
  }

  @Test("waits without blocking others; waiting calls resume in the order they were made")
  func order() throws {
    let phone = try Phone(permission: .notDetermined)
    let first = try phone.call("scheduleDailyNotification", ["id": "a", "time": "07:00"])
    let second = try phone.call("requestNotificationPermissions")
    let third = try phone.call("scheduleDailyNotification", ["id": "a", "time": "08:00"])
    for method in [
      "configure", "getLastNotification", "getNotificationStatus",
      "checkPermissionStatus", "isChannelEnabled", "openChannelSettings",
    ] {
      try phone.value(method)
    }
    let entries = phone.payloads.count { if case .plugin(.entry) = $0 { true } else { false } }
    try phone.perform(.answerDialog(isAllowed: true))
    let replies = phone.payloads.compactMap {
      if case .plugin(.replied(let call, _)) = $0 { call.number } else { nil }
    }
    #expect(replies.suffix(3) == [first, second, third])
    #expect(phone.device.os.storage.schedules.map(\.time) == ["08:00"])
    let after = phone.payloads.count { if case .plugin(.entry) = $0 { true } else { false } }
    #expect(after == entries + 1, "the restart is one entry and repeats no entry step")
  }

  @Test("shows one dialog for any number of calls, once per installation")
  func oneDialog() throws {
    let phone = try Phone(permission: .notDetermined)
    for _ in 0..<5 { try phone.call("requestNotificationPermissions") }
    try phone.perform(.answerDialog(isAllowed: false))
    #expect(
      try phone.value("requestNotificationPermissions")
        == ["granted": false, "notifications": "denied"])
    let dialogs = phone.payloads.count {
      if case .authorization(.dialogShown) = $0 { true } else { false }
    }
    #expect(dialogs == 1)
  }

  @Test("is lost with its process, and leaves nothing")
  func lost() throws {
    let phone = try Phone(permission: .notDetermined)
    let before = phone.footprint
    let call = try phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.perform(.swipeAway)
    let isLost = phone.payloads.contains {
      if case .plugin(.callLost(let lost)) = $0 { lost.number == call } else { false }
    }
    #expect(isLost)
    #expect(phone.reply(call) == nil)
    #expect(phone.footprint == before)
    try phone.perform(.launch)
    try phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.perform(.answerDialog(isAllowed: true))
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }

  /// The methods that wait for the dialog or for an answer from a server.
  static let waiting: Set<PluginMethod> = [
    .scheduleDailyNotification, .updateSettings, .requestNotificationPermissions,
    .requestExactAlarmPermission, .testEndorserAPI, .scheduleDailyReminder, .updateDailyReminder,
    .scheduleContentFetch, .scheduleUserNotification, .scheduleDualNotification,
    .updateDualScheduleConfig, .resumeDualSchedule, .createSchedule, .requestPermissions,
  ]

  @Test("changes nothing before it waits", arguments: PluginMethod.allCases)
  func nothingChanged(method: PluginMethod) throws {
    let phone = try Phone(permission: .authorized)
    try phone.schedule()
    try GoodOptions.prepare(phone, for: method)
    if method == .resumeDualSchedule {
      try phone.value("scheduleUserNotification", GoodOptions.options(.scheduleUserNotification))
      try phone.value("pauseDualSchedule")
    }
    try phone.settle()
    try phone.perform(.setPermission(.notDetermined))
    let before = phone.footprint
    var options = GoodOptions.options(method)
    if method.optionKeys.contains("time") { options["time"] = "09:00" }
    let call = try phone.call(method.rawValue, options)
    guard Self.waiting.contains(method) else {
      #expect(phone.reply(call) != nil)
      return
    }
    #expect(phone.reply(call) == nil)
    #expect(phone.footprint == before)
    if method == .testEndorserAPI { return }
    try phone.advance(seconds: 60)
    #expect(phone.footprint == before)
  }

  @Test("changes nothing before it waits for a removal")
  func nothingChangedByRemoval() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("cancelAllNotifications")
    let before = phone.footprint
    let call = try phone.call("scheduleDailyNotification", ["time": "09:00"])
    #expect(phone.reply(call) == nil)
    #expect(phone.footprint == before)
  }
}

@Suite("The permission calls")
struct PermissionCallTests {
  @Test(
    "report each status in the plugin's words",
    arguments: [
      (AuthorizationStatus.notDetermined, "prompt", false), (.denied, "denied", false),
      (.authorized, "granted", true), (.provisional, "provisional", true),
      (.ephemeral, "granted", true),
    ])
  func words(status: AuthorizationStatus, word: String, isEnabled: Bool) throws {
    let phone = try Phone(permission: status)
    #expect(
      try phone.value("checkPermissionStatus") == [
        "notifications": .string(word), "exactAlarm": true, "backgroundRefresh": "available",
        "channel": .bool(isEnabled),
      ])
    #expect(
      try phone.value("isChannelEnabled") == [
        "enabled": .bool(isEnabled), "channelId": "timesafari.daily",
        "importance": .integer(isEnabled ? 4 : 0),
      ])
    #expect(try phone.value("isChannelEnabled", ["channelId": "x"])["channelId"] == "x")
    #expect(try phone.status["isEnabled"] == .bool(isEnabled))
    guard status != .notDetermined else { return }
    #expect(
      try phone.value("requestNotificationPermissions")
        == ["granted": .bool(isEnabled), "notifications": .string(word)])
  }

  @Test("report Background App Refresh", arguments: BackgroundRefreshStatus.allCases)
  func refresh(status: BackgroundRefreshStatus) throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(status))
    #expect(
      try phone.value("checkPermissionStatus")["backgroundRefresh"] == .string(status.rawValue))
  }

  @Test("open the app's Settings only in the foreground")
  func settings() throws {
    let phone = try Phone()
    #expect(
      try phone.value("openChannelSettings") == ["opened": true, "target": "app-settings:"])
    #expect(!phone.device.os.process.state.isOnScreen, "Settings are in front")
    #expect(try phone.value("openChannelSettings")["opened"] == false)
  }
}
