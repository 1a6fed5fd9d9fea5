import DeviceModel
import JSONText
import Testing

@testable import DailyNotification

@Suite("A rejection")
struct RejectionTests {
  static let texts: [(Rejection, String)] = [
    (
      .notificationsDenied(.denied),
      """
      {"action":"open_settings","code":"NOTIFICATIONS_DENIED","data":{},\
      "error":"notifications_denied","message":"Notification permissions denied: \
      allow notifications for this app in Settings, then try again"}
      """
    ),
    (
      .notificationsDenied(.notDetermined),
      """
      {"action":"open_settings","code":"NOTIFICATIONS_DENIED","data":{},\
      "error":"notifications_denied","message":"Notification permissions denied: \
      they were never asked for; call requestNotificationPermissions first"}
      """
    ),
    (
      .invalidTime("24:00"),
      """
      {"action":null,"code":"INVALID_TIME_FORMAT","data":{"expected":"HH:mm","got":"24:00",\
      "key":"time"},"error":"invalid_time_format","message":"Option 'time' must be HH:mm \
      from 00:00 to 23:59, got '24:00'"}
      """
    ),
    (
      .invalidTimezone("PST8"),
      """
      {"action":null,"code":"INVALID_TIMEZONE","data":{"expected":"IANA zone","got":"PST8",\
      "key":"timezone"},"error":"invalid_timezone","message":"Option 'timezone' must be an \
      IANA zone such as Europe/London, got 'PST8'"}
      """
    ),
    (
      .missing("time", expected: "HH:mm"),
      """
      {"action":null,"code":"MISSING_PARAMETER","data":{"expected":"HH:mm","key":"time"},\
      "error":"missing_parameter","message":"Option 'time' is missing; give HH:mm"}
      """
    ),
    (
      .invalid("sound", expected: "true or false", got: "integer"),
      """
      {"action":null,"code":"INVALID_PARAMETER","data":{"expected":"true or false",\
      "got":"integer","key":"sound"},"error":"invalid_parameter","message":"Option 'sound' \
      must be true or false, got integer"}
      """
    ),
    (
      .unknownSchedule("noon"),
      """
      {"action":null,"code":"INVALID_PARAMETER","data":{"expected":"a stored schedule",\
      "got":"noon","key":"id"},"error":"invalid_parameter","message":"There is no schedule \
      'noon'; call scheduleDailyNotification first"}
      """
    ),
    (
      .invalidCron("* *", key: "schedule", why: "two fields"),
      """
      {"action":null,"code":"INVALID_CRON_EXPRESSION","data":{"expected":"five fields of cron",\
      "got":"* *","key":"schedule"},"error":"invalid_cron_expression","message":"Option \
      'schedule' must be five fields of cron: two fields"}
      """
    ),
    (
      .exactAlarmPermissionRequired(isOpened: true),
      """
      {"action":"opened_settings","code":"EXACT_ALARM_PERMISSION_REQUIRED","data":{},"error":\
      "exact_alarm_permission_required","message":"Exact alarm permission required. Please grant \
      'Alarms & reminders' permission in Settings, then try again."}
      """
    ),
    (
      .channelDisabled("timesafari.daily"),
      """
      {"action":"open_settings","code":"CHANNEL_DISABLED","data":{"channelId":\
      "timesafari.daily"},"error":"channel_disabled","message":"The channel 'timesafari.daily' is \
      blocked; allow it in the app's notification settings, then try again"}
      """
    ),
    (
      .backgroundRefreshDisabled(.denied),
      """
      {"action":"open_settings","code":"BACKGROUND_REFRESH_DISABLED","data":{"status":"denied"},\
      "error":"background_refresh_disabled","message":"Background App Refresh is denied; turn it \
      on in Settings, then try again"}
      """
    ),
    (
      .notConfigured,
      """
      {"action":null,"code":"NOT_CONFIGURED","data":{},"error":"not_configured","message":"There \
      is nobody to fetch from; call configureNativeFetcher first"}
      """
    ),
    (
      .unknownReminder("pills"),
      """
      {"action":null,"code":"REMINDER_NOT_FOUND","data":{"reminderId":"pills"},\
      "error":"reminder_not_found","message":"There is no reminder 'pills'; call \
      scheduleDailyReminder first"}
      """
    ),
    (
      .taskSchedulingFailed(.notPermitted),
      """
      {"action":null,"code":"TASK_SCHEDULING_FAILED","data":{"code":3},\
      "error":"task_scheduling_failed","message":"The system refused the background task (code \
      3); check Background App Refresh and the app's Info.plist, then try again"}
      """
    ),
    (
      .pendingLimit(20),
      """
      {"action":null,"code":"PENDING_LIMIT_EXCEEDED","data":{"maximum":20},\
      "error":"pending_limit_exceeded","message":"There is no room for another daily schedule \
      (at most 20); cancel one first"}
      """
    ),
    (
      .notRetained("daily_daily"),
      """
      {"action":null,"code":"SCHEDULING_FAILED","data":{"identifier":"daily_daily"},\
      "error":"scheduling_failed","message":"The system did not keep the request \
      'daily_daily'; check the permission and try again"}
      """
    ),
    (
      .notStored("configuration"),
      """
      {"action":null,"code":"STORAGE_FAILED","data":{"what":"configuration"},\
      "error":"storage_failed","message":"The configuration was not stored; free some \
      storage and try again"}
      """
    ),
    (
      .noKey("did:x:1"),
      """
      {"action":null,"code":"AUTH_FAILED","data":{"activeDid":"did:x:1"},\
      "error":"auth_failed","message":"The keychain has no key for 'did:x:1'; use an \
      identity whose key it has"}
      """
    ),
    (
      .tooManyWaiting(10_000),
      """
      {"action":null,"code":"UNAVAILABLE","data":{"maximum":10000},"error":"unavailable",\
      "message":"10000 calls wait for an answer already; answer the dialog first"}
      """
    ),
    (
      .unimplemented("noSuchMethod", on: "ios"),
      """
      {"action":null,"code":"UNIMPLEMENTED","data":{"method":"noSuchMethod"},\
      "error":"unimplemented","message":"\\"DailyNotification.noSuchMethod()\\" is not \
      implemented on ios"}
      """
    ),
  ]

