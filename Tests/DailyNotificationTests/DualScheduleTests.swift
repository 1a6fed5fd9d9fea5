import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A dual schedule")
struct DualScheduleTests {
  static let identifier = DualOptions.identifier

  @Test(
    "is stored with the rule that its expression means, however it is written",
    arguments: [
      ("0 18 * * *", "DAILY"), ("0 18 1-31 * FRI", "DAILY"), ("0 18 * JAN-DEC 0-6", "DAILY"),
      ("0 18 * * FRI", "WEEKLY"), ("0 18 * 1-12 5,FRI", "WEEKLY"), ("0 18 * * 7", "WEEKLY"),
      ("0 18 * * MON-FRI", "CUSTOM"), ("0 18 */2 * FRI", "CUSTOM"), ("0 18 13 * FRI", "CUSTOM"),
      ("0 18 1 * *", "CUSTOM"), ("0 18 * 6 *", "CUSTOM"), ("0 6,18 * * *", "CUSTOM"),
      ("0 18 29 2 *", "CUSTOM"), ("* * * * *", "CUSTOM"),
    ])
  func repeatRule(expression: String, rule: String) throws {
    let phone = try Phone()
    try phone.value(
      "scheduleUserNotification",
      ["enabled": true, "schedule": .string(expression), "title": "T", "body": "B"])
    #expect(try #require(phone.device.os.storage.schedules.first).repeatRule == rule)
  }

