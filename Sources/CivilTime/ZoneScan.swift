/// Finds a zone's transitions by reading its offset at sampled instants.
enum ZoneScan {
  /// The epoch seconds in which sampling is known to find every transition: 1970 through 2100.
  static let range: Range<Int64> = 0..<4_133_980_800

  /// The distance of the samples, in seconds: 6 days.
  ///
  /// A closer pair of transitions could cancel out between two samples. The closest pair in the
  /// database is 6.96 days apart (America/Recife, October 2000).
  /// Source: all 598 zones of tzdata 2025b, 1970–2100.
  private static let sampleSeconds: Int64 = 518_400
  /// Almost every transition is at a multiple of this, in seconds.
  private static let quarterHour: Int64 = 900

  /// The transitions in `start...end`, ascending, of the zone with these offsets by epoch second.
  ///
  /// Both ends must be multiples of 900.
  static func transitions(
    from start: Int64, through end: Int64, offset: (Int64) -> Int
  ) -> [ZoneTransition] {
    var transitions: [ZoneTransition] = []
    var left = start
    var leftOffset = offset(start)
    while left < end {
      let right = min(left + sampleSeconds, end)
      let rightOffset = offset(right)
      if rightOffset != leftOffset {
        let second = firstChange(after: left, through: right, offset: offset)
        transitions.append(
          ZoneTransition(
            instant: second * 1_000, offsetBefore: leftOffset, offsetAfter: rightOffset))
      }
      (left, leftOffset) = (right, rightOffset)
    }
    return transitions
  }

  /// The first second after `left` with another offset, given that the offset at `right` differs.
  static func firstChange(
    after left: Int64, through right: Int64, offset: (Int64) -> Int
  ) -> Int64 {
    let before = offset(left)
    let coarse = bisect(left, right, step: quarterHour, before: before, offset: offset)
    guard offset(coarse - 1) != before else { return coarse }
    let low = max(left, coarse - quarterHour)
    return bisect(low, coarse, step: 1, before: before, offset: offset)
  }

  /// The first of `left + step`, `left + 2 step`, …, `right` whose offset is not `before`.
  private static func bisect(
    _ left: Int64, _ right: Int64, step: Int64, before: Int, offset: (Int64) -> Int
  ) -> Int64 {
    var (low, high) = (Int64(0), (right - left + step - 1) / step)
    while high - low > 1 {
      let middle = (low + high) / 2
      if offset(left + middle * step) == before { low = middle } else { high = middle }
    }
    return min(left + high * step, right)
  }
}
