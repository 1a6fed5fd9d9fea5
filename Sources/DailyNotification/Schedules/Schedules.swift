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

  /// The schedules as read last; nil when rows, zone, limit or marks are others now.
  func known(
    _ ledger: Ledger, perDayMax: Int64, on platform: borrowing some StorageAccess & ClockAccess
  ) -> [Schedule]? {
    guard ledgerVersion == ledger.version, self.perDayMax == perDayMax, let rows,
      rows == platform.scheduleRows, zone == platform.zone
    else { return nil }
    return read
  }

  /// Remembers what the rows decode to.
  mutating func remember(
    _ schedules: [Schedule], _ ledger: Ledger, perDayMax: Int64,
    on platform: borrowing some StorageAccess & ClockAccess
  ) {
    rows = platform.scheduleRows
    zone = platform.zone
    self.perDayMax = perDayMax
    ledgerVersion = ledger.version
    read = schedules
  }

  /// A row is about to be written: held on to here, all rows would be copied for that.
  ///
  /// What they decode to is still known, row by row.
  mutating func willWrite() { rows = nil }

  /// The schedule of a place as read last; nil where its row, mark, zone or limit is another now.
  func unchanged(
    _ rows: [ScheduleRow], _ index: Int, at place: Int, _ ledger: Ledger, perDay: Int, in zone: Zone
  ) -> Schedule? {
    guard place < read.count else { return nil }
    let known = read[place]
    guard rows.isRow(index, thatOf: known), known.perDay == perDay,
      known.row.timezone != nil || known.zone == zone,
      ledger.isMark(known.settled, of: known, near: place)
    else { return nil }
    return known
  }

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
  ///
  /// Every other schedule has its one; `maxNotificationsPerDay` leaves at least one.
  static func perDay(
    _ row: ScheduleRow, _ perDayMax: Int64, on platform: some StorageAccess
  ) -> Int {
    let rows = platform.scheduleRows
    var others = 0
    for index in rows.indices
    where rows[index].isEnabled && !(rows[index].id == row.id && rows[index].kind == row.kind) {
      others += 1
    }
    return max(1, Int(perDayMax) - others)
  }

  /// The same for each of the rows that are enabled.
  static func perDay(_ rows: [ScheduleRow], _ perDayMax: Int64) -> Int {
    var others = -1
    for index in rows.indices where rows[index].isEnabled { others += 1 }
    return max(1, Int(perDayMax) - others)
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
      leadMinutes: nil)
  }
}

extension [ScheduleRow] {
  /// Whether the row at a place is equal to a schedule's.
  ///
  /// It compares member by member, since `==` would copy both rows. A row has no other members.
  func isRow(_ index: Int, thatOf schedule: Schedule) -> Bool {
    self[index].writeCount == schedule.row.writeCount
      && self[index].triggerTime == schedule.row.triggerTime
      && self[index].wallMinute == schedule.row.wallMinute
      && self[index].revision == schedule.row.revision
      && self[index].createdAt == schedule.row.createdAt
      && self[index].updatedAt == schedule.row.updatedAt
      && self[index].leadMinutes == schedule.row.leadMinutes
      && self[index].isEnabled == schedule.row.isEnabled
      && self[index].isSoundEnabled == schedule.row.isSoundEnabled
      && self[index].isVibrationEnabled == schedule.row.isVibrationEnabled
      && self[index].id == schedule.row.id && self[index].kind == schedule.row.kind
      && self[index].time == schedule.row.time && self[index].timezone == schedule.row.timezone
      && self[index].repeatRule == schedule.row.repeatRule
      && self[index].channelID == schedule.row.channelID
      && self[index].priority == schedule.row.priority && self[index].title == schedule.row.title
      && self[index].body == schedule.row.body && self[index].payload == schedule.row.payload
      && self[index].plannedZone == schedule.row.plannedZone
  }
}
