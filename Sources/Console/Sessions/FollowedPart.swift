public import DeviceModel
public import Scenarios
public import SimulationCore

/// What another console has done since this one looked last.
public struct FollowedPart: Hashable, Sendable {
  /// The phone, where it is another one: then the entries are all of its journal.
  public var configuration: DeviceConfiguration?
  /// What was done, in order.
  public var entries: [JournalEntry]
  /// How far its time has come.
  public var end: SimulationInstant

  /// Creates a part.
  public init(
    configuration: DeviceConfiguration?, entries: [JournalEntry], end: SimulationInstant
  ) {
    self.configuration = configuration
    self.entries = entries
    self.end = end
  }
}