  @Test("is an object of error, message, code, action and data", arguments: texts)
  func text(rejection: Rejection, text: String) {
    #expect(rejection.json.canonicalText == text)
  }

  @Test("has a tested text for every kind", arguments: Rejection.Kind.allCases)
  func everyKind(kind: Rejection.Kind) {
    #expect(Self.texts.contains { $0.0.kind == kind })
    let json = Rejection(kind, "m").json.objectValue
    #expect(json?.keys == ["error", "message", "code", "action", "data"])
    #expect(json?["code"] == .string(kind.rawValue.uppercased()))
  }

  @Test("cuts what it quotes, so that a huge option gives no huge message")
  func shortened() {
    let rejection = Rejection.invalidTime(String(repeating: "9", count: 4000))
    #expect(rejection.message.utf8.count < 200)
    #expect(rejection.data["got"]?.stringValue?.utf8.count == 64)
  }
}

@Suite("The table of methods")
struct MethodTableTests {
  /// The contract's 43 methods in its order.
  static let names = """
    configure scheduleDailyNotification getLastNotification cancelAllNotifications \
    getNotificationStatus updateSettings checkPermissionStatus requestNotificationPermissions \
    isChannelEnabled openChannelSettings getBatteryStatus requestBatteryOptimizationExemption \
    setAdaptiveScheduling getPowerState maintainRollingWindow getRollingWindowStats \
    getExactAlarmStatus requestExactAlarmPermission openExactAlarmSettings \
    getRebootRecoveryStatus setActiveDidFromHost refreshAuthenticationForNewIdentity \
    clearCacheForNewIdentity updateBackgroundTaskIdentity testJWTGeneration testEndorserAPI \
    coordinateBackgroundTasks handleAppLifecycleEvent getCoordinationStatus \
    scheduleDailyReminder cancelDailyReminder getScheduledReminders updateDailyReminder \
    scheduleContentFetch scheduleUserNotification scheduleDualNotification \
    getDualScheduleStatus updateDualScheduleConfig cancelDualSchedule pauseDualSchedule \
    resumeDualSchedule configureNativeFetcher updateStarredPlans checkStatus isAlarmScheduled \
    getNextAlarmTime getContentCache clearContentCache getContentHistory getLatestContentCache \
    getStarredPlans getSchedules createSchedule registerCallback unregisterCallback \
    getRegisteredCallbacks requestPermissions skipNext undoSkip
    """.split(separator: " ").map(String.init)

  @Test("holds the 59 methods of the contract in its order")
  func order() {
    #expect(Self.names.count == 59)
    #expect(PluginMethod.allCases.map(\.rawValue) == Self.names)
    #expect(PluginMethod.allCases.map(\.number) == Array(1...59))
  }

  @Test(
    "answers unimplemented to unknown methods",
    arguments: [
      "", "Configure", "configure ", "configure()", "nonsense", "__proto__", "é",
    ])
  func unimplemented(name: String) throws {
    let phone = try Phone()
    try phone.schedule()
    let before = phone.footprint
    let rejection = try phone.rejection(name, ["time": "05:53"])
    #expect(rejection == .unimplemented(name, on: "ios"))
    #expect(rejection.kind.rawValue == "unimplemented")
    #expect(phone.footprint == before)
  }

  @Test(
    "of every call, when the app has not registered the plugin", arguments: PluginMethod.allCases)
  func unregistered(method: PluginMethod) throws {
    let phone = try Phone { $0.knobs.pluginRegistration = .none }
    let before = phone.footprint
    #expect(try phone.rejection(method.rawValue) == .unimplemented(method.rawValue, on: "ios"))
    #expect(phone.footprint == before)
  }

  @Test("of the calls of New Activity, in a build without it", arguments: PluginMethod.allCases)
  func noDual(method: PluginMethod) throws {
    let phone = try Phone { $0.knobs.pluginRegistration = .noDual }
    guard method.rawValue.contains("Dual") else { return }
    #expect(try phone.rejection(method.rawValue) == .unimplemented(method.rawValue, on: "ios"))
    try phone.schedule(["time": "08:00"])
  }

  @Test("of the calls that a build lacks, and of no other", arguments: PluginMethod.allCases)
  func lacking(method: PluginMethod) throws {
    let lacking: [PluginMethod] = [.updateDualScheduleConfig, .cancelDualSchedule]
    let phone = try Phone { $0.knobs.pluginRegistration = .without(lacking) }
    let number = try phone.call(method.rawValue)
    let isLacking =
      phone.reply(number) == .rejected(.unimplemented(method.rawValue, on: "ios"))
    #expect(isLacking == lacking.contains(method))
  }

  @Test("of the test app's call too, when the app has not registered the plugin")
  func unregisteredHarness() throws {
    let phone = try Phone { $0.knobs.pluginRegistration = .none }
    try phone.perform(.harness(.scheduleInMinutes(1)))
    #expect(
      phone.reply(phone.device.os.callCount)
        == .rejected(.unimplemented("scheduleDailyNotification", on: "ios")))
    #expect(phone.pendingTimes.isEmpty)
  }
}
