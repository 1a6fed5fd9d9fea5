public import DeviceModel
public import Scenarios
public import SimulationCore

/// A branch that somebody wants to go on with: its phone, and everything that was done to it.
public struct OpenedBranch: Hashable, Sendable {
  /// Its number in the session.
  public let id: Int64
  /// Its name.
  public let name: String
  /// The phone.
  public let configuration: DeviceConfiguration
  /// What was done.
  public let entries: [JournalEntry]
  /// How far its time has come.
  public let end: SimulationInstant
  /// The hash of its trace, as text.
  public let traceHash: String?

  /// Describes a branch.
  public init(
    id: Int64, name: String, configuration: DeviceConfiguration, entries: [JournalEntry],
    end: SimulationInstant, traceHash: String?
  ) {
    self.id = id
    self.name = name
    self.configuration = configuration
    self.entries = entries
    self.end = end
    self.traceHash = traceHash
  }

  /// What makes its phone again.
  func replay(named session: String) -> JournalReplay {
    JournalReplay(
      name: session, configuration: configuration, entries, until: end, traceHash: traceHash)
  }
}
