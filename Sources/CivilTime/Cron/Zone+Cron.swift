extension Zone {
  /// The instant of a wall time; in a gap the gap's end, in an overlap the first of the two.
  ///
  /// `nil` on a date that the zone skips.
  public func instantOrGapEnd(of wallTime: WallTime) -> Int64? {
    guard let instant = instant(of: wallTime) else { return nil }
    let shown = instant + Int64(offsetSeconds(at: instant)) * 1_000
    let gap = shown - wallTime.localMilliseconds
    guard gap != 0 else { return instant }
    // The instant was moved by the gap's length, so it is less than that after the gap's end.
    return firstChange(after: instant - gap, through: instant)
  }

  /// A period of constant offset that contains an instant; it may begin before it.
  ///
  /// Outside the table it is at most six days long: the closest transitions are 6.96 days apart.
  func stretch(at epochMilliseconds: Int64) -> ZoneTable.Stretch {
    if let fixedOffset { return ZoneTable.Stretch(offset: fixedOffset, end: .max) }
    let range = ZoneTable.range
    if range.contains(epochMilliseconds) {
      let stretch = table.stretch(at: epochMilliseconds)
      return ZoneTable.Stretch(offset: stretch.offset, end: min(stretch.end, range.upperBound))
    }
    let offset = offsetSeconds(at: epochMilliseconds)
    let later = epochMilliseconds + 518_400_000
    let isSteady = offsetSeconds(at: later) == offset
    return ZoneTable.Stretch(
      offset: offset, end: isSteady ? later : firstChange(after: epochMilliseconds, through: later))
  }

  /// The transition between two instants, whose offsets differ.
  private func firstChange(after left: Int64, through right: Int64) -> Int64 {
    let floor = { (instant: Int64) in (instant - (instant < 0 ? 999 : 0)) / 1_000 }
    let second = ZoneScan.firstChange(after: floor(left), through: floor(right)) { second in
      offsetSeconds(at: second * 1_000)
    }
    return second * 1_000
  }
}
