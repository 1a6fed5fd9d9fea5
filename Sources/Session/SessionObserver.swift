public import DeviceModel
public import SimulationCore

/// What a caller of a session wants to know of its records, as they are written.
///
/// One observer may hold others: it passes each call on to them.
public protocol SessionObserver: Sendable {
  /// A record was written; each is shown once, in order.
  mutating func recordWritten(_ record: Record<DeviceRecord>)
  /// A command or an event is over, and its records have been shown.
  mutating func eventHappened(on device: Device)
}

extension SessionObserver {
  /// Does nothing: most observers need only the records.
  public mutating func eventHappened(on device: Device) {}
}
