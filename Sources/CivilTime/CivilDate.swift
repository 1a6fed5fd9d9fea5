/// A day of the proleptic Gregorian calendar, in no zone.
///
/// Arithmetic is exact for every year that the instants of this module can reach (about ±290
/// million).
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The astronomical year: 0 is 1 BC.
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31, and never more than the month has.
  public let day: Int

  /// Creates a day.
  ///
  /// A month or day that does not exist is a programmer error; parse strings with `init(text:)`.
  public init(year: Int, month: Int, day: Int) {
    precondition((1...12).contains(month), "month must be 1…12")
    precondition(
      (1...Self.dayCount(year: year, month: month)).contains(day), "day must exist in its month")
    self.year = year
    self.month = month
    self.day = day
  }

  /// Parses exactly `yyyy-MM-dd` in ASCII digits; `nil` for any other string or a missing day.
  public init?(text: String) {
    let date = ASCIIReader.read(text) { reader in reader.date() }
    guard let date else { return nil }
    self = date
  }

  /// The day that is `daysSinceEpoch` days after 1970-01-01.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`:
  /// 400-year eras of 146,097 days, years that begin on March 1.
  public init(daysSinceEpoch: Int) {
    let shifted = daysSinceEpoch + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    // Within an era all numbers are small and positive, and dividing such ones costs least.
    let dayOfEra = UInt32(truncatingIfNeeded: shifted - era * 146_097)
    let yearOfEra =
      (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
    day = Int(dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9)
    year = Int(yearOfEra) &+ era &* 400 &+ (month <= 2 ? 1 : 0)
  }

  /// Days from 1970-01-01 to this day; negative before.
  public var daysSinceEpoch: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week: 0 is Sunday, 6 Saturday.
  public var dayOfWeek: Int {
    // 1970-01-01 was a Thursday.
    let day = (daysSinceEpoch + 4) % 7
    return day < 0 ? day + 7 : day
  }

  /// The day that many days later, or earlier if negative.
  public func adding(days: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  /// `yyyy-MM-dd`; a year outside 0…9999 has a sign and six digits or more.
  public var text: String {
    ASCIIWriter.text { writer in writer.date(self) }
  }

  /// The same after a prefix, written at once.
  public func text(after prefix: String) -> String {
    ASCIIWriter.text(after: prefix) { writer in writer.date(self) }
  }

  /// The order of days.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    if left.year != right.year { return left.year < right.year }
    if left.month != right.month { return left.month < right.month }
    return left.day < right.day
  }

  /// The number of days in a month.
  static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
