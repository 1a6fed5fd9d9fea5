/// A date and a time of day to the millisecond, as a wall clock shows it, in no zone.
public struct WallTime: Hashable, Comparable, Sendable {
  /// The day.
  public let date: CivilDate
  /// 0…23.
  public let hour: Int
  /// 0…59.
  public let minute: Int
  /// 0…59.
  public let second: Int
  /// 0…999.
  public let millisecond: Int

  /// The given time on a date.
  ///
  /// A part out of its range is a programmer error.
  public init(date: CivilDate, hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) {
    precondition((0...23).contains(hour), "hour must be 0…23")
    precondition((0...59).contains(minute), "minute must be 0…59")
    precondition((0...59).contains(second), "second must be 0…59")
    precondition((0...999).contains(millisecond), "millisecond must be 0…999")
    self.date = date
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
  }

  /// The given minute of that date, at second 0.
  public init(date: CivilDate, time: TimeOfDay) {
    self.date = date
    hour = time.hour
    minute = time.minute
    second = 0
    millisecond = 0
  }

  /// The time on a clock without an offset, that many milliseconds after 1970-01-01T00:00.
  init(localMilliseconds: Int64) {
    let millisecondsPerDay = Int64(86_400_000)
    var days = localMilliseconds / millisecondsPerDay
    var remainder = localMilliseconds % millisecondsPerDay
    if remainder < 0 {
      days -= 1
      remainder += 86_400_000
    }
    date = CivilDate(daysSinceEpoch: Int(days))
    let rest = UInt32(truncatingIfNeeded: remainder)
    hour = Int(rest / 3_600_000)
    minute = Int(rest / 60_000 % 60)
    second = Int(rest / 1_000 % 60)
    millisecond = Int(rest % 1_000)
  }

  /// The time of day to the minute.
  public var timeOfDay: TimeOfDay {
    TimeOfDay(unchecked: hour, minute)
  }

  /// Milliseconds from 1970-01-01T00:00 to this time on a clock without an offset.
  var localMilliseconds: Int64 {
    let seconds = hour * 3_600 + minute * 60 + second
    return Int64(date.daysSinceEpoch) * 86_400_000 + Int64(seconds * 1_000 + millisecond)
  }

  /// `yyyy-MM-ddTHH:mm:ss`, followed by `.fff` only when the millisecond is not 0.
  public var text: String {
    ASCIIWriter.text { writer in writer.wallTime(self) }
  }

  /// The precision of a printed time of day.
  public enum Precision: Hashable, Sendable {
    /// `05:42`
    case minutes
    /// `05:42:30`
    case seconds
    /// `05:42:30.000`
    case milliseconds
  }

  /// The time of day; parts finer than `precision` are left out.
  public func timeText(_ precision: Precision) -> String {
    ASCIIWriter.text { writer in writer.time(self, precision) }
  }

  /// The date and the time of day to the minute after a prefix, `2025-11-16T05:42`.
  public func minuteText(after prefix: String) -> String {
    ASCIIWriter.text(after: prefix) { writer in
      writer.date(date)
      writer.character("T")
      writer.time(self, .minutes)
    }
  }

  /// The order of dates, then of times of day.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    if left.date != right.date { return left.date < right.date }
    return left.millisecondOfDay < right.millisecondOfDay
  }

  private var millisecondOfDay: Int {
    ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
  }
}
