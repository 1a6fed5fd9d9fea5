public import CivilTime
public import DeviceModel
public import SimulationCore

/// A run as it can be explained: every record, and what records do not say.
public struct RunTrace: Sendable {
  /// Every record of the run; a record's number is its place.
  public internal(set) var records: [Record<DeviceRecord>] = []
  /// The first records after the wall clock was set back, each with what the clock read then.
  public private(set) var setBacks: [TracePoint] = []
  private var lastWallMilliseconds = Int64.min
  /// The phone's zone.
  public var zones = Timeline<Zone>()
  /// What the plugin was configured with.
  public var settings = Timeline<PluginTimes>()
  /// The schedules that were stored, in the order they began.
  public var schedules: [StoredSchedule] = []
  /// What the wall clock read at the end, in milliseconds since the Unix epoch.
  public var endWallMilliseconds: Int64 = 0
  /// Why the run ended before its last step.
  public var interruption: String?

  /// A run without a record.
  public init() {}

  /// The phone's zone when the wall clock read a time.
  public func zone(atWall milliseconds: Int64) -> Zone {
    zones.change(atWall: milliseconds, in: self)?.value ?? zones.changes.first?.value ?? .utc
  }

  /// Keeps the next record.
  mutating func append(_ record: Record<DeviceRecord>) {
    if record.wallMilliseconds < lastWallMilliseconds {
      setBacks.append(
        TracePoint(sequence: record.sequence, wallMilliseconds: record.wallMilliseconds))
    }
    lastWallMilliseconds = record.wallMilliseconds
    records.append(record)
  }

  /// Whether a point of the run lies at or before the last time that the wall clock read a time.
  ///
  /// What happened before the clock was set back has happened, whatever the clock read then.
  func isReached(_ point: TracePoint, atWall milliseconds: Int64) -> Bool {
    point.wallMilliseconds <= milliseconds
      || setBacks.contains {
        $0.sequence > point.sequence && $0.wallMilliseconds <= milliseconds
      }
  }

  /// The same of the record of a number; false when there is none.
  func isReached(_ sequence: UInt64, atWall milliseconds: Int64) -> Bool {
    guard let record = record(sequence) else { return false }
    return isReached(
      TracePoint(sequence: sequence, wallMilliseconds: record.wallMilliseconds),
      atWall: milliseconds)
  }

  /// The phone's zone at a record.
  public func zone(at sequence: UInt64) -> Zone { zones.change(at: sequence)?.value ?? .utc }

  /// The record of a number.
  public func record(_ sequence: UInt64) -> Record<DeviceRecord>? {
    guard sequence < UInt64(records.count) else { return nil }
    return records[Int(sequence)]
  }

  /// The records that a record came from, nearest first; the last one is where the chain begins.
  public func causes(of sequence: UInt64) -> [UInt64] {
    var causes: [UInt64] = []
    var current = sequence
    // A cause is an earlier record, so this ends.
    while let cause = record(current)?.cause, cause < current {
      causes.append(cause)
      current = cause
    }
    return causes
  }
}

/// What the plugin's configuration says about time.
public struct PluginTimes: Hashable, Sendable {
  /// How long before a notification its content is fetched, in milliseconds.
  public var leadMilliseconds: Int64 = 300_000
  /// How long fetched content may be shown, in milliseconds.
  public var freshMilliseconds: Int64 = 86_400_000

  /// The plugin's defaults: 5 minutes and a day.
  public init() {}
}

/// A schedule as it was stored for some time: one notification a day.
public struct StoredSchedule: Hashable, Sendable {
  /// The schedule's name.
  public let id: String
  /// The wall time, HH:mm.
  public let time: String
  /// The schedule's own zone; nil when it floats with the phone's.
  public let timezone: String?
  /// What stored it.
  public let since: TracePoint
  /// What changed or removed it; nil when it stood until the end.
  public var until: TracePoint?

  /// Makes a schedule that stands until the end.
  public init(
    id: String, time: String, timezone: String?, since: TracePoint, until: TracePoint? = nil
  ) {
    self.id = id
    self.time = time
    self.timezone = timezone
    self.since = since
    self.until = until
  }
}
