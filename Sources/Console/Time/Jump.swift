import SimulationCore

/// A way through time that is gone in slices, so that keys are heard meanwhile.
struct Jump: Hashable, Sendable {
  /// How many events a slice takes.
  static let sliceEvents = 1_000

  /// Where it began.
  let start: SimulationInstant
  /// Where it ends.
  let target: SimulationInstant
  /// Events so far.
  var events = 0

  /// How far it has come, in percent.
  func percent(at now: SimulationInstant) -> Int {
    let whole = target.milliseconds - start.milliseconds
    guard whole > 0 else { return 100 }
    return Int(Double(now.milliseconds - start.milliseconds) / Double(whole) * 100)
  }
}
