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
    until end: SimulationInstant, traceHash: String?, disagreement: inout Disagreement?
  ) {
    self.init(name: name, configuration: configuration)
    var agreed = Disagreement(entries: 0, recordCount: 0)
    for (index, entry) in entries.enumerated() {
      pass(to: entry.instant)
      if trace != (entry.recordCount, entry.traceHash), disagreement == nil {
        disagreement = agreed
      }
      agreed = Disagreement(entries: index + 1, recordCount: entry.recordCount)
      repeatEntry(entry)
    }
    pass(to: end)
    if let traceHash, trace.1 != traceHash, disagreement == nil { disagreement = agreed }
  }

  /// The same phone after these entries of its journal only, at an instant.
  public func again(
    _ entries: [JournalEntry], until end: SimulationInstant
  ) -> InteractiveRun {
    var run = InteractiveRun(
      name: name, configuration: device.os.configuration, hiding: secrets)
    for entry in entries { run.follow(entry) }
    run.pass(to: end)
    return run
  }

  /// Does what the next entry of a journal says, at its instant.
  public mutating func follow(_ entry: JournalEntry) {
    pass(to: entry.instant)
    repeatEntry(entry)
  }

  /// Lets time pass up to an instant of a journal; one in the past changes nothing.
  public mutating func pass(to instant: SimulationInstant) {
    guard instant >= device.os.now else { return }
    // What ended an advance when it was done first ends it again.
    _ = try? advance(to: instant)
  }

  private var trace: (UInt64, String) {
    (device.os.trace.nextSequence, device.os.trace.hash.text)
  }
}
