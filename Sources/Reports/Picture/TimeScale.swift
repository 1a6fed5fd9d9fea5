/// The place of an instant in a chart; lengths are integers, in tenths of its unit, so that every
/// machine rounds them in the same way.
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

  /// The place of an instant; an instant outside is placed at the nearer end.
  func x(_ instant: Int64) -> Int {
    let inside = min(max(instant, start), end)
    let width = Int64(TimeScale.right - TimeScale.left)
    // A century in milliseconds times the width fits into 64 bits.
    return TimeScale.left + Int((inside - start) * width / (end - start))
  }

  /// Whether an instant is on the axis.
  func contains(_ instant: Int64) -> Bool { (start...end).contains(instant) }
}
