extension Zone {
  /// The transitions in those years of UTC, in ascending order.
  ///
  /// Only 1970 through 2100 is known; other years have none. The result is empty if `throughYear`
  /// is less than `fromYear`.
  public func transitions(fromYear: Int, throughYear: Int) -> [ZoneTransition] {
    let knownYears = 1_970...2_100
    guard fromYear <= throughYear, knownYears.overlaps(fromYear...throughYear) else { return [] }
    let start = Self.start(ofYear: max(fromYear, knownYears.lowerBound))
    let end = Self.start(ofYear: min(throughYear, knownYears.upperBound) + 1)
    return transitions(in: start..<end)
  }

  /// The first transition strictly after an instant; `nil` when there is none through 2100.
  public func nextTransition(after epochMilliseconds: Int64) -> ZoneTransition? {
    let end = ZoneScan.range.upperBound * 1_000
    guard epochMilliseconds < end else { return nil }
    guard ZoneTable.range.contains(epochMilliseconds) else {
      let start = max(epochMilliseconds + 1, ZoneScan.range.lowerBound * 1_000)
      return transitions(in: start..<max(start, end)).first
    }
    if let transition = table.nextTransition(after: epochMilliseconds) { return transition }
    return transitions(in: ZoneTable.range.upperBound..<end).first
  }

  /// The transitions in a range of instants, from the table as far as it reaches.
  private func transitions(in instants: Range<Int64>) -> [ZoneTransition] {
    let table = ZoneTable.range
    let known =
      instants.lowerBound >= table.lowerBound && instants.upperBound <= table.upperBound
      ? self.table.transitions : scan(instants)
    return known.filter { instants.contains($0.instant) }
  }

  /// The transitions of the days around a range of instants, from Foundation.
  private func scan(_ instants: Range<Int64>) -> [ZoneTransition] {
    let secondsPerDay: Int64 = 86_400
    let start = instants.lowerBound / 1_000 / secondsPerDay * secondsPerDay
    let end = (instants.upperBound / 1_000 / secondsPerDay + 1) * secondsPerDay
    return ZoneScan.transitions(from: start, through: end) { second in
      offsetSeconds(at: second * 1_000)
    }
  }

  /// The first millisecond of a year of UTC.
  private static func start(ofYear year: Int) -> Int64 {
    Int64(CivilDate(year: year, month: 1, day: 1).daysSinceEpoch) * 86_400_000
  }
}
