import CivilTime
import DailyNotification
import JSONText
import Testing

@testable import DeviceModel

@Suite("A daily schedule")
struct SchedulingTests {
  struct Occurrence: Sendable {
    var start = "2025-11-15T05:42:30Z"
    var device = "UTC"
    var time: String
    var zone: String?
    let next: String

    static let all = [
      Occurrence(time: "05:53", next: "2025-11-15T05:53:00Z"),
      Occurrence(time: "05:43", next: "2025-11-15T05:43:00Z"),
      Occurrence(time: "05:42", next: "2025-11-16T05:42:00Z"),
      Occurrence(time: "00:00", next: "2025-11-16T00:00:00Z"),
      Occurrence(time: "23:59", next: "2025-11-15T23:59:00Z"),
      Occurrence(start: "2025-11-15T05:53:00Z", time: "05:53", next: "2025-11-16T05:53:00Z"),
      Occurrence(time: "11:38", zone: "Asia/Kathmandu", next: "2025-11-15T05:53:00Z"),
      Occurrence(time: "19:00", zone: "Pacific/Kiritimati", next: "2025-11-16T05:00:00Z"),
      Occurrence(device: "America/New_York", time: "00:53", next: "2025-11-15T05:53:00Z"),
      Occurrence(
        device: "America/New_York", time: "05:53", zone: "UTC", next: "2025-11-15T05:53:00Z"),
      // The gap: forward by its length.
      Occurrence(
        start: "2025-03-09T06:00:00Z", device: "America/New_York", time: "02:30",
        next: "2025-03-09T07:30:00Z"),
      Occurrence(
        start: "2025-10-04T12:00:00Z", device: "Australia/Lord_Howe", time: "02:15",
        next: "2025-10-04T15:45:00Z"),
      // The overlap: the first time, and inside the repeated hour not again.
      Occurrence(
        start: "2025-11-02T04:00:00Z", device: "America/New_York", time: "01:30",
        next: "2025-11-02T05:30:00Z"),
      Occurrence(
        start: "2025-11-02T05:45:00Z", device: "America/New_York", time: "01:30",
        next: "2025-11-03T06:30:00Z"),
      Occurrence(
        start: "2025-11-02T06:15:00Z", device: "America/New_York", time: "01:30",
        next: "2025-11-03T06:30:00Z"),
      // The date that Samoa skipped has no occurrence.
      Occurrence(
        start: "2011-12-29T22:30:00Z", device: "Pacific/Apia", time: "12:00",
        next: "2011-12-30T22:00:00Z"),
    ]
  }

