import CivilTime

/// The stored schedules: reads and remembers them.
///
/// What the rows decode to is remembered while neither they nor what they depend on changes.
struct Schedules: Sendable {
  // Single members: what is kept together in an optional would be copied to look at it.
  /// The rows that were read last; nil before the first time, and while one is being written.
  private var rows: [ScheduleRow]?
  private var zone = Zone.utc
  private var perDayMax: Int64 = 0
  private var ledgerVersion = 0
  private var read: [Schedule] = []
  /// From what each of them was read; empty where not all of them were read from enabled rows.
  private var sources: [Source] = []

  /// From what a schedule was read: numbers only, which are compared quickly.
  private struct Source {
    var row: ScheduleRow.Stamp
    /// The place of its page in the ledger, and the number of the mark there.
    var page: Int
    var mark: Int
  }

  /// The schedules as read last; nil when rows, zone, limit or marks are others now.
  func known(
    _ ledger: Ledger, perDayMax: Int64, on platform: inout some StorageAccess & ClockAccess
  ) -> [Schedule]? {
    guard ledgerVersion == ledger.version, self.perDayMax == perDayMax, let rows,
      rows == platform.scheduleRows, zone == platform.zone
    else { return nil }
    return read
  }

  /// The schedules as read last, with what has changed since read again.
  ///
  /// Nil where they have to be read anew: another zone or limit, other rows, or one that may decode
  /// to something else.
  mutating func reread(
    _ ledger: Ledger, perDayMax: Int64, on platform: inout some StorageAccess & ClockAccess
  ) -> [Schedule]? {
    guard !sources.isEmpty, self.perDayMax == perDayMax, zone == platform.zone else { return nil }
    let rows = platform.scheduleRows
    var place = 0
    for index in rows.indices where rows[index].isEnabled {
      guard place < sources.count else { return nil }
      let isSame =
        sources[place].row == rows[index].stamp
        && sources[place].mark == ledger.markNumber(sources[place].page)
      if !isSame {
        guard readAgain(place, rows[index], ledger) else { return nil }
      }
      place += 1
    }
    guard place == sources.count else { return nil }
    self.rows = rows
    ledgerVersion = ledger.version
    return read
  }

  /// Reads one schedule again; false when its row may decode to something else.
  private mutating func readAgain(_ place: Int, _ row: ScheduleRow, _ ledger: Ledger) -> Bool {
    let known = read[place]
    guard known.decodesAlike(row, perDay: known.perDay, in: zone),
      let page = ledger.index(of: known, near: place), known.row.revision == row.revision
    else {
      sources.removeAll()
      return false
    }
    read[place] = Schedule(known, row: row, settled: ledger.mark(page))
    sources[place] = Source(row: row.stamp, page: page, mark: ledger.markNumber(page))
    return true
  }

  /// Remembers what the rows decode to.
  mutating func remember(
    _ schedules: [Schedule], _ ledger: Ledger, perDayMax: Int64,
    on platform: borrowing some StorageAccess & ClockAccess
  ) {
    let rows = platform.scheduleRows
    self.rows = rows
    zone = platform.zone
    self.perDayMax = perDayMax
    ledgerVersion = ledger.version
    read = schedules
    sources.removeAll(keepingCapacity: true)
    for index in rows.indices where rows[index].isEnabled {
      let place = sources.count
      guard place < read.count, read[place].row == rows[index],
        let page = ledger.index(of: read[place], near: place)
      else { return sources.removeAll() }
      // The stamp is the row's that the schedule holds on to.
      sources.append(
        Source(row: read[place].row.stamp, page: page, mark: ledger.markNumber(page)))
    }
    if sources.count != read.count { sources.removeAll() }
  }

  /// A row is about to be written: held on to here, all rows would be copied for that.
  ///
  /// What they decode to is still known, row by row.
  mutating func willWrite() { rows = nil }

  /// A row as a schedule; nil when it does not decode.
  ///
  /// `place`: where the schedule of its name probably stood when the rows were read last.
  func decoded(
    _ row: ScheduleRow, _ ledger: Ledger, perDayMax: Int64, near place: Int = 0,
    on platform: inout some StorageAccess & ClockAccess
  ) -> Schedule? {
    let perDay = Schedules.perDay(row, perDayMax, on: platform)
    let settled = ledger.mark(of: row)
    let zone = platform.zone
    if place < read.count, read[place].decodesAlike(row, perDay: perDay, in: zone) {
      return Schedule(read[place], row: row, settled: settled)
    }
    let alike = read.first { $0.decodesAlike(row, perDay: perDay, in: zone) }
    if let alike { return Schedule(alike, row: row, settled: settled) }
    return Schedule(row, perDay: perDay, settled: settled, on: &platform)
  }

  /// How many notifications of a date are left to a schedule that can fire often a day.
  static func perDay(
    _ row: ScheduleRow, _ perDayMax: Int64, on platform: some StorageAccess
  ) -> DailyShare {
    let rows = platform.scheduleRows
    var (others, sharing) = (0, 1)
    var onceDays: [Int] = []
    for index in rows.indices
    where rows[index].isEnabled && !(rows[index].id == row.id && rows[index].kind == row.kind) {
      if rows[index].firesOften {
        sharing += 1
      } else if rows[index].repeatRule == RepeatRule.none.rawValue {
        onceDays.append(WallTime(minutesSinceEpoch: rows[index].wallMinute).date.daysSinceEpoch)
      } else {
        others += 1
      }
    }
    return DailyShare(room: Int(perDayMax) - others, sharing: sharing, onceDays: onceDays)
  }

  /// A schedule as it was read last, in the same revision, when it had another share of the dates.
  func lastRead(withOtherShareThan schedule: Schedule) -> Schedule? {
    guard schedule.row.firesOften else { return nil }
    return read.first {
      $0.kind == schedule.kind && $0.row.id == schedule.row.id
        && $0.row.revision == schedule.row.revision && $0.perDay != schedule.perDay
    }
  }

  /// A row of default values; one that is stored already keeps the time of its making.
  static func newRow(
    _ id: String, _ kind: ScheduleKind, on platform: some StorageAccess & ClockAccess
  ) -> ScheduleRow {
    let now = platform.wallMilliseconds
    let old = platform.scheduleRow(id, kind)
    return ScheduleRow(
      id: id, triggerTime: now,
      repeatRule: (kind == .dual ? RepeatRule.custom : .daily).rawValue,
      channelID: kind.channelID, priority: NotificationPriority.default.rawValue, title: "",
      body: "", isSoundEnabled: true, isVibrationEnabled: true, payload: nil,
      createdAt: old?.createdAt ?? now, updatedAt: now, isEnabled: true, kind: kind.rawValue,
      time: "", timezone: nil, revision: old?.revision ?? 0,
      wallMinute: platform.zone.wallMinute(at: now), plannedZone: platform.zone.identifier,
      leadMinutes: nil, rollover: nil)
  }
}
