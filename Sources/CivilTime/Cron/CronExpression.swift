/// A schedule in cron's five fields: `30 9 * * MON-FRI` is 09:30 on working days.
///
/// A field is `*`, a value, a range `first-last`, a step `*/n` or `first-last/n`, or a list of
/// these. Months and days of the week may have names (`JAN`, `mon`); 0 and 7 are Sunday.
///
/// **Days.** When neither day field begins with `*`, a day matches if either field does; when one
/// of them begins with `*`, both must match. So `0 0 13 * FRI` is every 13th and every Friday,
/// and `0 0 */2 * FRI` the Fridays with odd dates.
///
/// Source: cronie `man/crontab.5`, `src/entry.c`, `src/cron.c`. Not modelled: nicknames such as
/// `@daily`, `~`, `CRON_TZ`, seconds, and the letters `L`, `W` and `#` of other programs.
public struct CronExpression: Hashable, Sendable, CustomStringConvertible {
  /// The maximum length, in Unicode scalars; a list of every value of every field fits.
  public static let lengthMax = 512

  /// The fields as written, with one space between them.
  public let text: String
  /// Whether the minute or the hour begins with `*`, which decides the effect of a DST change.
  ///
  /// Such a schedule follows the wall clock through a change; others fire for each of their times,
  /// those of a gap later by its length. See `nextOccurrence(after:in:)`.
  public let isWildcard: Bool

  /// Bits 0 through 59.
  let minutes: UInt64
  /// Bits 0 through 23.
  let hours: UInt64
  /// Bits 1 through 31.
  let daysOfMonth: UInt64
  /// Bits 1 through 12.
  let months: UInt64
  /// Bits 0 (Sunday) through 6.
  let daysOfWeek: UInt64
  /// Whether a day must match both day fields, rather than either.
  let needsBothDays: Bool

  /// Parses five fields separated by blanks; throws a `CronError` for any other string.
  public init(_ text: String) throws(CronError) {
    let fields = try CronReader.fields(text)
    minutes = try CronReader.values(of: .minute, in: fields[0])
    hours = try CronReader.values(of: .hour, in: fields[1])
    daysOfMonth = try CronReader.values(of: .dayOfMonth, in: fields[2])
    months = try CronReader.values(of: .month, in: fields[3])
    daysOfWeek = try CronReader.values(of: .dayOfWeek, in: fields[4])
    isWildcard = fields[0].first == "*" || fields[1].first == "*"
    needsBothDays = fields[2].first == "*" || fields[4].first == "*"
    self.text = fields.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
  }

  /// Whether it fires at one time of a day only.
  public var isOncePerDay: Bool { minutes.nonzeroBitCount == 1 && hours.nonzeroBitCount == 1 }

  /// Whether it fires once on every date.
  public var isDaily: Bool {
    guard isOncePerDay, isInEveryMonth else { return false }
    return needsBothDays
      ? isOnEveryDayOfMonth && isOnEveryDayOfWeek : isOnEveryDayOfMonth || isOnEveryDayOfWeek
  }

  /// Whether it fires once a week, always on the same day.
  public var isWeekly: Bool {
    isOncePerDay && isInEveryMonth && needsBothDays && isOnEveryDayOfMonth
      && daysOfWeek.nonzeroBitCount == 1
  }

  private var isInEveryMonth: Bool { months.nonzeroBitCount == 12 }
  private var isOnEveryDayOfMonth: Bool { daysOfMonth.nonzeroBitCount == 31 }
  private var isOnEveryDayOfWeek: Bool { daysOfWeek.nonzeroBitCount == 7 }

  /// The fields.
  public var description: String { text }
}
