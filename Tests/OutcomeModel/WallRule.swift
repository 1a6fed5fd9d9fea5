import CivilTime

/// The wall times at which a schedule fires: times of day on certain days of the week.
public struct WallRule: Hashable, Sendable {
  /// Minutes of the day, ascending.
  public let minutesOfDay: [Int]
  /// The days of the week; bit 0 is Sunday, all seven bits for every day.
  public let weekdays: UInt8
  /// The five fields as the call has them; nil for a plain time of day.
  public let cron: String?

  /// One time on every day.
  public init(minuteOfDay: Int) {
    minutesOfDay = [minuteOfDay]
    weekdays = 0x7F
    cron = nil
  }

  /// A cron rule: one minute in several hours, on days of the week; nil weekdays for every day.
  public init(minute: Int, hours: [Int], weekdays days: [Int]? = nil) {
    minutesOfDay = hours.sorted().map { $0 * 60 + minute }
    weekdays = days.map { $0.reduce(0) { $0 | 1 << UInt8($1) } } ?? 0x7F
    let hourField = hours.sorted().map(String.init).joined(separator: ",")
    let dayField = days.map { $0.sorted().map(String.init).joined(separator: ",") } ?? "*"
    cron = "\(minute) \(hourField) * * \(dayField)"
  }

  /// The maximum number of occurrences on a date.
  public var countPerDay: Int { minutesOfDay.count }

  /// `HH:mm` of a minute of the day.
  public static func text(minuteOfDay: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(minuteOfDay / 60)):\(padded(minuteOfDay % 60))"
  }

  /// The rule as a readable string.
  public var text: String { cron ?? WallRule.text(minuteOfDay: minutesOfDay[0]) }
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
  /// When it fires for a wall minute: in a gap later by the gap's length, or by cron at the gap's
  /// end; in an overlap the first time; nil on a date that the zone skips.
  func time(_ minute: WallMinute, in zone: Zone) -> Int64? {
    let local = minute * 60_000
    let (before, after) = WallRule.offsets(around: local, in: zone)
    if before == after { return local - before }
    if WallRule.offset(zone, at: local - before) == before { return local - before }
    if WallRule.offset(zone, at: local - after) == after { return local - after }
    if after - before >= 86_400_000 { return nil }
    guard cron != nil else { return local - before }
    // The offset changes between these two.
    var (early, late) = (local - after, local - before)
    while late - early > 1 {
      let middle = (early + late) / 2
      if WallRule.offset(zone, at: middle) == before { early = middle } else { late = middle }
    }
    return late
  }

  /// The length of the gap in which a zone's clock leaves out a wall minute, in milliseconds; 0
  /// where it shows it.
  static func gap(_ minute: WallMinute, in zone: Zone) -> Int64 {
    let local = minute * 60_000
    let (before, after) = offsets(around: local, in: zone)
    guard before < after, offset(zone, at: local - before) != before,
      offset(zone, at: local - after) != after
    else { return 0 }
    return after - before
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

  /// The first occurrences after a time, at least `count` of them.
  func next(_ count: Int, after: Int64, in zone: Zone) -> [TimedOccurrence] {
    let perWeek = minutesOfDay.count * weekdays.nonzeroBitCount
    let days = Int64(count * 7 / perWeek + 3 + (weekdays == 0x7F ? 0 : 7))
    return occurrences(after: after, through: after + days * 86_400_000, in: zone)
  }

  /// 1970-01-01 was a Thursday.
  private func isOn(_ day: Int64) -> Bool {
    weekdays >> UInt8((day + 4) % 7) & 1 == 1
  }
}
