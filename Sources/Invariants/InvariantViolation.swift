public import SimulationCore

/// One place at which an invariant did not hold.
public struct InvariantViolation: Hashable, Sendable {
  /// The invariant's number.
  public let id: Int
  /// What must hold.
  public let name: String
  /// When it was seen.
  public let instant: SimulationInstant
  /// What the wall clock showed, ms since the Unix epoch.
  public let wallMilliseconds: Int64
  /// The last record before it was seen.
  public let sequence: UInt64
  /// What was found.
  public let message: String
}

/// How often an invariant was checked and how often it did not hold.
public struct InvariantTally: Hashable, Sendable {
  /// The invariant's number.
  public let id: Int
  /// What must hold.
  public let name: String
  /// How often it was looked at.
  public let checks: Int
  /// How often it did not hold.
  public let violations: Int
}
