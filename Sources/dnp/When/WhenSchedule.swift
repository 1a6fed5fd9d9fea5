import CivilTime

/// The schedule of `dnp when`: a time of day or a cron expression.
enum WhenSchedule: Hashable, Sendable {
  case time(TimeOfDay)
  case cron(CronExpression)

  /// The schedule as given.
  var text: String {
    switch self {
    case .time(let time): time.text
    case .cron(let expression): expression.text
    }
  }

  /// The first firing strictly after an instant; `nil` if there is none.
  func nextOccurrence(after epochMilliseconds: Int64, in zone: Zone) -> Int64? {
    switch self {
    case .time(let time): zone.nextOccurrence(of: time, after: epochMilliseconds)
    case .cron(let expression): expression.nextOccurrence(after: epochMilliseconds, in: zone)
    }
  }

  /// Whether it fires when the clock shows its times, so that those of a gap are lost.
  var followsClock: Bool {
    switch self {
    case .time: false
    case .cron(let expression): expression.isWildcard
    }
  }

  /// Whether a wall time is one of the scheduled ones.
  func has(_ wallTime: WallTime) -> Bool {
    nextMatch(after: wallTime.adding(milliseconds: -1)) == wallTime
  }

  /// The scheduled wall times from `start` up to `end`, whether or not they exist.
  func wallTimes(from start: WallTime, upTo end: WallTime) -> [WallTime] {
    var found: [WallTime] = []
    var last = start.adding(milliseconds: -1)
    while let next = nextMatch(after: last), next < end {
      found.append(next)
      last = next
    }
    return found
  }

  /// The next scheduled wall time, in no zone; `nil` if there is none.
  func nextMatch(after wallTime: WallTime) -> WallTime? {
    switch self {
    case .time(let time):
      let today = WallTime(date: wallTime.date, time: time)
      return today > wallTime ? today : WallTime(date: wallTime.date.adding(days: 1), time: time)
    case .cron(let expression): return expression.nextMatch(after: wallTime)
    }
  }
}

extension WallTime {
  /// The wall time that many milliseconds later on a clock that never changes.
  func adding(milliseconds: Int64) -> WallTime {
    // UTC has no gaps, so every wall time has an instant there.
    Zone.utc.instant(of: self).map { Zone.utc.wallTime(at: $0 + milliseconds) } ?? self
  }
}
