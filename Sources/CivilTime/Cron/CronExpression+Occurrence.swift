extension CronExpression {
  /// The first instant strictly after another one at which the schedule fires in a zone.
  ///
  /// A wall time that a clock shows twice is one occurrence, in the first pass: a request of iOS
  /// names a wall time, and fires when the clock shows it first. Here it differs from cron, which
  /// fires a wildcard in both passes. Minutes in a gap go by cron's rule: those of a wildcard are
  /// lost, all others fire together at the gap's end.
  ///
  /// A date that the zone skips (Pacific/Apia, 2011-12-30) has no firing.
  /// `nil` when nothing fires within `horizonYears`, as for `0 0 30 2 *`.
  public func nextOccurrence(after epochMilliseconds: Int64, in zone: Zone) -> Int64? {
    nextFiring(after: epochMilliseconds, in: zone)?.instant
  }

  /// The same firing with the wall time that it stands for, in minutes since 1970-01-01 00:00.
  ///
  /// That is the time which the expression names, though a gap may leave it out: it stays the same
  /// in a zone without the gap. Of several that fire together it is the last.
  public func nextFiring(
    after epochMilliseconds: Int64, in zone: Zone
  ) -> (instant: Int64, wallMinute: Int64)? {
    var next = nextByCron(after: epochMilliseconds, in: zone)
    while isWildcard, let firing = next,
      let first = zone.instant(of: WallTime(localMilliseconds: firing.wallMinute * 60_000)),
      first < firing.instant
    {
      next = nextByCron(after: firing.instant, in: zone)
    }
    return next
  }

  /// The first instant strictly after another one at which cron itself fires, and its wall time.
  ///
  /// Source: cronie `src/cron.c`, the cases of `wakeupKind`. Not modelled: cronie treats a gap of
  /// three hours as a clock that was set and loses its minutes (only Antarctica/Casey had such
  /// gaps since 2000); cronsim, like this, does not.
  func nextByCron(
    after epochMilliseconds: Int64, in zone: Zone
  ) -> (instant: Int64, wallMinute: Int64)? {
    isWildcard
      ? nextShown(after: epochMilliseconds, in: zone)
      : nextOnce(after: epochMilliseconds, in: zone)
  }

  /// Searches the instants, one period of constant offset after the other.
  private func nextShown(
    after epochMilliseconds: Int64, in zone: Zone
  ) -> (instant: Int64, wallMinute: Int64)? {
    var lastDay: Int?
    var from = epochMilliseconds + 1
    while true {
      let stretch = zone.stretch(at: from)
      let offset = Int64(stretch.offset) * 1_000
      let minute = Self.minute(before: from + offset - 1) + 1
      let last = lastDay ?? Self.lastDay(fromMinute: minute)
      guard let next = nextMinute(from: minute, through: last) else { return nil }
      let instant = Int64(next) * 60_000 - offset
      if instant < stretch.end { return (instant, Int64(next)) }
      (lastDay, from) = (last, stretch.end)
    }
  }

  /// Searches the wall times; the instants at which they fire never descend.
  private func nextOnce(
    after epochMilliseconds: Int64, in zone: Zone
  ) -> (instant: Int64, wallMinute: Int64)? {
    let local = epochMilliseconds + Int64(zone.offsetSeconds(at: epochMilliseconds)) * 1_000
    var minute = Self.minute(before: local)
    let lastDay = Self.lastDay(fromMinute: minute)
    while let next = nextMinute(from: minute + 1, through: lastDay) {
      let wallTime = WallTime(localMilliseconds: Int64(next) * 60_000)
      if let instant = zone.instantOrGapEnd(of: wallTime), instant > epochMilliseconds {
        return (instant, Int64(lastFiring(at: instant, from: next, through: lastDay, in: zone)))
      }
      minute = next
    }
    return nil
  }

  /// The last of the matching minutes that fire together at a gap's end; otherwise the minute.
  private func lastFiring(
    at instant: Int64, from minute: Int, through lastDay: Int, in zone: Zone
  ) -> Int {
    guard zone.wallMinute(at: instant) != Int64(minute) else { return minute }
    var last = minute
    while let next = nextMinute(from: last + 1, through: lastDay),
      zone.instantOrGapEnd(of: WallTime(localMilliseconds: Int64(next) * 60_000)) == instant
    {
      last = next
    }
    return last
  }
}
