/// How much of a run is printed; each one has all of those before it.
enum RunDetail: Int, Comparable {
  /// Scenarios that did not pass.
  case failures
  /// Each scenario; of a single one its log too.
  case results
  /// The logs of several scenarios too.
  case logs
  /// Each step too.
  case steps

  static func < (left: RunDetail, right: RunDetail) -> Bool { left.rawValue < right.rawValue }
}
