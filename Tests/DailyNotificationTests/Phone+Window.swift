import CivilTime

@testable import DailyNotification

extension Phone {
  /// How many requests the plugin keeps pending when its schedules ask for as many.
  static let windowMax = 56

  /// An occurrence a day from a date on, as many as the window holds.
  static func days(from date: CivilDate, at time: String, count: Int = windowMax) -> [String] {
    (0..<count).map { "\(date.adding(days: $0).text)T\(time):00Z" }
  }

  /// An occurrence a day from a day of November 2025 on.
  static func days(from day: Int, at time: String, count: Int = windowMax) -> [String] {
    days(from: CivilDate(year: 2025, month: 11, day: day), at: time, count: count)
  }
}
