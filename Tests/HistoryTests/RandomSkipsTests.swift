import CivilTime
import DailyNotification
import DeviceModel
import History
import Invariants
import JSONText
import Session
import SimulationCore
import Testing

/// Random skips on both phones, beside a second description: the set of dates that are skipped.
@Suite("Random skips")
struct RandomSkipsTests {
  private static let firstDay = CivilDate(year: 2025, month: 11, day: 15)
  private static let dayCount = 12

  /// A daily notification and a reminder at 05:53, and the dates that are skipped of each.
  private struct Phone {
    private var session: Session<PhoneHistory>
    var skipped: [String: Set<CivilDate>] = ["daily": [], "reminder_pills": []]
    var today = RandomSkipsTests.firstDay

    init(_ platform: DevicePlatform) throws {
      var configuration = DeviceConfiguration(platform: platform)
      if platform == .ios { try configuration.knobs.set("deliveryDrift", to: "none") }
      session = Session(configuration, observer: PhoneHistory())
      try act("setPermission", ["value": "granted"])
      if platform == .android { try act("setExactAlarm", ["value": "granted"]) }
      try call("scheduleDailyNotification", ["time": "05:53"])
      try call(
        "scheduleDailyReminder",
        ["id": "pills", "title": "Pills", "body": "Two.", "time": "05:53"])
    }

    mutating func act(_ verb: String, _ parameters: JSONObject = [:]) throws {
      try session.perform(try VerbTable.command(verb: verb, parameters: parameters))
    }

    private mutating func call(_ method: String, _ options: JSONObject) throws {
      try session.perform(.call(method: method, options: options))
      _ = try session.runUntilIdle(limit: 10_000)
    }

    /// The first date ahead that is skipped, or that is not.
    private func first(_ id: String, isSkipped: Bool) -> CivilDate? {
      let dates = (0...100).lazy.map { today.adding(days: $0) }
      return dates.first { (skipped[id]?.contains($0) ?? false) == isSkipped }
    }

    mutating func skip(_ id: String, _ date: CivilDate?) throws {
      try call("skipNext", options(id, date))
      if let date = date ?? first(id, isSkipped: false) { skipped[id]?.insert(date) }
    }

    mutating func undo(_ id: String, _ date: CivilDate?) throws {
      try call("undoSkip", options(id, date))
      guard let date = date ?? first(id, isSkipped: true) else { return }
      skipped[id]?.remove(date)
    }

    private func options(_ id: String, _ date: CivilDate?) -> JSONObject {
      var options: JSONObject = ["id": .string(id)]
      if let date { options["date"] = .string(date.text) }
      return options
    }

    /// To 06:00 on the next date of the schedules.
    mutating func passDay() throws {
      let end = try #require(ISO8601.parse("\(today.text)T06:00:00Z"))
      try session.advance(to: session.device.os.instant(ofWall: end))
      today = today.adding(days: 1)
    }

    /// What the invariants have found.
    var violations: [String] {
      session.invariants.violations.map { "\($0.id): \($0.message)" }
    }

    var history: PhoneHistory {
      var history = session.observer
      history.finish(session.device)
      return history
    }
  }

  @Test("end as the set of dates says", arguments: DevicePlatform.allCases, 1...12)
  func random(platform: DevicePlatform, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var phone = try Phone(platform)
    for _ in 0..<RandomSkipsTests.dayCount {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let id = Bool.random(using: &random) ? "daily" : "reminder_pills"
        let date =
          Bool.random(using: &random)
          ? nil : phone.today.adding(days: Int.random(in: 0...4, using: &random))
        if Int.random(in: 0..<3, using: &random) > 0 {
          try phone.skip(id, date)
        } else {
          try phone.undo(id, date)
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        try phone.act("swipeAway")
        try phone.act("launch")
      }
      try phone.passDay()
    }
    #expect(phone.violations == [])
    let history = phone.history
    var skippedCount = 0
    for offset in 0..<RandomSkipsTests.dayCount {
      let day = RandomSkipsTests.firstDay.adding(days: offset)
      for occurrence in history.occurrences(on: day) {
        let id = occurrence.notification.id
        let isSkipped = phone.skipped[id]?.contains(day) == true
        if isSkipped { skippedCount += 1 }
        #expect(
          occurrence.outcome == (isSkipped ? .skipped : .shown), "\(id) on \(day.text)")
      }
      #expect(history.occurrences(on: day).count == 2)
    }
    #expect(skippedCount > 0)
  }
}
