public import CivilTime
public import DeviceModel
public import SimulationCore

/// Two runs compared record by record, up to where they diverge.
public struct TraceComparison: Sendable {
  /// The number of equal records shown before a difference.
  public static let contextMax = 3

  /// The first record that differs; if that is the configuration, also the next one that differs.
  public private(set) var differences: [TraceDifference] = []
  /// The number of equal records.
  public private(set) var equalCount: UInt64 = 0
  /// The end of the first run; nil when it was not run to its end.
  public private(set) var endOfA: RunEnd?
  /// The end of the second run; nil when it was not run to its end.
  public private(set) var endOfB: RunEnd?

  /// Whether every record is equal.
  public var isEqual: Bool { differences.isEmpty }

  /// Runs two scenarios side by side, until they differ.
  ///
  /// It holds no more records than those of one step of each.
  public init(_ a: Scenario, _ b: Scenario) throws(TraceOverflow) {
    try self.init(RecordStream(TracedRun(a)), RecordStream(TracedRun(b)))
  }

  init(_ a: consuming RecordStream, _ b: consuming RecordStream) throws(TraceOverflow) {
    var before: [ComparedRecord] = []
    var index: UInt64 = 0
    while true {
      let (left, right) = (try a.next(), try b.next())
      if left == nil, right == nil { break }
      if let left, let right, RecordComparison.isEqual(left.record, right.record) {
        equalCount += 1
        before = before.suffix(TraceComparison.contextMax - 1) + [left]
      } else {
        differences.append(TraceDifference(index: index, a: left, b: right, before: before))
        guard index == 0, left != nil, right != nil else { break }
      }
      index += 1
    }
    (endOfA, endOfB) = (a.end, b.end)
  }
}

/// A record with the zone for its local time.
public struct ComparedRecord: Sendable {
  /// The record.
  public let record: Record<DeviceRecord>
  /// The phone's zone.
  public let zone: Zone

  /// The record on one line, with its number.
  public var line: String {
    let time = RecordText.timeOfDay(record.wallMilliseconds, zone)
    return "\(time) #\(record.sequence) \(RecordText.body(record.payload))"
  }
}

/// A place at which two runs differ.
public struct TraceDifference: Sendable {
  /// The sequence number of the record.
  public let index: UInt64
  /// The first run's record; nil when that run has ended.
  public let a: ComparedRecord?
  /// The second run's record; nil when that run has ended.
  public let b: ComparedRecord?
  /// The last equal records before it, oldest first.
  public let before: [ComparedRecord]

  /// The parts of the records that differ; empty when one run has ended.
  public var fields: [FieldDifference] {
    guard let a, let b else { return [] }
    return RecordComparison.differences(a.record, b.record)
  }
}

/// The records of a run in order; steps are run as records are needed.
struct RecordStream {
  private var run: TracedRun
  private var held: ArraySlice<Record<DeviceRecord>> = []
  private var hasStep = true
  /// The end of the run, after its last record was returned.
  private(set) var end: RunEnd?

  init(_ run: TracedRun) {
    self.run = run
  }

  mutating func next() throws(TraceOverflow) -> ComparedRecord? {
    while held.isEmpty {
      held = run.takeRecords()[...]
      if !held.isEmpty { break }
      guard hasStep else {
        end = end ?? run.finish()
        return nil
      }
      hasStep = try run.runNextStep()
    }
    return held.popFirst().map { ComparedRecord(record: $0, zone: run.zone(at: $0.sequence)) }
  }
}
