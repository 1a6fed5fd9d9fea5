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
