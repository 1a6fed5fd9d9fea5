import CivilTime

/// The wall times at which a schedule fires: times of day on certain days of the week.
public struct WallRule: Hashable, Sendable {
  /// Minutes of the day, ascending.
  public let minutesOfDay: [Int]
  /// The days of the week; bit 0 is Sunday, all seven bits for every day.
  public let weekdays: UInt8
  /// The five fields as the call has them; nil for a plain time of day.
  public let cron: String?
  /// Whether minute or hour is a wildcard in cron's sense, so that a gap loses what it leaves out.
  public private(set) var isWildcard: Bool
  /// How it goes on by a number of minutes; nil for one that goes by the clock.
  public let interval: Interval?

  /// A schedule whose notifications follow one another by a number of minutes.
  ///
  /// They are instants: neither a flight nor a change of the clocks moves them, so that their wall
  /// minutes are those of UTC.
  public struct Interval: Hashable, Sendable {
    /// How many minutes lie between two of them.
    public let minutes: Int
    /// The first one.
    public let first: WallMinute
    /// The zone that the call gave for the time of the first one; nil for the phone's.
    public let zone: String?
  }

  /// One time on every day.
  public init(minuteOfDay: Int) {
    minutesOfDay = [minuteOfDay]
    weekdays = 0x7F
    cron = nil
    isWildcard = false
    interval = nil
  }

  /// From the next time of day after an instant on, in a zone, every so many minutes.
  ///
  /// `zone`: the one that the call gave; nil for the phone's, which is `phone`.
  init(
    minuteOfDay: Int, everyMinutes minutes: Int, zone: String?, after instant: Int64, phone: Zone
  ) {
    let start = WallRule(minuteOfDay: minuteOfDay)
      .next(1, after: instant, in: zone.map(ZoneBook.zone) ?? phone).first?.time
    minutesOfDay = [minuteOfDay]
    weekdays = 0x7F
    cron = nil
    isWildcard = false
    interval = Interval(minutes: minutes, first: (start ?? instant) / 60_000, zone: zone)
  }

  /// Whether a call that asks for another rule changes nothing.
  func isAsked(like other: WallRule) -> Bool {
    guard let interval, let asked = other.interval else { return self == other }
    return interval.minutes == asked.minutes && interval.zone == asked.zone
      && minutesOfDay == other.minutesOfDay
  }

  /// A cron rule: one minute in several hours, on days of the week; nil weekdays for every day.
  public init(minute: Int, hours: [Int], weekdays days: [Int]? = nil) {
    minutesOfDay = hours.sorted().map { $0 * 60 + minute }
    weekdays = days.map { $0.reduce(0) { $0 | 1 << UInt8($1) } } ?? 0x7F
    let hourField = hours.sorted().map(String.init).joined(separator: ",")
    let dayField = days.map { $0.sorted().map(String.init).joined(separator: ",") } ?? "*"
    isWildcard = false
    interval = nil
    cron = "\(minute) \(hourField) * * \(dayField)"
  }

  /// A cron rule with steps: every so many minutes of an hour, in every so many hours of a day.
  ///
  /// `minutes`: from the given one on, 60 for that one alone; `hours`: from 0 on.
  public init(everyMinutes minutes: Int, from minute: Int, everyHours hours: Int) {
    let starts = Array(stride(from: minute, to: 60, by: minutes))
    minutesOfDay = stride(from: 0, to: 24, by: hours).flatMap { hour in
      starts.map { hour * 60 + $0 }
    }
    weekdays = 0x7F
    isWildcard = true
    interval = nil
    let minuteField = starts.map(String.init).joined(separator: ",")
    cron = "\(minuteField) \(hours == 1 ? "*" : "*/\(hours)") * * *"
  }

  /// A cron rule with steps of minutes, in some hours.
  public init(everyMinutes minutes: Int, hours: ClosedRange<Int>) {
    minutesOfDay = hours.flatMap { hour in
      stride(from: 0, to: 60, by: minutes).map { hour * 60 + $0 }
    }
    weekdays = 0x7F
    isWildcard = true
    interval = nil
    cron = "*/\(minutes) \(hours.lowerBound)-\(hours.upperBound) * * *"
  }

  /// The maximum number of occurrences on a date.
  public var countPerDay: Int { minutesOfDay.count }

  /// `HH:mm` of a minute of the day.
  public static func text(minuteOfDay: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(minuteOfDay / 60)):\(padded(minuteOfDay % 60))"
  }

  /// The rule as a readable string.
  public var text: String {
    let start = cron ?? WallRule.text(minuteOfDay: minutesOfDay[0])
    return interval.map { "\(start) every \($0.minutes) min" } ?? start
  }
}

