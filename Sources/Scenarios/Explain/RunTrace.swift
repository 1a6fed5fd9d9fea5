public import CivilTime
public import DeviceModel
public import History
public import SimulationCore

/// A run, ready to be explained: its history and the records that it was taken from.
public struct RunTrace: Sendable {
  /// The records of the run, oldest first, from the first one that is still held.
  public internal(set) var records: [Record<DeviceRecord>]
  /// What happened, also where its records are no longer held.
  public let history: PhoneHistory
  /// Why the run ended before its last step; nil if it did not.
  public let interruption: String?

  /// What was stored and set during the run.
  var context: PhoneContext { history.context }

  /// What became of its notifications, tasks and fetches.
  var index: HistoryIndex { history.index }

  /// The history of a run and the records that are held of it.
  public init(
    _ history: PhoneHistory, records: [Record<DeviceRecord>], interruption: String? = nil
  ) {
    self.history = history
    self.records = records
    self.interruption = interruption
  }

  /// The wall time at the end, in milliseconds since the Unix epoch.
  public var endWallMilliseconds: Int64 { context.endWallMilliseconds }

  /// The days of the run, in the phone's zone.
  var days: ClosedRange<CivilDate> { context.days }

  /// The same of the record of a number; false when there is none.
  func isReached(_ sequence: UInt64, atWall milliseconds: Int64) -> Bool {
    guard let record = record(sequence) else { return false }
    return context.isReached(
      TracePoint(sequence: sequence, wallMilliseconds: record.wallMilliseconds),
      atWall: milliseconds)
  }

  /// The phone's zone at a record.
  public func zone(at sequence: UInt64) -> Zone { context.zone(at: sequence) }

  /// The phone's zone when the wall clock showed a time.
  public func zone(atWall milliseconds: Int64) -> Zone { context.zone(atWall: milliseconds) }

  /// The record with a sequence number.
  public func record(_ sequence: UInt64) -> Record<DeviceRecord>? {
    guard let first = records.first?.sequence, sequence >= first,
      sequence - first < UInt64(records.count)
    else { return nil }
    return records[Int(sequence - first)]
  }

  /// The causes of a record, nearest first; the last one is the beginning of the chain.
  public func causes(of sequence: UInt64) -> [UInt64] {
    var causes: [UInt64] = []
    var current = sequence
    // A cause is always an earlier record, so this ends.
    while let cause = record(current)?.cause, cause < current {
      causes.append(cause)
      current = cause
    }
    return causes
  }
}
