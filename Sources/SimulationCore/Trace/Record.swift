/// One line of the trace: what happened, when, and what it came from.
public struct Record<Payload: RecordPayload>: Sendable {
  /// The record's number in its run, from 0.
  public let sequence: UInt64
  /// The record this one came from: a command, or the first record of an event; nil for a root.
  public let cause: UInt64?
  /// When it happened on the simulation's time line.
  public let instant: SimulationInstant
  /// What the phone's wall clock read, in milliseconds since the Unix epoch.
  public let wallMilliseconds: Int64
  /// What happened.
  public let payload: Payload
}
