/// One line of the trace: what happened, when, and its cause.
public struct Record<Payload: RecordPayload>: Sendable {
  /// The record's sequence number in its run, from 0.
  public private(set) var sequence: UInt64
  /// The cause's sequence number: a command, or the first record of an event; nil for a root.
  public private(set) var cause: UInt64?
  /// When it happened on the simulation's time line.
  public private(set) var instant: SimulationInstant
  /// The phone's wall time, in milliseconds since the Unix epoch.
  public private(set) var wallMilliseconds: Int64
  /// What happened.
  public private(set) var payload: Payload

  init(
    sequence: UInt64, cause: UInt64?, instant: SimulationInstant, wallMilliseconds: Int64,
    payload: consuming Payload
  ) {
    self.sequence = sequence
    self.cause = cause
    self.instant = instant
    self.wallMilliseconds = wallMilliseconds
    self.payload = payload
  }

  /// Overwrites the record field by field: assigning a whole one releases the old one through its
  /// type's metadata.
  mutating func become(
    sequence: UInt64, cause: UInt64?, instant: SimulationInstant, wallMilliseconds: Int64,
    payload: consuming Payload
  ) {
    self.sequence = sequence
    self.cause = cause
    self.instant = instant
    self.wallMilliseconds = wallMilliseconds
    self.payload = payload
  }
}
