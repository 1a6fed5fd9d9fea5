public import CivilTime
public import DailyNotification
public import DeviceModel
public import SimulationCore

/// What the records of a run do not contain and their meaning depends on: the phone's zone, the
/// plugin's settings and schedules, and how its clock was set.
public struct PhoneContext: Sendable {
  /// The first record after each time the wall clock was set back, with the new wall time.
  public private(set) var setBacks: [TracePoint] = []
  /// The times that the wall clock passed over when it was set forward, in order.
  public private(set) var jumps: [ClockJump] = []
  private var lastPoint: TracePoint?
  /// How far the wall clock was ahead of the run's time line at the last record.
  private var lastAheadMilliseconds: Int64 = 0
  /// The phone's zone.
  public var zones = Timeline<Zone>()
  /// The plugin's configuration.
  public var settings = Timeline<PluginTimes>()
  /// The schedules that were stored, in the order they began.
  public var schedules: [StoredSchedule] = [] {
    didSet { scheduleChanges += 1 }
  }
  /// How often they have changed.
  public private(set) var scheduleChanges = 0
  /// The wall time at the beginning, in milliseconds since the Unix epoch; nil before the first
  /// record.
  public private(set) var startWallMilliseconds: Int64?
  /// The wall time at the end, in milliseconds since the Unix epoch.
  public var endWallMilliseconds: Int64 = 0
  /// The phone's system.
  public internal(set) var platform = DevicePlatform.ios

  /// Nothing is known yet.
  public init() {}

  /// The phone's zone when the wall clock showed a time.
  public func zone(atWall milliseconds: Int64) -> Zone {
    zones.change(atWall: milliseconds, in: self)?.value ?? zones.changes.first?.value ?? .utc
  }

  /// The phone's zone at a record.
  public func zone(at sequence: UInt64) -> Zone { zones.change(at: sequence)?.value ?? .utc }

  /// The day of the phone at a point of the run.
  func day(of point: TracePoint) -> CivilDate {
    zone(at: point.sequence).date(at: point.wallMilliseconds)
  }

  /// The days of the run so far, in the phone's zone.
  public var days: ClosedRange<CivilDate> {
    let last = zone(atWall: endWallMilliseconds).date(at: endWallMilliseconds)
    let start = startWallMilliseconds ?? endWallMilliseconds
    return min(zone(atWall: start).date(at: start), last)...last
  }

  /// Takes the time of the next record.
  public mutating func pass(_ record: Record<DeviceRecord>) {
    let point = TracePoint(
      sequence: record.sequence, wallMilliseconds: record.wallMilliseconds)
    if startWallMilliseconds == nil { startWallMilliseconds = point.wallMilliseconds }
    let ahead = record.wallMilliseconds - record.instant.milliseconds
    if let last = lastPoint {
      if point.wallMilliseconds < last.wallMilliseconds { setBacks.append(point) }
      if ahead > lastAheadMilliseconds {
        let passed = ahead - lastAheadMilliseconds
        jumps.append(
          ClockJump(
            set: last.sequence, fromMilliseconds: last.wallMilliseconds,
            throughMilliseconds: last.wallMilliseconds + passed))
      }
    }
    (lastPoint, lastAheadMilliseconds) = (point, ahead)
  }

  /// The jump over a time before a record; nil where the clock was set back to the time after it.
  public func jump(over milliseconds: Int64, before sequence: UInt64) -> ClockJump? {
    let jump = jumps.last {
      $0.set < sequence && $0.fromMilliseconds < milliseconds
        && milliseconds <= $0.throughMilliseconds
    }
    guard let jump else { return nil }
    let isUndone = setBacks.contains {
      $0.sequence > jump.set && $0.sequence < sequence && $0.wallMilliseconds <= milliseconds
    }
    return isUndone ? nil : jump
  }

  /// Whether a point of the run is not after the last instant at which the wall clock had a time.
  ///
  /// What happened before the clock was set back counts, whatever the clock showed then.
  public func isReached(_ point: TracePoint, atWall milliseconds: Int64) -> Bool {
    point.wallMilliseconds <= milliseconds
      || setBacks.contains {
        $0.sequence > point.sequence && $0.wallMilliseconds <= milliseconds
      }
  }
}

/// A stretch of wall time that there was not, since the clock was set forward over it.
public struct ClockJump: Hashable, Sendable {
  /// The last record before it: the command that set the clock, or one that came from it.
  public let set: UInt64
  /// The last wall time before it, in milliseconds since the Unix epoch.
  public let fromMilliseconds: Int64
  /// The first wall time after it, in milliseconds since the Unix epoch.
  public let throughMilliseconds: Int64
}

/// The durations in the plugin's configuration.
public struct PluginTimes: Hashable, Sendable {
  /// The lead: how long before a notification its content is fetched, in milliseconds.
  public var leadMilliseconds: Int64 = 300_000
  /// How long fetched content is fresh, in milliseconds.
  public var freshMilliseconds: Int64 = 86_400_000

  /// The plugin's defaults: 5 minutes and a day.
  public init() {}
}

/// A daily schedule while it was stored unchanged.
public struct StoredSchedule: Hashable, Sendable {
  /// The schedule's name.
  public let id: String
  /// The wall time, HH:mm.
  public let time: String
  /// The schedule's own zone; nil when it floats with the phone's.
  public let timezone: String?
  /// How its occurrences follow one another by an interval; nil when they follow the wall clock.
  public let rollover: Rollover?
  /// The wall time of its only occurrence; nil when it repeats.
  public let onlyTime: WallTime?
  /// Whether it is armed only after its fetch has ended: a dual schedule that is chained to it.
  public let isChained: Bool
  /// The point at which it was stored.
  public let since: TracePoint
  /// The point at which it was changed or removed; nil if it was stored until the end.
  public var until: TracePoint?
  /// What its time means: a time of day, or else an expression; read once.
  let timeOfDay: TimeOfDay?
  let expression: CronExpression?
  /// Its own zone, if it has one that is known.
  let ownZone: Zone?

  /// Creates a schedule that is stored until the end.
  public init(
    id: String, time: String, timezone: String?, rollover: Rollover? = nil,
    onlyTime: WallTime? = nil,
    isChained: Bool = false, since: TracePoint, until: TracePoint? = nil
  ) {
    self.id = id
    self.time = time
    self.timezone = timezone
    self.rollover = rollover
    self.onlyTime = onlyTime
    self.isChained = isChained
    self.since = since
    self.until = until
    timeOfDay = TimeOfDay(time)
    expression = timeOfDay == nil ? try? CronExpression(time) : nil
    ownZone = timezone.flatMap { try? Zone(identifier: $0) }
  }
}
