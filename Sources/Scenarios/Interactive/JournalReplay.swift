public import DeviceModel
public import SimulationCore

/// A journal that is being repeated in slices, so that a long one can be watched and stopped.
public struct JournalReplay: Sendable {
  /// The phone, as far as it has come.
  public private(set) var run: InteractiveRun
  /// Everything that is repeated.
  public let entries: [JournalEntry]
  /// The instant at which it ends.
  public let end: SimulationInstant
  /// The first place where the trace is not as the journal says.
  public private(set) var disagreement: InteractiveRun.Disagreement?
  private let traceHash: String?
  private let recordCount: UInt64?
  private let isChecked: Bool
  private var agreed = InteractiveRun.Disagreement(entries: 0, recordCount: 0)
  private var done = 0

  /// A replay ends once its trace has twice as many records as the journal says, and this many
  /// more: a damaged time would keep it busy for hours.
  private static let excessMax: UInt64 = 100_000
  /// How many events are replayed before the trace's length is checked.
  private static let eventsASlice = 100_000

  /// Begins to repeat what a journal says, up to an instant at which the trace should have a hash
  /// and so many records.
  public init(
    name: String, configuration: DeviceConfiguration, _ entries: [JournalEntry],
    until end: SimulationInstant, traceHash: String?, recordCount: UInt64? = nil
  ) {
    self.init(
      InteractiveRun(name: name, configuration: configuration), entries, end, traceHash,
      recordCount, isChecked: true)
  }

  /// Begins to make the phone of a run again, after these entries of its journal only.
  public init(
    again run: InteractiveRun, _ entries: [JournalEntry], until end: SimulationInstant
  ) {
    let run = InteractiveRun(
      name: run.name, configuration: run.device.os.configuration, hiding: run.secrets)
    self.init(run, entries, end, nil, nil, isChecked: false)
  }

  private init(
    _ run: InteractiveRun, _ entries: [JournalEntry], _ end: SimulationInstant,
    _ traceHash: String?, _ recordCount: UInt64?, isChecked: Bool
  ) {
    self.run = run
    self.entries = entries
    self.end = end
    self.traceHash = traceHash
    self.recordCount = recordCount
    self.isChecked = isChecked
  }

  /// How much of it is done, in percent of the time.
  public var percent: Int {
    guard end > .zero else { return 100 }
    return Int(Double(run.device.os.now.milliseconds) / Double(end.milliseconds) * 100)
  }

  /// Goes on for a slice of at least `eventsMax` events; returns whether it is complete.
  public mutating func proceed(eventsMax: Int) -> Bool {
    var room = eventsMax
    while true {
      let entry = done < entries.count ? entries[done] : nil
      let target = entry?.instant ?? end
      let step = run.pass(to: target, eventsMax: max(1, room))
      room -= step.events
      if !step.isComplete {
        guard isChecked, isExcessive(entry?.recordCount ?? recordCount) else { return false }
        disagree()
        return true
      }
      guard let entry else {
        if let traceHash, run.device.os.trace.hash.text != traceHash { disagree() }
        return true
      }
      if isChecked { check(entry) }
      run.repeatEntry(entry)
      done += 1
      room -= 1
      if room <= 0 { return false }
    }
  }

  /// Goes on to the end.
  public mutating func finish() {
    while !proceed(eventsMax: JournalReplay.eventsASlice) {}
  }

  private func isExcessive(_ expected: UInt64?) -> Bool {
    guard let expected else { return false }
    let count = run.device.os.trace.nextSequence
    return count > JournalReplay.excessMax && (count - JournalReplay.excessMax) / 2 > expected
  }

  private mutating func check(_ entry: JournalEntry) {
    let trace = run.device.os.trace
    if trace.nextSequence != entry.recordCount || trace.hash.text != entry.traceHash { disagree() }
    agreed = InteractiveRun.Disagreement(entries: done + 1, recordCount: entry.recordCount)
  }

  private mutating func disagree() {
    if disagreement == nil { disagreement = agreed }
  }
}