/// A wall time in whole minutes since 1970-01-01 00:00, which identifies an occurrence.
///
/// It stays the same when the phone changes its zone.
public typealias WallMinute = Int64

/// An occurrence and the instant, ms since the Unix epoch, at which a zone's clock shows it.
struct TimedOccurrence: Hashable {
  let minute: WallMinute
  let time: Int64
}

extension WallRule {
  /// When it fires for a wall minute: in a gap later by its length, by cron's wildcards never, in
  /// an overlap the first time; nil on a date that the zone skips.
  func time(_ minute: WallMinute, in zone: Zone) -> Int64? {
    if interval != nil { return minute * 60_000 }
    let local = minute * 60_000
    let (before, after) = WallRule.offsets(around: local, in: zone)
    if before == after { return local - before }
    if WallRule.offset(zone, at: local - before) == before { return local - before }
    if WallRule.offset(zone, at: local - after) == after { return local - after }
    if after - before >= 86_400_000 { return nil }
    return isWildcard ? nil : local - before
  }

  private static func offsets(around local: Int64, in zone: Zone) -> (Int64, Int64) {
    (offset(zone, at: local - 86_400_000), offset(zone, at: local + 86_400_000))
  }

  private static func offset(_ zone: Zone, at time: Int64) -> Int64 {
    Int64(zone.offsetSeconds(at: time)) * 1_000
  }

  /// The date of an instant in a zone, in days since 1970-01-01.
  private static func day(at time: Int64, in zone: Zone) -> Int64 {
    let local = time + offset(zone, at: time)
    return (local - (local % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
  }

  /// The occurrences after one time and up to another, ascending.
  func occurrences(after: Int64, through: Int64, in zone: Zone) -> [TimedOccurrence] {
    guard after < through else { return [] }
    if let interval { return interval.occurrences(after: after, through: through) }
    var found: [TimedOccurrence] = []
    let first = WallRule.day(at: after, in: zone) - 1
    let last = WallRule.day(at: through, in: zone) + 1
    for day in first...last where isOn(day) {
      for minuteOfDay in minutesOfDay {
        let minute = day * 1_440 + Int64(minuteOfDay)
        guard let time = time(minute, in: zone), time > after, time <= through else {
          continue
        }
        found.append(TimedOccurrence(minute: minute, time: time))
      }
    }
    if minutesOfDay.count > 1 { found.sort { ($0.time, $0.minute) < ($1.time, $1.minute) } }
    return found
  }

  /// The occurrences that an instant may name in a zone: those that fire then, and those that
  /// wildcards have in the gap before it, which never fire.
  func occurrences(named instant: Int64, in zone: Zone) -> [TimedOccurrence] {
    var rule = self
    rule.isWildcard = false
    return rule.occurrences(after: instant - 1, through: instant, in: zone)
  }

  /// Whether one of these zones leaves a wall minute out, and wildcards with it.
  func isLeftOut(_ minute: WallMinute, in zones: [Zone]) -> Bool {
    isWildcard && zones.contains { time(minute, in: $0) == nil }
  }

  /// The first occurrences after a time, at least `count` of them.
  func next(_ count: Int, after: Int64, in zone: Zone) -> [TimedOccurrence] {
    if let interval {
      let begins = max(after, interval.first * 60_000)
      return interval.occurrences(
        after: after, through: begins + Int64(count * interval.minutes) * 60_000)
    }
    let perWeek = minutesOfDay.count * weekdays.nonzeroBitCount
    let days = Int64(count * 7 / perWeek + 3 + (weekdays == 0x7F ? 0 : 7))
    return occurrences(after: after, through: after + days * 86_400_000, in: zone)
  }

  /// 1970-01-01 was a Thursday.
  private func isOn(_ day: Int64) -> Bool {
    weekdays >> UInt8((day + 4) % 7) & 1 == 1
  }
}

extension WallRule.Interval {
  /// Its occurrences after one time and up to another, ascending.
  func occurrences(after: Int64, through: Int64) -> [TimedOccurrence] {
    let step = Int64(minutes)
    var minute = first
    // Whole intervals that have passed by then.
    if after >= first * 60_000 { minute += (after / 60_000 - first) / step * step }
    var found: [TimedOccurrence] = []
    while minute * 60_000 <= through {
      if minute * 60_000 > after {
        found.append(TimedOccurrence(minute: minute, time: minute * 60_000))
      }
      minute += step
    }
    return found
  }
}
