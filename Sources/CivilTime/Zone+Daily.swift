/// An occurrence of a time of day: the date it belongs to and the instant.
public struct DailyOccurrence: Hashable, Sendable {
  /// The number of the date, in days since 1970-01-01.
  public let dayNumber: Int
  /// The instant, in milliseconds since the Unix epoch.
  public let instant: Int64
}

extension Zone {
  /// The first occurrence of a time of day strictly after an instant, with the date it belongs to.
  ///
  /// In a gap that ends at midnight, the instant is already on the next date. See
  /// `nextOccurrence(of:after:)` for what counts as an occurrence.
  public func dailyOccurrence(
    of time: TimeOfDay, after epochMilliseconds: Int64
  ) -> DailyOccurrence? {
    let today = dayNumber(at: epochMilliseconds)
    // Yesterday's can still be ahead: 23:30 in a gap until midnight moves into today.
    for dayNumber in today - 1...today + 3 {
      if let instant = occurrence(of: time, onDayNumber: dayNumber), instant > epochMilliseconds {
        return DailyOccurrence(dayNumber: dayNumber, instant: instant)
      }
    }
    return nil
  }

  /// The instant of a time of day on a date, which is given in days since 1970-01-01.
  public func occurrence(of time: TimeOfDay, onDayNumber dayNumber: Int) -> Int64? {
    occurrence(minuteOfDay: time.minuteOfDay, dayNumber: dayNumber)
  }

  /// The wall time in this zone, in whole minutes since 1970-01-01 00:00.
  public func wallMinute(at epochMilliseconds: Int64) -> Int64 {
    let local = epochMilliseconds + Int64(offsetSeconds(at: epochMilliseconds)) * 1_000
    return local >= 0 ? local / 60_000 : (local - 59_999) / 60_000
  }
}

extension WallTime {
  /// The wall time that many minutes after 1970-01-01 00:00.
  public init(minutesSinceEpoch minutes: Int64) {
    self.init(localMilliseconds: minutes * 60_000)
  }
}
