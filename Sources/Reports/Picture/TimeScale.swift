/// Where an instant lies in a picture; lengths are tenths of its unit, so that none is rounded
/// differently on another machine.
struct TimeScale {
  /// The left end of the axis.
  static let left = 960
  /// The right end of the axis.
  static let right = 9_900

  /// The first instant, in milliseconds.
  let start: Int64 = 0
  /// The last instant, in milliseconds; later than the first.
  let end: Int64

  init(end: Int64) {
    self.end = max(end, 1)
  }

  /// The place of an instant; one outside lies at the nearer end.
  func x(_ instant: Int64) -> Int {
    let inside = min(max(instant, start), end)
    let width = Int64(TimeScale.right - TimeScale.left)
    // A century in milliseconds times the width still fits.
    return TimeScale.left + Int((inside - start) * width / (end - start))
  }

  /// Whether an instant lies on the axis.
  func contains(_ instant: Int64) -> Bool { (start...end).contains(instant) }
}
