/// An instant on the simulation's own time line, in milliseconds since the run began.
///
/// It never jumps, and it advances while the simulated phone is switched off, so it orders the
/// queue, the trace and the journal. The device derives wall clocks from it.
public struct SimulationInstant: Hashable, Comparable, Sendable {
  /// Milliseconds since the run began, never negative.
  public let milliseconds: Int64

  /// The instant at which a run begins.
  public static let zero = SimulationInstant(milliseconds: 0)

  /// Creates an instant from milliseconds since the run began.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The instant `milliseconds` later, limited to the largest possible instant.
  public func advanced(byMilliseconds milliseconds: Int64) -> SimulationInstant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    return SimulationInstant(milliseconds: overflow ? .max : sum)
  }

  /// Orders instants by time.
  @inlinable
  public static func < (left: SimulationInstant, right: SimulationInstant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
