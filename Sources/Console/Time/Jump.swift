import CivilTime
import PlainText
import SimulationCore

/// A jump through time, done in slices so that keys are handled meanwhile.
struct Jump: Hashable, Sendable {
  /// How many events a slice takes.
  static let sliceEvents = 1_000

  /// Where it began.
  let start: SimulationInstant
  /// Where it ends.
  let target: SimulationInstant
  /// How many events there have been.
  var events = 0

  /// How much of it is done, in percent.
  func percent(at now: SimulationInstant) -> Int {
    let whole = target.milliseconds - start.milliseconds
    guard whole > 0 else { return 100 }
    return Int(Double(now.milliseconds - start.milliseconds) / Double(whole) * 100)
  }

  /// The finished jump in words, with what happened: `1h later: Daily shown with content`.
  func arrival(_ tally: TimelineTally, _ zone: Zone) -> String {
    let length = ClockText.length(target.milliseconds - start.milliseconds)
    return "\(length) later: " + (tally.text(zone) ?? "nothing to see (\(events.counted("event")))")
  }
}
