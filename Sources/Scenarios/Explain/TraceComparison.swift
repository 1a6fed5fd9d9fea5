public import CivilTime
public import DeviceModel
public import SimulationCore

/// Two runs, record for record, up to where they part.
public struct TraceComparison: Sendable {
  /// How many records before a difference are shown.
  public static let contextMax = 3

  /// The first record that differs; when that is the configuration, the first one after it too.
  public private(set) var differences: [TraceDifference] = []
  /// How many records were equal.
  public private(set) var equalCount: UInt64 = 0
  /// How the first run came out; nil when it was not run to its end.
  public private(set) var endOfA: RunEnd?
  /// How the second run came out; nil when it was not run to its end.
  public private(set) var endOfB: RunEnd?

  /// Whether every record is equal.
  public var isEqual: Bool { differences.isEmpty }

  /// Runs two scenarios side by side, no further than a difference.
  ///
  /// No more is held than the records of one step of each.
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

/// A record with the zone in which its time is told.
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
  /// The number of the record.
  public let index: UInt64
  /// The first run's record; nil when that run has ended.
  public let a: ComparedRecord?
  /// The second run's record; nil when that run has ended.
  public let b: ComparedRecord?
  /// The last equal records before it, oldest first.
  public let before: [ComparedRecord]

  /// What differs in the records; empty when one run has ended.
  public var fields: [FieldDifference] {
    guard let a, let b else { return [] }
    return RecordComparison.differences(a.record, b.record)
  }
}

/// The records of a run, one after the other; steps are run as records are asked for.
struct RecordStream {
  private var run: TracedRun
  private var held: ArraySlice<Record<DeviceRecord>> = []
  private var hasStep = true
  /// How the run came out, once its last record was handed out.
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
