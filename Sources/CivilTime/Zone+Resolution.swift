extension Zone {
  /// The instant at which the wall clock of this zone shows a wall time.
  ///
  /// - In a gap, later by the gap's length: 02:30 in New York is 03:30 EDT.
  /// - In an overlap, the first of the two.
  /// - On a date that the zone skips (Pacific/Apia, 2011-12-30), `nil`.
  ///
  /// Source: iOS 18.5 simulator, calendar triggers in a gap and an overlap; see
  /// `docs/platform.md`.
  public func instant(of wallTime: WallTime) -> Int64? {
    instant(localMilliseconds: wallTime.localMilliseconds)
  }

  /// The instant of a time of day on a date, by the rules of `instant(of:)`.
  public func occurrence(of time: TimeOfDay, on date: CivilDate) -> Int64? {
    occurrence(minuteOfDay: time.minuteOfDay, dayNumber: date.daysSinceEpoch)
  }

  /// The first occurrence of a time of day strictly after an instant.
  ///
  /// Each date has at most one occurrence: none in the second pass through an overlap, and none on
  /// a date that the zone skips. `nil` only if four dates in a row have none, which happens in no
  /// zone of the database.
  public func nextOccurrence(of time: TimeOfDay, after epochMilliseconds: Int64) -> Int64? {
    dailyOccurrence(of: time, after: epochMilliseconds)?.instant
  }

  func occurrence(minuteOfDay: Int, dayNumber: Int) -> Int64? {
    instant(localMilliseconds: Int64(dayNumber) * 86_400_000 + Int64(minuteOfDay) * 60_000)
  }

  /// Offsets are less than a day, and transitions at least two days apart, so the instant is
  /// within a day of the local time taken as UTC, with at most one transition near it.
  private func instant(localMilliseconds local: Int64) -> Int64? {
    if let fixedOffset { return local - Int64(fixedOffset) * 1_000 }
    let (earliest, latest) = (local - 86_400_000, local + 86_400_000)
    guard ZoneTable.range.contains(earliest), ZoneTable.range.contains(latest) else {
      return resolve(local, around: transitionBeyondTable(earliest, latest))
    }
    let stretch = table.stretch(at: earliest)
    guard stretch.end <= latest, let transition = table.nextTransition(after: earliest) else {
      return local - Int64(stretch.offset) * 1_000
    }
    return resolve(local, around: transition)
  }

  private func resolve(_ local: Int64, around transition: ZoneTransition) -> Int64? {
    let byOffsetBefore = local - Int64(transition.offsetBefore) * 1_000
    let byOffsetAfter = local - Int64(transition.offsetAfter) * 1_000
    if byOffsetBefore < transition.instant { return byOffsetBefore }
    if byOffsetAfter >= transition.instant { return byOffsetAfter }
    return isDateSkipped(of: local, by: transition) ? nil : byOffsetBefore
  }

  /// Whether the gap covers the whole date of a local time.
  private func isDateSkipped(of local: Int64, by gap: ZoneTransition) -> Bool {
    let date = WallTime(localMilliseconds: local).date
    let dateStart = WallTime(date: date, hour: 0, minute: 0).localMilliseconds
    let gapStart = gap.instant + Int64(gap.offsetBefore) * 1_000
    let gapEnd = gap.instant + Int64(gap.offsetAfter) * 1_000
    return gapStart <= dateStart && dateStart + 86_400_000 <= gapEnd
  }

  /// The transition between two instants; if the offset is the same, one without effect.
  private func transitionBeyondTable(_ left: Int64, _ right: Int64) -> ZoneTransition {
    let offsetBefore = offsetSeconds(at: left)
    let offsetAfter = offsetSeconds(at: right)
    guard offsetBefore != offsetAfter else {
      return ZoneTransition(instant: left, offsetBefore: offsetBefore, offsetAfter: offsetAfter)
    }
    let second = ZoneScan.firstChange(after: left / 1_000, through: right / 1_000) { second in
      offsetSeconds(at: second * 1_000)
    }
    return ZoneTransition(
      instant: second * 1_000, offsetBefore: offsetBefore, offsetAfter: offsetAfter)
  }
}
