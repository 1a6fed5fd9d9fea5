import DeviceModel
public import SimulationCore

/// A run from a journal: the same configuration, presses and instants give the same trace.
extension InteractiveRun {
  /// Where a replay has left what the journal says.
  public struct Disagreement: Hashable, Sendable {
    /// How many entries of the journal were done when both agreed last.
    public let entries: Int
    /// How many records there were when both last agreed.
    public let recordCount: UInt64
  }

  /// The same phone after these entries of its journal only, at an instant.
  public func again(
    _ entries: [JournalEntry], until end: SimulationInstant
  ) -> InteractiveRun {
    var replay = JournalReplay(again: self, entries, until: end)
    replay.finish()
    return replay.run
  }

  /// Does what the next entry of a journal says, at its instant.
  public mutating func follow(_ entry: JournalEntry) {
    pass(to: entry.instant)
    repeatEntry(entry)
  }
}