  @Test("is armed with reserves under its own identifier; its fetch has its own cron expression")
  func armed() throws {
    let phone = try Phone.dual()
    let reserves = Phone.days(from: 16, at: "18:00", count: Phone.windowMax - 1).map {
      "\(Self.identifier)_\($0.prefix(10))"
    }
    #expect(phone.pendingIdentifiers == [Self.identifier] + reserves)
    #expect(phone.pendingTimes == Phone.days(from: 15, at: "18:00"))
    #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
    let row = try #require(phone.device.os.storage.schedules.first)
    #expect(row.kind == "DUAL")
    #expect(row.repeatRule == "DAILY")
    #expect(row.time == "0 18 * * *")
    #expect(
      phone.lines().last == """
        [DNP-STORAGE] Persisted schedule to DB (id=dual, type=DUAL, time=0 18 * * *, \
        next=2025-11-15T18:00:00Z)
        """)
    #expect(
      phone.lines(from: .debug).contains(
        """
        [DNP-DUAL] Content fetch planned (schedule=40 17 * * *, \
        earliestBeginDate=2025-11-15T17:40:00Z)
        """))
  }

  @Test("is stored as dual_schedule_config, unchanged, and survives the process")
  func stored() throws {
    let phone = try Phone.dual(
      DualOptions.config(
        fetch: [
          "url": "https://x.example/news", "timeoutMs": 5000, "retryAttempts": 2,
          "retryDelayMs": 90_000,
        ],
        notification: ["sound": false, "priority": "max"], relationship: ["autoLink": false]))
    #expect(StorageKey.dualConfiguration.name == "dual_schedule_config")
    guard case .text(let text)? = phone.device.os.storage.value(.dualConfiguration) else {
      Issue.record("nothing is stored")
      return
    }
    #expect(
      text == """
        {"contentFetch":{"enabled":true,"retryAttempts":2,"retryDelayMs":90000,\
        "schedule":"40 17 * * *","timeoutMs":5000,"url":"https://x.example/news"},\
        "isPaused":false,"relationship":{"autoLink":false,"contentTimeout":3600000,\
        "fallbackBehavior":"show_default"},"userNotification":{"body":"See what is new.",\
        "enabled":true,"priority":"max","schedule":"0 18 * * *","sound":false,\
        "title":"New Activity","vibration":true}}
        """)
    let before = phone.device.os.pendingRequests
    let configuration = phone.device.app?.plugin.dual.configuration
    try phone.perform(.systemTerminate)
    try phone.perform(.launch)
    #expect(phone.device.app?.plugin.dual.configuration == configuration)
    #expect(phone.device.os.pendingRequests == before)
    #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
  }

  struct Time: Sendable {
    let cron: String
    let zone: String
    let start: String
    let times: [String]

    static let all = [
      Time(
        cron: "30 9 * * 1-5", zone: "UTC", start: "2025-11-14T05:00:00Z",
        times: [
          "2025-11-14T09:30:00Z", "2025-11-17T09:30:00Z", "2025-11-18T09:30:00Z",
          "2025-11-19T09:30:00Z",
        ]),
      // A day of the month or a day of the week.
      Time(
        cron: "0 8 13 * 5", zone: "UTC", start: "2025-11-10T05:00:00Z",
        times: [
          "2025-11-13T08:00:00Z", "2025-11-14T08:00:00Z", "2025-11-21T08:00:00Z",
          "2025-11-28T08:00:00Z",
        ]),
      Time(
        cron: "0 8 29 2 *", zone: "UTC", start: "2025-11-10T05:00:00Z",
        times: [
          "2028-02-29T08:00:00Z", "2032-02-29T08:00:00Z", "2036-02-29T08:00:00Z",
          "2040-02-29T08:00:00Z",
        ]),
      // The gap: forward by its length.
      Time(
        cron: "30 2 * * *", zone: "America/New_York", start: "2025-03-08T12:00:00Z",
        times: [
          "2025-03-09T07:30:00Z", "2025-03-10T06:30:00Z", "2025-03-11T06:30:00Z",
          "2025-03-12T06:30:00Z",
        ]),
      // The overlap: once.
      Time(
        cron: "30 1 * * *", zone: "America/New_York", start: "2025-11-01T12:00:00Z",
        times: [
          "2025-11-02T05:30:00Z", "2025-11-03T06:30:00Z", "2025-11-04T06:30:00Z",
          "2025-11-05T06:30:00Z",
        ]),
      // Also where the hour has a wildcard.
      Time(
        cron: "*/30 1 * * *", zone: "America/New_York", start: "2025-11-02T04:00:00Z",
        times: [
          "2025-11-02T05:00:00Z", "2025-11-02T05:30:00Z", "2025-11-03T06:00:00Z",
          "2025-11-03T06:30:00Z",
        ]),
      Time(
        cron: "0 */6 * * *", zone: "Asia/Kathmandu", start: "2025-11-15T05:42:30Z",
        times: [
          "2025-11-15T06:15:00Z", "2025-11-15T12:15:00Z", "2025-11-15T18:15:00Z",
          "2025-11-16T00:15:00Z",
        ]),
      Time(
        cron: "15 2 * * *", zone: "Australia/Lord_Howe", start: "2025-10-04T12:00:00Z",
        times: [
          "2025-10-04T15:45:00Z", "2025-10-05T15:15:00Z", "2025-10-06T15:15:00Z",
          "2025-10-07T15:15:00Z",
        ]),
    ]
  }

  @Test("fires by the day rule of cron, in the phone's zone", arguments: Time.all)
  func times(time: Time) throws {
    let phone = try Phone.dual(
      DualOptions.config(notification: ["schedule": .string(time.cron)]), start: time.start,
      zone: time.zone)
    #expect(Array(phone.pendingTimes.prefix(4)) == time.times)
    #expect(phone.pendingTimes.count == Phone.windowMax)
  }

  @Test("is shown at its times: its triggers fire when planned", arguments: Time.all)
  func shown(time: Time) throws {
    guard time.times[3] < "2027" else { return }
    let phone = try Phone.dual(
      DualOptions.config(notification: ["schedule": .string(time.cron)]), start: time.start,
      zone: time.zone)
    try phone.perform(.swipeAway)
    try phone.advance(to: time.times[3])
    let shown = phone.payloads.compactMap {
      if case .notification(.delivered(let shown)) = $0 {
        ISO8601.text(shown.deliveredAt)
      } else {
        nil
      }
    }
    #expect(shown == time.times)
  }

  @Test(
    "replaces the one before", arguments: ["scheduleDualNotification", "updateDualScheduleConfig"])
  func replaced(method: String) throws {
    let phone = try Phone.dual()
    let options = DualOptions.config(
      fetch: ["schedule": "0 7 * * *"],
      notification: ["schedule": "30 7 * * *", "title": "Morning"])
    #expect(try phone.value(method, options) == ["warning": nil])
    try phone.settle()
    #expect(phone.pendingTimes == Phone.days(from: 15, at: "07:30"))
    #expect(Set(phone.device.os.pendingRequests.map(\.content.title)) == ["Morning"])
    #expect(phone.taskBegins == "2025-11-15T07:00:00Z")
    #expect(phone.device.os.storage.schedules.count == 1)
  }

  @Test("is created by call 38 where none exists")
  func updateCreates() throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    #expect(try phone.value("updateDualScheduleConfig", GoodOptions.dual) == ["warning": nil])
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }

  @Test("can be a fetch alone")
  func fetchAlone() throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    #expect(
      try phone.value("scheduleContentFetch", GoodOptions.options(.scheduleContentFetch)) == [:])
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
    try phone.runTask(
      at: "2025-11-15T17:40:00Z", Phone.content("News", for: "2025-11-15T17:40:00Z"))
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
    #expect(phone.count(.prefetchSucceeded) == 1)
    #expect(phone.count(.taskCompleted) == 1)
  }

  @Test("can be a notification alone, without a native fetcher")
  func notificationAlone() throws {
    let phone = try Phone()
    let value = try phone.value(
      "scheduleUserNotification", GoodOptions.options(.scheduleUserNotification))
    #expect(value == [:])
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(phone.taskBegins == nil)
    try phone.advance(to: "2025-11-15T18:00:01Z")
    #expect(phone.titlesShown == ["T"])
    #expect(phone.count(.notificationDelivered) == 1)
  }

  @Test("made by calls 34 and 35 is not linked: the notification keeps its own text")
  func unlinkedParts() throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value("scheduleContentFetch", GoodOptions.options(.scheduleContentFetch))
    try phone.value("scheduleUserNotification", GoodOptions.options(.scheduleUserNotification))
    #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
    #expect(try phone.dualStatus["relationship"]?["isLinked"] == false)
    try phone.runTask(
      at: "2025-11-15T17:40:00Z", Phone.content("News", for: "2025-11-15T18:00:00Z"))
    #expect(try phone.pendingTitle() == "T")
  }

  @Test("made by call 36 can then be changed by calls 34 and 35")
  func partsReplaced() throws {
    let phone = try Phone.dual()
    try phone.value(
      "scheduleContentFetch", ["config": ["enabled": true, "schedule": "0 12 * * *"]])
    try phone.value(
      "scheduleUserNotification",
      ["config": ["enabled": true, "schedule": "0 13 * * *", "title": "A", "body": "B"]])
    #expect(phone.taskBegins == "2025-11-15T12:00:00Z")
    try phone.runTask(
      at: "2025-11-15T12:00:00Z", Phone.content("News", for: "2025-11-15T13:00:00Z"))
    #expect(try phone.pendingTitle() == "News")
  }

  @Test("whose parts are disabled is stored and does nothing")
  func disabled() throws {
    let phone = try Phone.dual(
      DualOptions.config(fetch: ["enabled": false], notification: ["enabled": false]))
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    #expect(try phone.dualStatus["overall"]?["isActive"] == false)
  }

  @Test("needs the native fetcher for its fetch", arguments: [34, 36, 38])
  func notConfigured(number: Int) throws {
    let phone = try Phone()
    let method = PluginMethod.allCases[number - 1]
    let before = phone.footprint
    let rejection = try phone.rejection(method.rawValue, GoodOptions.options(method))
    #expect(rejection == .notConfigured)
    #expect(phone.footprint == before)
  }

  @Test("is made in the order 42, 43, 36")
  func callOrder() throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    #expect(try phone.value("updateStarredPlans", ["planIds": ["a", "b", "a"]]) == ["count": 3])
    #expect(try phone.value("scheduleDualNotification", GoodOptions.dual) == ["warning": nil])
    #expect(phone.device.os.storage.value(.starredPlans) == .text(#"["a","b","a"]"#))
  }

  @Test("with refresh off: a fetch alone is rejected, anything else succeeds with a warning")
  func refreshOff() throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.perform(.setBackgroundRefresh(.denied))
    let before = phone.footprint
    let rejection = try phone.rejection(
      "scheduleContentFetch", GoodOptions.options(.scheduleContentFetch))
    #expect(rejection == .backgroundRefreshDisabled(.denied))
    #expect(phone.footprint == before)
    let warned = try phone.value("scheduleDualNotification", GoodOptions.dual)
    #expect(warned == ["warning": "task_scheduling_failed"])
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    try phone.perform(.setBackgroundRefresh(.available))
    try phone.reopen()
    #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
  }

  @Test("on the simulator: a fetch alone is rejected with code 1, the rest gets a warning")
  func simulator() throws {
    let phone = try Phone { $0.variant = .simulator }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    let rejection = try phone.rejection(
      "scheduleContentFetch", GoodOptions.options(.scheduleContentFetch))
    #expect(rejection == .taskSchedulingFailed(.unavailable))
    #expect(phone.device.os.storage.value(.dualConfiguration) == nil)
    let warned = try phone.value("scheduleDualNotification", GoodOptions.dual)
    #expect(warned == ["warning": "task_scheduling_failed"])
    try phone.advance(to: "2025-11-15T17:40:00Z")
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.answerFetch(Phone.content("News", for: "2025-11-15T18:00:00Z"))
    #expect(try phone.pendingTitle() == "News")
  }

  @Test("that can never fire is rejected before the permission dialog is shown")
  func never() throws {
    let phone = try Phone(permission: .notDetermined)
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    for part in ["contentFetch", "userNotification"] {
      let options = BadOption.setting(
        "0 9 30 2 *", at: ["config", part, "schedule"], in: GoodOptions.dual)
      let rejection = try phone.rejection("scheduleDualNotification", options)
      #expect(rejection.kind == .invalidCronExpression)
    }
    #expect(!phone.device.os.authorizationMachine.isDialogShown)
  }

  @Test("that cannot be stored leaves the previous one in place")
  func atomic() throws {
    let count = try Phone.expectEachWriteToFail { number in
      let phone = try Phone.dual()
      let reply = try phone.call(
        "scheduleDualNotification",
        DualOptions.config(
          fetch: ["schedule": "0 7 * * *"], notification: ["schedule": "30 7 * * *"]),
        failingWrite: number)
      try phone.settle()
      let isNew = !phone.isNeededWriteMissing
      #expect((reply == .value(["warning": nil])) == isNew, "\(phone.faults)")
      let hour = isNew ? "07:30" : "18:00"
      #expect(phone.pendingTimes == Phone.days(from: 15, at: hour))
      #expect(phone.taskBegins == (isNew ? "2025-11-15T07:00:00Z" : "2025-11-15T17:40:00Z"))
      let stored = phone.device.app?.plugin.dual.configuration?.userNotification?.schedule.text
      #expect(stored == (isNew ? "30 7 * * *" : "0 18 * * *"))
      try phone.reopen()
      #expect(phone.pendingTimes == Phone.days(from: 15, at: hour))
      return phone
    }
    #expect(count >= 3)
  }

  @Test("can be paused without being lost, and resumed")
  func paused() throws {
    let phone = try Phone.dual()
    #expect(try phone.value("pauseDualSchedule") == [:])
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    #expect(try phone.dualStatus["overall"]?["isActive"] == false)
    #expect(try phone.dualStatus["userNotification"]?["isEnabled"] == true)
    try phone.advance(to: "2025-11-16T19:00:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.isEmpty)
    #expect(phone.missed.isEmpty)
    #expect(try phone.value("pauseDualSchedule") == [:])
    #expect(try phone.value("resumeDualSchedule") == [:])
    #expect(phone.pendingTimes == Phone.days(from: 17, at: "18:00"))
    #expect(phone.taskBegins == "2025-11-17T17:40:00Z")
    #expect(try phone.value("resumeDualSchedule") == [:])
  }

  @Test("resumed when the clock has gone back begins with what is ahead then")
  func resumedEarlier() throws {
    let phone = try Phone.dual()
    try phone.value("pauseDualSchedule")
    try phone.settle()
    try phone.perform(.warpClock(milliseconds: -2 * 86_400_000))
    try phone.value("resumeDualSchedule")
    #expect(phone.pendingTimes == Phone.days(from: 13, at: "18:00"))
  }

  /// It was on its way when the clock was set back, and shown two days before its date.
  @Test("resumed when the clock has gone back does not show again what was shown before")
  func resumedShown() throws {
    let phone = try Phone { $0.knobs.deliveryDrift = .bounded180 }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value("scheduleDualNotification", GoodOptions.dual)
    try phone.advance(to: "2025-11-15T18:00:00.200Z")
    try #require(phone.titlesShown.isEmpty)
    try phone.perform(.warpClock(milliseconds: -2 * 86_400_000))
    try phone.advance(seconds: 600)
    try #require(phone.titlesShown.count == 1)
    try phone.value("pauseDualSchedule")
    try phone.settle()
    try phone.value("resumeDualSchedule")
    #expect(phone.pendingTimes.prefix(2) == ["2025-11-14T18:00:00Z", "2025-11-16T18:00:00Z"])
    try phone.advance(to: "2025-11-15T18:10:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.count == 2)
    #expect(phone.missed.isEmpty)
  }

  @Test(
    "that does not exist is cancelled, paused and resumed without effect",
    arguments: ["cancelDualSchedule", "pauseDualSchedule", "resumeDualSchedule"])
  func none(method: String) throws {
    let phone = try Phone()
    try phone.schedule()
    let before = phone.footprint
    #expect(try phone.value(method) == [:])
    #expect(phone.footprint == before)
  }

  @Test("is cancelled alone: daily and reminders stay, and the task serves them again")
  func cancelled() throws {
    let phone = try Phone()
    try phone.schedule(["time": "19:00"])
    try phone.value("scheduleDailyReminder", GoodOptions.options(.scheduleDailyReminder))
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value("scheduleDualNotification", GoodOptions.dual)
    #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
    #expect(phone.device.os.storage.value(.taskOwner) == .text("dual_daily_notification"))
    #expect(try phone.value("cancelDualSchedule") == [:])
    try phone.settle()
    #expect(phone.taskBegins == "2025-11-15T18:55:00Z")
    #expect(phone.device.os.storage.value(.taskOwner) == .text("daily"))
    #expect(phone.device.os.storage.value(.dualConfiguration) == nil)
    #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
    #expect(phone.device.os.storage.schedules.map(\.kind) == ["DAILY", "REMINDER"])
  }

  @Test("withdraws the task if it was the last to use it")
  func cancelledAlone() throws {
    let phone = try Phone.dual()
    try phone.value("cancelDualSchedule")
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
  }

  @Test("has its row rebuilt from its configuration")
  func rebuilt() throws {
    let phone = try Phone.dual()
    let requests = phone.device.os.pendingRequests
    var row = try #require(phone.device.os.storage.schedules.first)
    row.time = "not cron"
    phone.device.os.writeSchedule(row)
    try phone.reopen()
    #expect(phone.lines(from: .warning) == ["[DNP-STORAGE] Quarantined (schedule dual)"])
    #expect(phone.device.os.pendingRequests == requests)
    #expect(phone.device.os.storage.schedules.first?.time == "0 18 * * *")
  }

  @Test("whose configuration is damaged is quarantined, and store and requests still agree")
  func damagedConfiguration() throws {
    let phone = try Phone.dual()
    phone.device.os.setValue(.text("{"), for: .dualConfiguration)
    try phone.reopen()
    #expect(phone.lines(from: .warning).contains("[DNP-STORAGE] Quarantined (dual schedule)"))
    try phone.value("scheduleDualNotification", GoodOptions.dual)
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }

  /// Reserves are named by their instants, which are others in another zone.
  @Test("the next one does not take the name of one that a shift of the clocks put on its way")
  func namesAfterShift() throws {
    let phone = try Phone(start: "2025-11-15T08:58:28Z") {
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = .bounded180
    }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value(
      "scheduleDualNotification", DualOptions.config(notification: ["schedule": "*/20 2-3 * * *"]))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-16T02:19:59.500Z")
    try phone.perform(.shiftDST)
    try phone.perform(.foreground)
    try phone.advance(seconds: 200)
    let shown = phone.payloads.compactMap {
      if case .notification(.delivered(let item)) = $0 { item.occurrence } else { nil }
    }
    // By the shifted clock it is 03:20, so that these had come an hour ago.
    for time in ["2025-11-16T01:20:00Z", "2025-11-16T01:40:00Z", "2025-11-16T02:20:00Z"] {
      #expect(shown.contains(try #require(ISO8601.parse(time))), "\(time)")
    }
    #expect(phone.missed.isEmpty)
  }
}
