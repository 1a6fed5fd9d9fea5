import CivilTime
import PlainText

/// Times and durations as the screen shows them, in the phone's zone.
enum ClockText {
  /// The time of day: `05:42:42`.
  static func time(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    zone.wallTime(at: wallMilliseconds).timeText(.seconds)
  }

  /// The day of the month: `15 Nov`.
  static func day(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    let date = zone.date(at: wallMilliseconds)
    return "\(date.day < 10 ? "0" : "")\(date.day) \(CalendarNames.month(date.month))"
  }

  /// The whole date: `Sat 15 Nov 2025`.
  static func date(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    let date = zone.date(at: wallMilliseconds)
    let weekday = CalendarNames.weekday(date.dayOfWeek)
    return "\(weekday) \(date.day) \(CalendarNames.month(date.month)) \(date.year)"
  }

  /// The day of the week: `Sat`.
  static func weekday(_ date: CivilDate) -> String { CalendarNames.weekday(date.dayOfWeek) }

  /// `Sun 16 Nov 07:00:00`: the day of the week, the day and the time.
  static func instant(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    "\(weekday(zone.date(at: wallMilliseconds))) \(day(wallMilliseconds, zone)) "
      + time(wallMilliseconds, zone)
  }

  /// How far the zone's clocks are from UTC: `UTC-05:00`.
  static func offset(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    let seconds = zone.offsetSeconds(at: wallMilliseconds)
    let minutes = abs(seconds) / 60
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return "UTC\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// `05:53:00`, with the day before it when it is not today's.
  static func moment(_ wallMilliseconds: Int64, now: Int64, _ zone: Zone) -> String {
    let isToday = zone.date(at: wallMilliseconds) == zone.date(at: now)
    let time = time(wallMilliseconds, zone)
    return isToday ? time : "\(day(wallMilliseconds, zone)) \(time)"
  }

  /// The two largest units of a length: `5m18s`, `2d3h`, `<1s`.
  static func length(_ milliseconds: Int64) -> String {
    milliseconds < 1_000 ? "<1s" : DurationText.rough(milliseconds)
  }
}
