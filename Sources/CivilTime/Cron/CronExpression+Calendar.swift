extension CronExpression {
  /// The number of years that are searched for the next match.
  ///
  /// The longest wait of an expression that matches at all is 40 years: `0 0 29 2 */7`, a Sunday
  /// that is the 29th of February, from 2088 to 2128.
  public static let horizonYears = 50

  /// The first matching minute after a wall time, in no zone.
  ///
  /// `nil` when there is none within `horizonYears`, as for `0 0 30 2 *`.
  public func nextMatch(after wallTime: WallTime) -> WallTime? {
    let minute = Self.minute(before: wallTime.localMilliseconds) + 1
    let next = nextMinute(from: minute, through: Self.lastDay(fromMinute: minute))
    return next.map { WallTime(localMilliseconds: Int64($0) * 60_000) }
  }

  /// The last day to search from a minute, both counted from 1970-01-01.
  static func lastDay(fromMinute minute: Int) -> Int {
    minute / 1_440 + horizonYears * 366
  }

  /// The minute that contains a local time, counted from 1970-01-01T00:00.
  static func minute(before localMilliseconds: Int64) -> Int {
    Int((localMilliseconds - (localMilliseconds < 0 ? 59_999 : 0)) / 60_000)
  }

  /// The first matching minute that is not before a minute and not after a day.
  ///
  /// Minutes and days are counted from 1970-01-01 on a clock without an offset. Whole months are
  /// skipped, so the cost depends on the number of months in between, not of minutes.
  func nextMinute(from minute: Int, through lastDay: Int) -> Int? {
    let day = (minute - (minute < 0 ? 1_439 : 0)) / 1_440
    guard let match = nextDay(from: day, through: lastDay) else { return nil }
    if match > day { return match * 1_440 + firstMinuteOfDay }
    if let rest = minuteOfDay(from: minute - day * 1_440) { return day * 1_440 + rest }
    return nextDay(from: day + 1, through: lastDay).map { $0 * 1_440 + firstMinuteOfDay }
  }

  private var firstMinuteOfDay: Int {
    hours.trailingZeroBitCount * 60 + minutes.trailingZeroBitCount
  }

  /// The first matching minute of a day, not before a given one.
  private func minuteOfDay(from minute: Int) -> Int? {
    let hour = minute / 60
    let rest = minutes >> (minute % 60)
    if hours >> hour & 1 == 1, rest != 0 { return minute + rest.trailingZeroBitCount }
    let later = hours >> (hour + 1)
    guard later != 0 else { return nil }
    let next = hour + 1 + later.trailingZeroBitCount
    return next * 60 + minutes.trailingZeroBitCount
  }

  /// The first matching day in `day...lastDay`, counted from 1970-01-01.
  private func nextDay(from day: Int, through lastDay: Int) -> Int? {
    let date = CivilDate(daysSinceEpoch: day)
    var (year, month, from) = (date.year, date.month, date.day)
    var before = day - date.day
    while before < lastDay {
      let length = CivilDate.dayCount(year: year, month: month)
      if months >> month & 1 == 1 {
        let rest = days(ofMonthAfter: before, length: length) >> from
        if rest != 0 {
          let match = before + from + rest.trailingZeroBitCount
          return match <= lastDay ? match : nil
        }
      }
      before += length
      from = 1
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return nil
  }

  /// The matching days of the month that begins after a day, as bits 1 through its length.
  private func days(ofMonthAfter before: Int, length: Int) -> UInt64 {
    // 1970-01-01 was a Thursday.
    let remainder = (before + 5) % 7
    let first = UInt64(remainder < 0 ? remainder + 7 : remainder)
    let week = (daysOfWeek >> first | daysOfWeek << (7 - first)) & 0x7F
    let byWeek = (week | week << 7 | week << 14 | week << 21 | week << 28) << 1
    let days = needsBothDays ? daysOfMonth & byWeek : daysOfMonth | byWeek
    return days & (1 << UInt64(length + 1) - 1)
  }
}
