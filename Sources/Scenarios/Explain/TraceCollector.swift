import DailyNotification
import DeviceModel
import JSONText
import Session
import SimulationCore

/// Collects the records of a run, and what records do not contain: zone and schedules.
struct TraceCollector: SessionObserver {
  /// The maximum number of records held at once.
  static let recordsMax = 2_000_000

  private(set) var trace = RunTrace()
  /// Whether there were more records than the limit; they are not kept.
  private(set) var isFull = false
  /// The first record of the event that is happening; nil until it has one.
  private var firstSequence: UInt64?
  /// The last record of all.
  private var lastSequence: UInt64 = 0
  /// Whether dual schedules are chained to their fetches.
  private var isChained = false
  private var configuration: StoredValue?
  /// The records of the event that is happening: what they mean depends on zone and schedules.
  private var pending: [Record<DeviceRecord>] = []
  private let heldMax: Int

  init(heldMax: Int = TraceCollector.recordsMax) {
    self.heldMax = heldMax
  }

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    if firstSequence == nil { firstSequence = record.sequence }
    lastSequence = record.sequence
    pending.append(record)
    trace.pass(record)
    if trace.records.count < heldMax {
      trace.records.append(record)
    } else {
      isFull = true
    }
  }

  mutating func eventHappened(on device: Device) {
    // What changed without a record of its own is put down to the last one.
    let point = TracePoint(
      sequence: firstSequence ?? lastSequence, wallMilliseconds: device.os.wallMilliseconds)
    firstSequence = nil
    trace.zones.note(device.os.zone, at: point)
    trace.endWallMilliseconds = device.os.wallMilliseconds
    trace.platform = device.os.configuration.platform
    // What cannot be read before the first unlock is still stored.
    let stored = device.os.storedData
    readSettings(
      stored.value(.configuration), device.os.configuration.knobs.plugin, at: point)
    isChained = device.os.configuration.knobs.plugin.dualMode == .chained
    readSchedules(stored.schedules, at: point)
    takePending()
  }

  private mutating func takePending() {
    trace.take(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Records the end of the run; time may have passed since the last event.
  mutating func finish(_ device: Device, interruption: String?) {
    takePending()
    trace.endWallMilliseconds = device.os.wallMilliseconds
    trace.interruption = interruption
  }

  /// Returns the collected records and removes them.
  mutating func takeRecords() -> [Record<DeviceRecord>] {
    defer { trace.records.removeAll() }
    return trace.records
  }

  private mutating func readSettings(
    _ stored: StoredValue?, _ choices: PluginChoices, at point: TracePoint
  ) {
    guard stored != configuration || trace.settings.changes.isEmpty else { return }
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
    trace.settings.note(times, at: point)
  }

  private mutating func readSchedules(_ rows: [ScheduleRow], at point: TracePoint) {
    for index in trace.schedules.indices where trace.schedules[index].until == nil {
      if !rows.contains(where: { $0.isEnabled && trace.schedules[index].isStored($0) }) {
        trace.schedules[index].until = point
      }
    }
    for row in rows where row.isEnabled {
      let isKnown = trace.schedules.contains { $0.until == nil && $0.isStored(row) }
      if !isKnown {
        trace.schedules.append(
          StoredSchedule(
            id: row.tracedID, time: row.time, timezone: row.timezone, rollover: row.rollover,
            isChained: isChained && row.decodedKind == .dual, since: point))
      }
    }
  }
}

extension StoredSchedule {
  fileprivate func isStored(_ row: ScheduleRow) -> Bool {
    row.tracedID == id && row.time == time && row.timezone == timezone && row.rollover == rollover
  }
}

extension ScheduleRow {
  /// The schedule's name among all kinds: a daily one's id, otherwise its request's identifier.
  fileprivate var tracedID: String {
    switch ScheduleKind(rawValue: kind) {
    case .reminder: PlannedOccurrence.reminderPrefix + id
    case .dual: PlannedOccurrence.dual
    case .daily, nil: id
    }
  }
}
