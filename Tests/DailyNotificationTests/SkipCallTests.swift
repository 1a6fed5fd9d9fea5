import CivilTime
import DeviceModel
import JSONText
import Testing

@testable import DailyNotification

@Suite("A notification is skipped, and taken back")
struct SkipCallTests {
  private func time(_ text: String) throws -> Int64 { try #require(ISO8601.parse(text)) }

  private func skipped(_ phone: Phone) throws -> [String] {
    let skips = try phone.value("getNotificationStatus")["skipped"]?.arrayValue ?? []
    return skips.compactMap { skip in
      skip["id"]?.stringValue.map { "\($0) \(skip["plannedWallDate"]?.stringValue ?? "?")" }
    }
  }

  private func isArmed(_ id: String, _ text: String, _ phone: Phone) throws -> Bool {
    let options: JSONObject = ["id": .string(id), "triggerAtMillis": .integer(try time(text))]
    return try phone.value("isAlarmScheduled", options)["scheduled"] == true
  }

  @Test("the next one is skipped, and nothing is reported of it; the others stay")
  func next() throws {
    let phone = try Phone()
    try phone.schedule()
    let reply = try phone.value("skipNext")
    #expect(reply["plannedTime"] == .integer(try time("2025-11-15T05:53:00Z")))
    #expect(reply["plannedWallDate"] == "2025-11-15")
    #expect(reply["nextNotificationTime"] == .integer(try time("2025-11-16T05:53:00Z")))
    #expect(try skipped(phone) == ["daily 2025-11-15"])
    #expect(try !isArmed("daily", "2025-11-15T05:53:00Z", phone))
    #expect(try isArmed("daily", "2025-11-16T05:53:00Z", phone))
    try phone.advance(to: "2025-11-16T06:00:00Z")
    try phone.reopen()
    #expect(phone.count(.notificationDelivered) == 1 && phone.count(.notificationMissed) == 0)
    #expect(try skipped(phone).isEmpty)
  }

  @Test("a prefetch belongs to the one that follows")
  func prefetch() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("skipNext")
    #expect(
      try phone.value("checkStatus")["nextFetchTime"]
        == .integer(try time("2025-11-16T05:48:00Z")))
  }

  @Test("what is skipped is taken back, whichever it is")
  func undone() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("skipNext")
    try phone.value("skipNext", ["date": "2025-11-18"])
    #expect(try skipped(phone) == ["daily 2025-11-15", "daily 2025-11-18"])
    let reply = try phone.value("undoSkip", ["date": "2025-11-18"])
    #expect(reply["plannedTime"] == .integer(try time("2025-11-18T05:53:00Z")))
    try phone.value("undoSkip")
    #expect(try skipped(phone).isEmpty)
    for day in 15...18 { #expect(try isArmed("daily", "2025-11-\(day)T05:53:00Z", phone)) }
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try phone.reopen()
    #expect(phone.count(.notificationDelivered) == 1)
  }

  @Test("what is skipped beyond one that is taken back stays skipped")
  func between() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("skipNext")
    try phone.value("skipNext", ["date": "2025-11-16"])
    try phone.value("undoSkip")
    #expect(try skipped(phone) == ["daily 2025-11-16"])
    try phone.advance(to: "2025-11-17T12:00:00Z")
    try phone.reopen()
    #expect(phone.count(.notificationDelivered) == 2)
  }

  @Test("a reminder that the system repeats is skipped on its date and repeats again after it")
  func repeating() throws {
    let phone = try Phone()
    try phone.value(
      "scheduleDailyReminder",
      ["id": "pills", "title": "Pills", "body": "Two.", "time": "05:53"])
    try phone.value("skipNext", ["id": "pills"])
    #expect(try skipped(phone) == ["pills 2025-11-15"])
    for day in 16...19 {
      try phone.advance(to: "2025-11-\(day)T12:00:00Z")
      try phone.reopen()
    }
    #expect(phone.count(.notificationDelivered) == 4 && phone.count(.notificationMissed) == 0)
    #expect(try phone.pending("reminder_pills").trigger.isRepeating)
  }

  @Test("the same date stays skipped in another zone and when it is scheduled again")
  func stays() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("skipNext")
    try phone.schedule()
    #expect(try skipped(phone) == ["daily 2025-11-15"])
    try phone.value("skipNext", ["date": "2025-11-16"])
    try phone.perform(.setZone(Zone(identifier: "Asia/Tokyo")))
    try phone.schedule()
    #expect(try skipped(phone) == ["daily 2025-11-16"])
    #expect(try !isArmed("daily", "2025-11-15T20:53:00Z", phone))
    #expect(try isArmed("daily", "2025-11-16T20:53:00Z", phone))
  }

  @Test("another time begins anew")
  func revised() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("skipNext")
    try phone.schedule(["time": "05:50"])
    #expect(try skipped(phone).isEmpty)
    #expect(try isArmed("daily", "2025-11-15T05:50:00Z", phone))
  }

  @Test("one of several on a date is skipped, the next one")
  func several() throws {
    let phone = try Phone()
    try phone.schedule(["time": "06:00", "rolloverIntervalMinutes": 60])
    let reply = try phone.value("skipNext", ["date": "2025-11-15"])
    #expect(reply["plannedTime"] == .integer(try time("2025-11-15T06:00:00Z")))
    #expect(reply["nextNotificationTime"] == .integer(try time("2025-11-15T07:00:00Z")))
    #expect(
      try phone.value("skipNext")["plannedTime"] == .integer(try time("2025-11-15T07:00:00Z")))
  }

  @Test("what cannot be skipped is rejected, and says what can")
  func rejected() throws {
    let phone = try Phone()
    #expect(try phone.rejection("skipNext").kind == .invalidParameter)
    try phone.schedule()
    #expect(try phone.rejection("undoSkip").message.contains("No skipped notification"))
    try phone.value("skipNext")
    let again = try phone.rejection("skipNext", ["date": "2025-11-15"])
    #expect(again.message.contains("of 2025-11-15"))
    #expect(try phone.rejection("skipNext", ["date": "15 Nov"]).message.contains("YYYY-MM-DD"))
    #expect(try phone.rejection("skipNext", ["date": "2025-11-14"]).kind == .invalidParameter)
    try phone.value(
      "scheduleDailyReminder",
      [
        "id": "once", "title": "Once", "body": "Only.", "time": "07:00", "repeatDaily": false,
      ])
    let once = try phone.rejection("skipNext", ["id": "once"])
    #expect(once.message.contains("a schedule that repeats"))
  }

  @Test("what could not be written is not skipped")
  func fullDisk() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.fillDisk(isOn: true))
    #expect(try phone.rejection("skipNext").kind == .storageFailed)
    #expect(try skipped(phone).isEmpty)
    #expect(try isArmed("daily", "2025-11-15T05:53:00Z", phone))
  }
}