  @Test("is for the first occurrence strictly after now", arguments: Occurrence.all)
  func nextOccurrence(expected: Occurrence) throws {
    let phone = try Phone(start: expected.start, zone: expected.device)
    var options: JSONObject = ["time": .string(expected.time)]
    if let zone = expected.zone { options["timezone"] = .string(zone) }
    try phone.schedule(options)
    #expect(phone.pendingTimes.first == expected.next)
    #expect(
      try phone.status["nextNotificationTime"]
        == ISO8601.parse(expected.next).map(JSONValue.integer))
  }

  @Test("floats with the device's zone unless it names one")
  func triggers() throws {
    let phone = try Phone(zone: "Europe/London")
    try phone.schedule(["time": "06:53"])
    try phone.schedule(["id": "far", "time": "06:53", "timezone": "Asia/Kathmandu"])
    let day = CivilDate(year: 2025, month: 11, day: 15)
    let time = try #require(TimeOfDay("06:53"))
    #expect(
      try phone.pending("daily_daily").trigger
        == .calendar(WallTime(date: day, time: time), zone: nil))
    #expect(
      try phone.pending("daily_far").trigger
        == .calendar(WallTime(date: day.adding(days: 1), time: time), zone: "Asia/Kathmandu"))
  }

  @Test("has a request for the next occurrence and one reserve for each of the days after")
  func reserves() throws {
    let phone = try Phone()
    try phone.schedule(["id": "news", "time": "05:53", "title": "News", "url": "https://a.example"])
    let dates = Phone.days(from: 16, at: "05:53", count: Phone.windowMax - 1).map {
      String($0.prefix(10))
    }
    #expect(phone.pendingIdentifiers == ["daily_news"] + dates.map { "daily_news_\($0)" })
    let days = ["2025-11-15"] + dates
    #expect(phone.pendingTimes == days.map { "\($0)T05:53:00Z" })
    for request in phone.device.os.pendingRequests {
      #expect(request.content.title == "News")
      #expect(request.content.info.source == .default)
      #expect(request.content.info.url == "https://a.example")
      #expect(request.content.categoryIdentifier == "DAILY_NOTIFICATION")
    }
  }

  @Test("uses the default text, sound and priority when none is given")
  func defaults() throws {
    let phone = try Phone()
    try phone.schedule()
    let content = try phone.pending("daily_daily").content
    #expect(content.title == "Daily Notification")
    #expect(content.body == "Your daily update is ready.")
    #expect(content.hasSound)
    #expect(content.priority == .default)
  }

  @Test(
    "is replaced completely by a second call with its id",
    arguments: ["05:53", "05:44", "05:42", "05:30", "23:00"])
  func replaced(time: String) throws {
    let phone = try Phone()
    try phone.schedule(["time": "05:53", "title": "Old", "sound": false, "priority": "high"])
    try phone.schedule(["time": .string(time)])
    try phone.settle()
    #expect(phone.device.os.storage.schedules.map(\.time) == [time])
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(Set(phone.pendingTimes.map { $0.dropFirst(10) }) == ["T\(time):00Z"])
    for request in phone.device.os.pendingRequests {
      #expect(request.content.title == "Daily Notification")
      #expect(request.content.hasSound)
      #expect(request.content.priority == .default)
    }
  }

  @Test("stays single when it is scheduled again at the same instant, many times")
  func sameInstant() throws {
    let phone = try Phone()
    for _ in 0..<10 { try phone.schedule() }
    try phone.settle()
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(Set(phone.pendingTimes).count == Phone.windowMax)
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    #expect(phone.device.os.storage.schedules.count == 1)
  }

  @Test("is changed in place by updateSettings, which keeps what is not given")
  func updated() throws {
    let phone = try Phone()
    try phone.schedule(["time": "05:53", "title": "A", "body": "B", "url": "https://a.example"])
    #expect(
      try phone.value("updateSettings", ["time": "06:10", "body": "C", "priority": "max"])
        == ["warning": nil])
    try phone.settle()
    let row = try #require(phone.device.os.storage.schedules.first)
    #expect(row.time == "06:10")
    #expect(row.title == "A")
    #expect(row.body == "C")
    #expect(row.priority == "max")
    #expect(row.payload == #"{"url":"https://a.example"}"#)
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(phone.pendingTimes.first == "2025-11-15T06:10:00Z")
    #expect(Set(phone.device.os.pendingRequests.map(\.content.body)) == ["C"])
    #expect(phone.taskBegins == "2025-11-15T06:05:00Z")
  }

  @Test("that does not exist cannot be updated")
  func unknownUpdate() throws {
    let phone = try Phone()
    try phone.schedule()
    let before = phone.footprint
    let rejection = try phone.rejection("updateSettings", ["id": "noon", "time": "12:00"])
    #expect(rejection.kind == .invalidParameter)
    #expect(rejection.data["key"] == "id")
    #expect(rejection.data["got"] == "noon")
    #expect(phone.footprint == before)
  }

  @Test(
    "has sound and priority in each of its requests",
    arguments: NotificationPriority.allCases.filter { $0 != .normal })
  func manners(priority: NotificationPriority) throws {
    let phone = try Phone()
    try phone.schedule(
      [
        "time": "05:53", "sound": false, "vibration": false,
        "priority": .string(priority.rawValue),
      ] as JSONObject)
    for request in phone.device.os.pendingRequests {
      #expect(!request.content.hasSound)
      #expect(request.content.priority == priority)
    }
    let settings = try #require(try phone.status["settings"])
    #expect(settings["sound"] == false)
    #expect(settings["vibration"] == false)
    #expect(settings["priority"] == .string(priority.rawValue))
  }
}

@Suite("Several daily schedules")
struct SeveralSchedulesTests {
  @Test(
    "stay within the window, nearest first, up to maxNotificationsPerDay",
    arguments: [1, 2, 7, 8, 9, 20, 31])
  func limit(maximum: Int) throws {
    let phone = try Phone()
    try phone.value("configure", ["maxNotificationsPerDay": .integer(Int64(maximum))])
    for index in 0..<maximum {
      let minute = index < 10 ? "0\(index)" : "\(index)"
      try phone.schedule(["id": .string("s\(minute)"), "time": .string("07:\(minute)")])
      try phone.settle()
      #expect(phone.device.os.pendingRequests.count <= 64)
    }
    #expect(phone.device.os.center.evictionCount == 0)
    #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
    let times = phone.pendingTimes
    #expect(times.prefix(maximum).allSatisfy { $0.hasPrefix("2025-11-15") })
    #expect(times.dropFirst(maximum).prefix(maximum).allSatisfy { $0.hasPrefix("2025-11-16") })
    let before = phone.footprint
    let rejection = try phone.rejection(
      "scheduleDailyNotification", ["id": "more", "time": "08:00"])
    #expect(
      rejection
        == .init(
          .pendingLimitExceeded, rejection.message, data: ["maximum": .integer(Int64(maximum))]))
    #expect(phone.footprint == before)
    try phone.schedule(["id": "s00", "time": "09:00"])
  }

  @Test("share one task, which is for the earliest fetch and, after it has run, for the next one")
  func oneTask() throws {
    let phone = try Phone()
    try phone.schedule(["id": "late", "time": "08:00"])
    #expect(phone.taskBegins == "2025-11-15T07:55:00Z")
    #expect(phone.device.os.storage.value(.taskOwner) == .text("late"))
    try phone.schedule(["id": "early", "time": "06:00"])
    #expect(phone.taskBegins == "2025-11-15T05:55:00Z")
    #expect(phone.device.os.storage.value(.taskOwner) == .text("early"))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:56:00Z")
    #expect(phone.taskBegins == "2025-11-15T07:55:00Z")
    #expect(phone.device.os.storage.value(.taskOwner) == .text("late"))
  }

  @Test("are each delivered every day")
  func eachDelivered() throws {
    let phone = try Phone()
    for hour in ["07", "12", "18"] {
      try phone.schedule(["id": .string("at\(hour)"), "time": .string("\(hour):00")])
    }
    try phone.perform(.background)
    for day in 16...20 {
      try phone.advance(to: "2025-11-\(day)T03:00:00Z")
      try phone.reopen()
    }
    #expect(phone.count(.notificationDelivered) == 15)
    #expect(phone.missed.isEmpty)
  }
}

