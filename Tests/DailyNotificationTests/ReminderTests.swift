import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A reminder")
struct ReminderTests {
  static let pills: JSONObject = [
    "id": "pills", "title": "Pills", "body": "Take them.", "time": "08:00",
  ]

  /// The stored reminders as call 32 reports them.
  private func reminders(_ phone: Phone) throws -> [JSONValue] {
    try #require(try phone.value("getScheduledReminders")["reminders"]?.arrayValue)
  }

  private func with(_ changes: JSONObject) -> JSONObject {
    var options = Self.pills
    for (key, value) in changes.members { options[key] = value }
    return options
  }

  @Test("is one repeating request with its own text, and no task")
  func armed() throws {
    let phone = try Phone()
    #expect(try phone.value("scheduleDailyReminder", Self.pills) == [:])
    #expect(phone.pendingIdentifiers == ["reminder_pills"])
    let request = try phone.pending("reminder_pills")
    #expect(request.trigger == .daily(try #require(TimeOfDay("08:00")), zone: nil))
    #expect(request.content.title == "Pills")
    #expect(request.content.categoryIdentifier == "DAILY_NOTIFICATION")
    #expect(phone.taskBegins == nil)
    #expect(
      phone.lines().last == """
        [DNP-STORAGE] Persisted schedule to DB (id=pills, type=REMINDER, time=08:00, \
        next=2025-11-15T08:00:00Z)
        """)
  }

  @Test("is listed with all its fields, by id; before the first the list is empty")
  func listed() throws {
    let phone = try Phone()
    #expect(try phone.value("getScheduledReminders") == ["reminders": []])
    try phone.value(
      "scheduleDailyReminder",
      with([
        "id": "walk", "sound": false, "vibration": false, "priority": "high", "repeatDaily": false,
        "timezone": "Europe/London", "time": "05:00",
      ]))
    try phone.value("scheduleDailyReminder", Self.pills)
    #expect(
      try reminders(phone) == [
        [
          "id": "pills", "title": "Pills", "body": "Take them.", "time": "08:00",
          "nextTriggerTime": Phone.time("2025-11-15T08:00:00Z"), "isScheduled": true,
          "repeatDaily": true, "sound": true, "vibration": true, "priority": "default",
          "timezone": nil,
        ],
        [
          "id": "walk", "title": "Pills", "body": "Take them.", "time": "05:00",
          "nextTriggerTime": Phone.time("2025-11-16T05:00:00Z"), "isScheduled": true,
          "repeatDaily": false, "sound": false, "vibration": false, "priority": "high",
          "timezone": "Europe/London",
        ],
      ])
  }

  @Test("fires every day while the app stays closed, whatever happens to fetches")
  func everyDay() throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example"])
    try phone.schedule(["time": "07:00"])
    try phone.value("scheduleDailyReminder", Self.pills)
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-12-05T09:00:00Z")
    #expect(phone.titlesShown.count { $0 == "Pills" } == 21)
    #expect(phone.titlesShown.count { $0 == "Daily Notification" } == 21)
  }

  @Test("does not collide with a daily or dual schedule of the same id")
  func sameID() throws {
    let phone = try Phone()
    try phone.schedule(["id": "x", "time": "07:00", "title": "Daily"])
    try phone.value("scheduleDailyReminder", with(["id": "x"]))
    try phone.value("scheduleDailyReminder", with(["id": "dual", "time": "09:00"]))
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value("scheduleDualNotification", GoodOptions.dual)
    #expect(
      phone.device.os.storage.schedules.map(\.kind) == ["DAILY", "DUAL", "REMINDER", "REMINDER"])
    try phone.settle()
    #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
    #expect(phone.pendingIdentifiers.count { $0.hasPrefix("reminder_") } == 2)
    try phone.value("cancelDailyReminder", ["reminderId": "x"])
    try phone.settle()
    #expect(phone.pendingIdentifiers.count { $0.hasPrefix("reminder_") } == 1)
    #expect(try phone.pending("daily_x").content.title == "Daily")
    try phone.value("cancelDailyReminder", ["reminderId": "dual"])
    try phone.settle()
    #expect(!phone.pendingIdentifiers.contains { $0.hasPrefix("reminder_") })
    #expect(phone.taskBegins == "2025-11-15T06:55:00Z")
    try phone.reopen()
    #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
  }

  @Test("that is cancelled does not fire and is unknown from then on")
  func cancelled() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", Self.pills)
    #expect(try phone.value("cancelDailyReminder", ["reminderId": "pills"]) == [:])
    #expect(try reminders(phone).isEmpty)
    #expect(
      try phone.rejection("cancelDailyReminder", ["reminderId": "pills"])
        == .unknownReminder("pills"))
    #expect(try phone.rejection("updateDailyReminder", Self.pills) == .unknownReminder("pills"))
    try phone.advance(to: "2025-11-16T09:00:00Z")
    #expect(phone.titlesShown.isEmpty)
    #expect(phone.missed.isEmpty)
  }

  @Test("is withdrawn with everything else when all is cancelled")
  func allCancelled() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", Self.pills)
    try phone.value("cancelAllNotifications")
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(try reminders(phone).isEmpty)
  }

  @Test(
    "is changed in place and never duplicated",
    arguments: ["updateDailyReminder", "scheduleDailyReminder"])
  func changed(method: String) throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", Self.pills)
    let created = try #require(phone.device.os.storage.schedules.first).createdAt
    try phone.advance(seconds: 60)
    #expect(try phone.value(method, with(["time": "09:30", "body": "Now."])) == [:])
    #expect(phone.pendingIdentifiers == ["reminder_pills"])
    let request = try phone.pending("reminder_pills")
    #expect(request.trigger == .daily(try #require(TimeOfDay("09:30")), zone: nil))
    #expect(request.content.body == "Now.")
    let row = try #require(phone.device.os.storage.schedules.first)
    #expect(row.createdAt == created)
    #expect(row.updatedAt == created + 60_000)
    try phone.advance(to: "2025-11-15T10:00:00Z")
    #expect(phone.titlesShown == ["Pills"])
  }

  @Test("keeps the fields that an update leaves out")
  func partialUpdate() throws {
    let phone = try Phone()
    try phone.value(
      "scheduleDailyReminder",
      with(["priority": "high", "sound": false, "timezone": "Europe/London"]))
    try phone.value("updateDailyReminder", with(["title": "Vitamins"]))
    let reminder = try #require(try reminders(phone).first)
    #expect(reminder["title"] == "Vitamins")
    #expect(reminder["priority"] == "high")
    #expect(reminder["sound"] == false)
    #expect(reminder["timezone"] == "Europe/London")
  }

  @Test("that does not repeat can be set again: for its date, and for the next once that has come")
  func onceMore() throws {
    let phone = try Phone()
    let options = with(["repeatDaily": false, "time": "05:00"])
    for _ in 0..<2 {
      try phone.value("scheduleDailyReminder", options)
      #expect(
        try reminders(phone)[0]["nextTriggerTime"]?.integerValue
          == ISO8601.parse("2025-11-16T05:00:00Z"))
    }
    try phone.advance(to: "2025-11-16T05:01:00Z")
    #expect(phone.titlesShown == ["Pills"])
    try phone.value("scheduleDailyReminder", options)
    try phone.advance(to: "2025-11-18T05:01:00Z")
    #expect(phone.titlesShown == ["Pills", "Pills"])
  }

  @Test("that does not repeat fires once and is then listed as not scheduled")
  func once() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", with(["repeatDaily": false]))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-18T09:00:00Z")
    try phone.reopen()
    #expect(phone.titlesShown == ["Pills"])
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(phone.missed.isEmpty)
    let reminder = try #require(try reminders(phone).first)
    #expect(reminder["isScheduled"] == false)
    #expect(reminder["nextTriggerTime"] == .null)
    #expect(reminder["repeatDaily"] == false)
    for _ in 0..<2 { try phone.reopen() }
    #expect(phone.pendingIdentifiers.isEmpty)
    try phone.value("updateDailyReminder", with(["repeatDaily": true]))
    #expect(try #require(try reminders(phone).first)["isScheduled"] == true)
  }

  @Test("that does not repeat can be changed while its notification is overdue")
  func onceOnItsWay() throws {
    let phone = try Phone { $0.knobs.deliveryDrift = .beyond }
    try phone.value("scheduleDailyReminder", with(["repeatDaily": false]))
    try phone.advance(to: "2025-11-15T08:00:01Z")
    try #require(phone.titlesShown.isEmpty)
    try phone.value("scheduleDailyReminder", with(["repeatDaily": false, "time": "09:00"]))
    try phone.reopen()
    try phone.advance(to: "2025-11-15T12:00:00Z")
    try phone.reopen()
    #expect(phone.titlesShown == ["Pills", "Pills"])
    #expect(phone.missed.isEmpty)
  }

  @Test("that does not repeat and was lost is reported missed once")
  func onceLost() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", with(["repeatDaily": false]))
    try phone.perform(.background)
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-15T09:00:00Z")
    for _ in 0..<3 { try phone.reopen() }
    #expect(phone.missed.map(\.reason) == [.notDelivered])
    #expect(phone.missed.map(\.certainty) == [.unknown])
    #expect(phone.pendingIdentifiers.isEmpty)
  }

  @Test("has each delivery recorded once")
  func recorded() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", Self.pills)
    for day in 15...18 {
      try phone.perform(.background)
      try phone.advance(to: "2025-11-\(day)T09:00:00Z")
      for _ in 0..<2 { try phone.reopen() }
    }
    #expect(phone.count(.notificationDelivered) == 4)
    #expect(phone.missed.isEmpty)
    #expect(
      phone.device.os.storage.history.map { ISO8601.text($0.plannedTime) }
        == (15...18).map { "2025-11-\($0)T08:00:00Z" })
    #expect(try phone.value("getLastNotification")["id"] == "pills")
  }

  @Test("is not missed while its repeating request is pending, dismissed or not seen for days")
  func notMissed() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", Self.pills)
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-25T09:00:00Z")
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.launch)
    #expect(phone.titlesShown.count == 11)
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.recovered) == 0)
  }

  @Test("whose request was lost is reported missed once for each day, then armed again")
  func lost() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", Self.pills)
    try phone.perform(.background)
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-16T09:00:00Z")
    for _ in 0..<3 { try phone.reopen() }
    #expect(
      phone.missed.map { ISO8601.text($0.plannedTime) } == [
        "2025-11-15T08:00:00Z", "2025-11-16T08:00:00Z",
      ])
    #expect(phone.missed.map(\.reason) == [.notDelivered, .notDelivered])
    #expect(phone.missed.map(\.certainty) == [.unknown, .unknown])
    #expect(
      phone.lines().contains(
        "[DNP-RECOVERY] scenario=termination missed=2 verified=0 rescheduled=1"))
    try phone.advance(to: "2025-11-17T09:00:00Z")
    #expect(phone.titlesShown == ["Pills"])
  }

  @Test("that was not shown for lack of permission is reported missed with that reason")
  func denied() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", Self.pills)
    try phone.perform(.setPermission(.denied))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T09:00:00Z")
    try phone.reopen()
    #expect(phone.missed.map(\.reason) == [.notificationsDenied])
  }

  @Test("is rejected while denied, and armed again at the first entry after a grant")
  func healed() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", Self.pills)
    try phone.perform(.setPermission(.denied))
    let rejection = try phone.rejection("scheduleDailyReminder", with(["id": "walk"]))
    #expect(rejection.kind == .notificationsDenied)
    #expect(phone.lines().contains("[DNP-PLUGIN] notifications_denied for scheduleDailyReminder"))
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(try #require(try reminders(phone).first)["isScheduled"] == false)
    #expect(try reminders(phone).count == 1)
    try phone.perform(.setPermission(.authorized))
    #expect(try #require(try reminders(phone).first)["isScheduled"] == true)
    #expect(phone.pendingIdentifiers == ["reminder_pills"])
  }

  @Test("asks for permission if the person was never asked, and is armed with the grant")
  func asks() throws {
    let phone = try Phone(permission: .notDetermined)
    let call = try phone.call("scheduleDailyReminder", Self.pills)
    #expect(phone.reply(call) == nil)
    try phone.perform(.answerDialog(isAllowed: true))
    #expect(phone.reply(call) == .value([:]))
    #expect(phone.pendingIdentifiers == ["reminder_pills"])
  }

  @Test("whose row is damaged is rebuilt from its request", arguments: [true, false])
  func rebuilt(isRepeating: Bool) throws {
    let phone = try Phone()
    try phone.value(
      "scheduleDailyReminder",
      with(["repeatDaily": .bool(isRepeating), "timezone": "Europe/London", "priority": "low"]))
    let before = try reminders(phone)
    let requests = phone.device.os.pendingRequests
    var row = try #require(phone.device.os.storage.schedules.first)
    row.time = "nonsense"
    row.title = "?"
    phone.device.os.writeSchedule(row)
    try phone.reopen()
    #expect(phone.lines(from: .warning) == ["[DNP-STORAGE] Quarantined (schedule pills)"])
    #expect(try reminders(phone) == before)
    #expect(phone.device.os.pendingRequests == requests)
  }

  @Test("is rejected and leaves nothing when the system does not retain it")
  func dropped() throws {
    let phone = try Phone { $0.knobs.emptyContent = .dropped }
    var empty = Self.pills
    empty["title"] = ""
    empty["body"] = ""
    #expect(try phone.rejection("scheduleDailyReminder", empty).kind == .schedulingFailed)
    #expect(phone.requestsDropped == 1)
    #expect(phone.device.os.storage.schedules.isEmpty)
    #expect(try phone.value("scheduleDailyReminder", Self.pills) == [:])
    #expect(phone.pendingIdentifiers == ["reminder_pills"])
  }

  @Test("is rejected and leaves nothing, whichever write fails that it needs")
  func atomic() throws {
    let count = try Phone.expectEachWriteToFail { number in
      let phone = try Phone()
      let reply = try phone.call("scheduleDailyReminder", Self.pills, failingWrite: number)
      try phone.settle()
      let isKept = !phone.isNeededWriteMissing
      #expect((reply == .value([:])) == isKept, "\(phone.faults)")
      #expect(phone.device.os.storage.schedules.isEmpty == !isKept)
      #expect(phone.pendingIdentifiers == (isKept ? ["reminder_pills"] : []))
      return phone
    }
    #expect(count >= 1)
  }

  @Test("keeps its explicit zone, or follows the phone", arguments: [true, false])
  func zone(isExplicit: Bool) throws {
    let phone = try Phone(zone: "Europe/London")
    try phone.value(
      "scheduleDailyReminder", with(isExplicit ? ["timezone": "Europe/London"] : [:]))
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    try phone.settle()
    let next = try #require(try reminders(phone).first)["nextTriggerTime"]
    let expected = isExplicit ? "2025-11-15T08:00:00Z" : "2025-11-15T13:00:00Z"
    #expect(next == Phone.time(expected))
    try phone.advance(to: "2025-11-15T14:00:00Z")
    let shown = try #require(phone.device.os.deliveredNotifications.first)
    #expect(ISO8601.text(shown.deliveredAt) == expected)
    #expect(phone.titlesShown.count == 1)
  }
}
