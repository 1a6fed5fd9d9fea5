/// One line of the trace: what happened, when, and its cause.
public struct Record<Payload: RecordPayload>: Sendable {
  /// The record's sequence number in its run, from 0.
  public let sequence: UInt64
  /// The cause's sequence number: a command, or the first record of an event; nil for a root.
  public let cause: UInt64?
  /// When it happened on the simulation's time line.
  public let instant: SimulationInstant
  /// The phone's wall time, in milliseconds since the Unix epoch.
  public let wallMilliseconds: Int64
  /// What happened.
  public let payload: Payload

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
}
