/// Is told what happens on a phone, so that it can check invariants.
public protocol DeviceObserver {
  /// A command was performed or an event happened.
  mutating func eventHappened(on device: Device)
  /// Everything that was due at this instant has happened.
  mutating func instantEnded(on device: Device)
}

/// Looks at nothing.
public struct NoObserver: DeviceObserver {
  /// Makes an observer that looks at nothing.
  public init() {}
  /// Does nothing.
  public mutating func eventHappened(on device: Device) {}
  /// Does nothing.
  public mutating func instantEnded(on device: Device) {}
}
