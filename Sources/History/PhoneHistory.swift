import CivilTime
import DailyNotification
public import DeviceModel
import JSONText
public import Session
public import SimulationCore

/// What happened on a phone, taken from its records as they are written.
///
/// A record takes amortised constant time, and no text is made. `occurrences(on:)` says of each
/// notification what the person saw and what the plugin knows.
///
///     var session = Session(configuration, observer: PhoneHistory())
///     try session.advance(to: evening)
///     session.observer.occurrences(on: day).first?.cause  // .denied(wasAsked: true)
public struct PhoneHistory: SessionObserver {
  /// What was stored and set during the run.
  public internal(set) var context = PhoneContext()
  /// What became of its notifications, tasks and fetches.
  public private(set) var index: HistoryIndex
  private var marked = PhoneMarks()
  private var erred = PhoneErrors()
  /// The latest of each kind of event.
  public private(set) var latest = LatestEvents()
  private var hasBegun = false
  /// Whether settings and schedules have been read once.
  private var hasRead = false
  /// The first record of the event that is happening; nil until it has one.
  private var firstSequence: UInt64?
  /// The last record of all.
  private var lastSequence: UInt64 = 0
  /// Whether dual schedules are chained to their fetches.
  private var isChained = false
  private var configuration: StoredValue?
  /// The records of the event that is happening: what they mean depends on zone and schedules.
  private var pending: [Record<DeviceRecord>] = []

  /// What happened, in the order of the run; of more than 131,072 marks the latest.
  public var marks: KeptList<PhoneMark> { marked.list }

  /// What went wrong, in the order of the run; of more than 4,096 errors the latest.
  public var errors: KeptList<PhoneError> { erred.list }

  /// A phone of which nothing has been seen.
  public init() { index = HistoryIndex(.ios, startMilliseconds: 0) }

  /// Takes records of which is known what they do not contain.
  public init(_ records: [Record<DeviceRecord>], in context: PhoneContext) {
    self.init()
    self.context = context
    for record in records { self.context.pass(record) }
    take(records)
  }

  /// Takes the next record.
  public mutating func recordWritten(_ record: Record<DeviceRecord>) {
    if firstSequence == nil { firstSequence = record.sequence }
    lastSequence = record.sequence
    pending.append(record)
    context.pass(record)
  }

  /// Takes what the records of an event do not contain, and then those.
  public mutating func eventHappened(on device: Device) {
    // What changed without a record of its own is put down to the last one.
    let point = TracePoint(
      sequence: firstSequence ?? lastSequence, wallMilliseconds: device.os.wallMilliseconds)
    firstSequence = nil
    context.zones.note(device.os.zone, at: point)
    context.endWallMilliseconds = device.os.wallMilliseconds
    context.platform = device.os.configuration.platform
    defer {
      takePending()
      marked.eventHappened(on: device.os, last: lastSequence)
    }
    guard !hasRead || pending.contains(where: PhoneHistory.mayStore) else { return }
    hasRead = true
    // What cannot be read before the first unlock is still stored.
    let stored = device.os.storedData
    readSettings(
      stored.value(.configuration), device.os.configuration.knobs.plugin, at: point)
    isChained = device.os.configuration.knobs.plugin.dualMode == .chained
    readSchedules(stored.schedules, at: point)
  }

  /// Whether something may have been stored in an event with a record: the plugin, a command or the
  /// system ran.
  private static func mayStore(_ record: Record<DeviceRecord>) -> Bool {
    switch record.payload {
    case .command, .plugin, .power, .process, .storage, .android: true
    case .authorization, .request, .notification, .task, .fetch: false
    }
  }

  /// Takes the end of the run; time may have passed since the last event.
  public mutating func finish(_ device: Device) {
    takePending()
    context.endWallMilliseconds = device.os.wallMilliseconds
  }

  private mutating func takePending() {
    if pending.isEmpty { return }
    take(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Takes in what records did, whose zone and schedules are known.
  private mutating func take(_ records: [Record<DeviceRecord>]) {
    guard let first = records.first else { return }
    if !hasBegun {
      index = HistoryIndex(context.platform, startMilliseconds: first.wallMilliseconds)
      hasBegun = true
    }
    for record in records {
      let count = index.showings.endIndex
      index.take(record, context)
      let showing = index.showings.endIndex > count ? index.showings.last : nil
      let point = TracePoint(
        sequence: record.sequence, wallMilliseconds: record.wallMilliseconds)
      marked.take(record, at: point, showing: showing)
      erred.take(record.payload, at: point, showing: showing)
      latest.take(record.payload, at: point, showing: showing)
    }
  }

  private mutating func readSettings(
    _ stored: StoredValue?, _ choices: PluginChoices, at point: TracePoint
  ) {
    guard stored != configuration || context.settings.changes.isEmpty else { return }
    configuration = stored
    var times = PluginTimes()
    times.leadMilliseconds = choices.leadDefault.minutes * 60_000
    times.freshMilliseconds = choices.ttlDefault.seconds * 1000
    if case .text(let text)? = stored, let options = try? JSONParser.parse(text) {
      if let minutes = options["prefetchLeadMinutes"]?.integerValue {
        times.leadMilliseconds = minutes * 60_000
      }
      if let seconds = options["ttlSeconds"]?.integerValue {
        times.freshMilliseconds = seconds * 1_000
      }
    }
    context.settings.note(times, at: point)
  }

  private mutating func readSchedules(_ rows: [ScheduleRow], at point: TracePoint) {
    for index in context.schedules.indices where context.schedules[index].until == nil {
      if !rows.contains(where: { $0.isEnabled && context.schedules[index].isStored($0) }) {
        context.schedules[index].until = point
      }
    }
    for row in rows where row.isEnabled {
      let isKnown = context.schedules.contains { $0.until == nil && $0.isStored(row) }
      if !isKnown {
        context.schedules.append(
          StoredSchedule(
            id: row.tracedID, time: row.time, timezone: row.timezone, rollover: row.rollover,
            onlyTime: row.onlyTime,
            isChained: isChained && row.decodedKind == .dual, since: point))
      }
    }
  }
}

extension StoredSchedule {
  fileprivate func isStored(_ row: ScheduleRow) -> Bool {
    row.tracedID == id && row.time == time && row.timezone == timezone && row.rollover == rollover
      && row.onlyTime == onlyTime
  }
}

extension ScheduleRow {
  /// The wall time of its only occurrence; nil when it repeats.
  fileprivate var onlyTime: WallTime? {
    repeatRule == RepeatRule.none.rawValue ? WallTime(minutesSinceEpoch: wallMinute) : nil
  }

  /// The schedule's name among all kinds: a daily one's id, otherwise its request's identifier.
  fileprivate var tracedID: String {
    switch ScheduleKind(rawValue: kind) {
    case .reminder: PlannedOccurrence.reminderPrefix + id
    case .dual: PlannedOccurrence.dual
    case .daily, nil: id
    }
  }
}
