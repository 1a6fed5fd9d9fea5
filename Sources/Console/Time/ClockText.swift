import CivilTime

/// Times and durations as the screen shows them, in the phone's zone.
enum ClockText {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  /// The time of day: `05:42:42`.
  static func time(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    let time = zone.wallTime(at: wallMilliseconds)
    return "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))"
  }

  /// The day of the month: `15 Nov`.
  static func day(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    let date = zone.date(at: wallMilliseconds)
    return "\(padded(date.day)) \(months[date.month - 1])"
  }

  /// The whole date: `Sat 15 Nov 2025`.
  static func date(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    let date = zone.date(at: wallMilliseconds)
    let weekday = weekdays[((date.daysSinceEpoch % 7) + 7) % 7]
    return "\(weekday) \(date.day) \(months[date.month - 1]) \(date.year)"
  }

  /// `05:53:00`, with the day before it when it is not today's.
  static func moment(_ wallMilliseconds: Int64, now: Int64, _ zone: Zone) -> String {
    let isToday = zone.date(at: wallMilliseconds) == zone.date(at: now)
    let time = time(wallMilliseconds, zone)
    return isToday ? time : "\(day(wallMilliseconds, zone)) \(time)"
  }

  /// The two largest units of a length: `5m18s`, `2d3h`, `<1s`.
  static func length(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    guard seconds > 0 else { return "<1s" }
    let units: [(String, Int64)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]
    var rest = seconds
    var parts: [String] = []
    for (name, size) in units {
      if rest >= size { parts.append("\(rest / size)\(name)") } else if !parts.isEmpty { break }
      rest %= size
      if parts.count == 2 { break }
    }
    return parts.joined()
  }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
