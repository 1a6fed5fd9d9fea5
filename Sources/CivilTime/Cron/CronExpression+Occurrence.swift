extension CronExpression {
  /// No gap but that of a whole date is longer, in milliseconds.
  private static let gapMilliseconds: Int64 = 4 * 3_600_000

  /// The first instant strictly after another one at which the schedule fires in a zone.
  ///
  /// A wall time that a clock shows twice is one occurrence, in the first pass: a request of iOS
  /// names a wall time, and fires when the clock shows it first. Here it differs from cron, which
  /// fires a wildcard in both passes. Minutes in a gap move forward by its length, as a time of day
  /// does, except that those of a wildcard are lost; two that come to one instant are one.
  ///
  /// A date that the zone skips (Pacific/Apia, 2011-12-30) has no firing.
  /// `nil` when nothing fires within `horizonYears`, as for `0 0 30 2 *`.
  public func nextOccurrence(after epochMilliseconds: Int64, in zone: Zone) -> Int64? {
    nextFiring(after: epochMilliseconds, in: zone)?.instant
  }

  /// The same firing with the wall time that it stands for, in minutes since 1970-01-01 00:00.
  ///
  /// That is the time which the expression names, though a gap may leave it out: it stays the same
  /// in a zone without the gap. Of two that fire together it is the later.
  public func nextFiring(
    after epochMilliseconds: Int64, in zone: Zone
  ) -> (instant: Int64, wallMinute: Int64)? {
    var next = nextOfEveryPass(after: epochMilliseconds, in: zone)
    while isWildcard, let firing = next,
      let first = zone.instant(of: WallTime(localMilliseconds: firing.wallMinute * 60_000)),
      first < firing.instant
    {
      next = nextOfEveryPass(after: firing.instant, in: zone)
    }
    return next
  }

  /// The first firing after an instant, with both passes of an overlap for a wildcard.
  ///
  /// Source: cronie `src/cron.c`, the cases of `wakeupKind`. It differs for fixed times in a gap:
  /// cron fires them together at the gap's end.
  func nextOfEveryPass(
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

  /// Searches the wall times, of which one that a gap moves may fire after some that follow it.
  private func nextOnce(
    after epochMilliseconds: Int64, in zone: Zone
  ) -> (instant: Int64, wallMinute: Int64)? {
    let offset = zone.offsetSeconds(at: epochMilliseconds)
    let earlier = zone.offsetSeconds(at: epochMilliseconds - Self.gapMilliseconds)
    let local = epochMilliseconds + Int64(offset - max(0, offset - earlier)) * 1_000
    var minute = Self.minute(before: local)
    let lastDay = Self.lastDay(fromMinute: minute)
    var first: (instant: Int64, wallMinute: Int64)?
    while let next = nextMinute(from: minute + 1, through: lastDay) {
      minute = next
      if let first, Int64(next) > zone.wallMinute(at: first.instant) { break }
      let wallTime = WallTime(localMilliseconds: Int64(next) * 60_000)
      guard let instant = zone.instant(of: wallTime), instant > epochMilliseconds else { continue }
      if first.map({ instant <= $0.instant }) ?? true { first = (instant, Int64(next)) }
      if zone.wallMinute(at: instant) == Int64(next) { break }
    }
    guard let first else { return nil }
    return (first.instant, name(of: first, through: lastDay, in: zone))
  }

  /// The wall time by which a firing is known: the one that the expression names.
  ///
  /// Names ascend with the instants: a time that a gap moves past another one that fires has the
  /// name of the time which the clock shows.
  private func name(
    of firing: (instant: Int64, wallMinute: Int64), through lastDay: Int, in zone: Zone
  ) -> Int64 {
    let shown = zone.wallMinute(at: firing.instant)
    let wallTime = WallTime(localMilliseconds: firing.wallMinute * 60_000)
    guard shown != firing.wallMinute, let end = zone.instantOrGapEnd(of: wallTime),
      let other = nextMinute(from: Int(zone.wallMinute(at: end)), through: lastDay)
    else { return firing.wallMinute }
    return Int64(other) < shown ? shown : firing.wallMinute
  }
}
