public import DeviceModel
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

  /// Repeats what a journal says, up to an instant at which the trace should have a hash.
  ///
  /// - Parameter disagreement: The first place where the trace is not as the journal says.
  public init(
    name: String, configuration: DeviceConfiguration, _ entries: [JournalEntry],
    until end: SimulationInstant, traceHash: String?, recordCount: UInt64? = nil,
    disagreement: inout Disagreement?
  ) {
    var replay = JournalReplay(
      name: name, configuration: configuration, entries, until: end, traceHash: traceHash,
      recordCount: recordCount)
    // In slices, between which it is seen whether the trace is too long already.
    while !replay.proceed(eventsMax: 100_000) {}
    disagreement = replay.disagreement
    self = replay.run
  }

  /// The same phone after these entries of its journal only, at an instant.
  public func again(
    _ entries: [JournalEntry], until end: SimulationInstant
  ) -> InteractiveRun {
    var replay = JournalReplay(again: self, entries, until: end)
    while !replay.proceed() {}
    return replay.run
  }

  /// Does what the next entry of a journal says, at its instant.
  public mutating func follow(_ entry: JournalEntry) {
    pass(to: entry.instant)
    repeatEntry(entry)
  }
}