@Suite("cancelAllNotifications")
struct CancelAllTests {
  @Test("withdraws requests, task and schedules and leaves what was delivered")
  func cancels() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.schedule(["id": "noon", "time": "12:00"])
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(try phone.value("cancelAllNotifications") == [:])
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.schedules.isEmpty)
    #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
    #expect(phone.device.os.deliveredNotifications.map(\.request.identifier) == ["daily_daily"])
    #expect(try phone.value("getLastNotification")["id"] == "daily")
    #expect(try phone.status["isScheduled"] == false)
  }

  @Test("does nothing when there is nothing, and nothing more when it is called again")
  func idempotent() throws {
    let phone = try Phone()
    let empty = phone.footprint
    try phone.value("cancelAllNotifications")
    #expect(phone.footprint == empty)
    try phone.schedule()
    try phone.value("cancelAllNotifications")
    try phone.value("cancelAllNotifications")
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
  }

  @Test("can be followed immediately by a schedule, which waits until the removal has taken effect")
  func thenSchedule() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("cancelAllNotifications")
    let call = try phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.settle()
    #expect(phone.reply(call) == .value(["warning": nil]))
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(phone.titlesShown == ["Daily Notification"])
  }

  @Test("keeps its order with waiting calls: each is answered, and the last schedule stays")
  func severalWaiting() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("cancelAllNotifications")
    let calls = try ["06:00", "07:00", "08:00"].map {
      try phone.call("scheduleDailyNotification", ["time": .string($0)])
    }
    try phone.settle()
    for call in calls { #expect(phone.reply(call) == .value(["warning": nil])) }
    #expect(phone.device.os.storage.schedules.map(\.time) == ["08:00"])
    #expect(Set(phone.pendingTimes.map { $0.dropFirst(10) }) == ["T08:00:00Z"])
  }
}

@Suite("A schedule that is set again while its notification is overdue")
struct DriftingScheduleTests {
  private func drifting(seed: UInt64) throws -> Phone {
    let phone = try Phone {
      $0.knobs.deliveryDrift = .beyond
      $0.seed = seed
    }
    try phone.schedule()
    try phone.advance(to: "2025-11-15T05:53:01Z")
    return phone
  }

  @Test(
    "neither loses nor duplicates it", arguments: ["scheduleDailyNotification", "updateSettings"],
    [1, 2, 3, 4, 5])
  func sameTime(method: String, seed: UInt64) throws {
    let phone = try drifting(seed: seed)
    try #require(phone.titlesShown.isEmpty)
    #expect(try phone.value(method, ["time": "05:53", "body": "New"]) == ["warning": nil])
    try phone.advance(to: "2025-11-15T06:30:00Z")
    #expect(phone.titlesShown.count == 1)
    try phone.reopen()
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(phone.missed.isEmpty)
    try phone.advance(to: "2025-11-16T06:30:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.count == 2)
    #expect(phone.count(.notificationDelivered) == 2)
  }

  @Test("does not affect it when the app is only opened", arguments: [1, 2, 3] as [UInt64])
  func reopened(seed: UInt64) throws {
    let phone = try drifting(seed: seed)
    try phone.reopen()
    #expect(phone.missed.isEmpty)
    #expect(phone.pendingTimes.first == "2025-11-15T05:53:00Z")
    try phone.advance(to: "2025-11-15T06:30:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.count == 1)
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(phone.pendingTimes.count == Phone.windowMax)
  }

  @Test("does not affect it when the time changes, and counts both")
  func otherTime() throws {
    let phone = try drifting(seed: 1)
    try phone.schedule(["time": "09:00"])
    try phone.settle()
    #expect(
      phone.pendingTimes.prefix(2) == ["2025-11-15T05:53:00Z", "2025-11-15T09:00:00Z"])
    #expect(phone.pendingTimes.count == Phone.windowMax)
    try phone.advance(to: "2025-11-15T10:00:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.count == 2)
    #expect(phone.count(.notificationDelivered) == 2)
    #expect(phone.missed.isEmpty)
  }
}
