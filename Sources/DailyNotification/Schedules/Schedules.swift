import CivilTime

/// The stored schedules: reads, follows and writes their rows.
///
/// What the rows decode to is remembered while neither they nor what they depend on changes.
struct Schedules: Sendable {
  private struct Reading: Sendable {
    let rows: [ScheduleRow]
    let zone: String
    let perDayMax: Int64
    let schedules: [Schedule]
  }

  private var last: Reading?

  /// The schedules as read last; nil when rows, zone or limit are others now.
  func known(
    perDayMax: Int64, on platform: some StorageAccess & ClockAccess
  ) -> [Schedule]? {
    guard let last, last.rows == platform.scheduleRows, last.zone == platform.zone.identifier,
      last.perDayMax == perDayMax
    else { return nil }
    return last.schedules
  }

  /// Remembers what the rows decode to.
  mutating func remember(
    _ schedules: [Schedule], perDayMax: Int64, on platform: some StorageAccess & ClockAccess
  ) {
    last = Reading(
      rows: platform.scheduleRows, zone: platform.zone.identifier, perDayMax: perDayMax,
      schedules: schedules)
  }

  /// A row as a schedule; nil when it does not decode.
  static func decoded(
    _ row: ScheduleRow, perDayMax: Int64, on platform: inout some StorageAccess & ClockAccess
  ) -> Schedule? {
    Schedule(row, perDay: perDay(row, perDayMax, on: platform), on: &platform)
  }

  /// How many notifications of a date are left to a schedule that can fire often a day.
  ///
  /// Every other schedule has its one; `maxNotificationsPerDay` leaves at least one.
  static func perDay(
    _ row: ScheduleRow, _ perDayMax: Int64, on platform: some StorageAccess
  ) -> Int {
    let others = platform.scheduleRows.count {
      $0.isEnabled && !($0.id == row.id && $0.kind == row.kind)
    }
    return max(1, Int(perDayMax) - others)
  }

  /// Works out again when schedules fire that were planned in another zone; true if any was.
  ///
  /// Each stays at its occurrence by wall time: what has fired on a date does not fire on it
  /// again, wherever the phone is by then.
  static func followZone(
    _ schedules: [Schedule], on platform: inout some StorageAccess & LogAccess
  ) -> Bool {
    var hasMoved = false
    for schedule in schedules where schedule.row.plannedZone != schedule.zone.identifier {
      var row = schedule.row
      let moved = schedule.due
      // What was armed has moved along, an hour more or less at a change of clocks.
      let slack: Int64 = row.armedThrough >= row.triggerTime ? 2 * 3_600_000 : 0
      row.armedThrough += moved.time - row.triggerTime + slack
      row.triggerTime = moved.time
      row.wallMinute = moved.wallMinute
      row.plannedZone = schedule.zone.identifier
      if platform.store(row) {
        platform.log(.zoneFollowed(id: row.id, zone: row.plannedZone, next: row.triggerTime))
        hasMoved = true
      }
    }
    return hasMoved
  }

  /// Stores rows whose next or last armed occurrence has changed.
  ///
  /// `armedThrough` is parallel to the schedules, or empty while nothing may be armed.
  static func storeProgress(
    of schedules: [Schedule], armedThrough: [Int64],
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) {
    for index in schedules.indices {
      let schedule = schedules[index]
      let earlier = schedule.row.armedThrough
      // Until an occurrence is accounted for, it counts how far it was armed at its time.
      let isDue = schedule.row.triggerTime <= platform.wallMilliseconds
      let planned = armedThrough.isEmpty ? earlier : armedThrough[index]
      let armed = isDue ? min(earlier, planned) : planned
      let isChanged = platform.scheduleRows.contains {
        $0.isNamed(schedule.row.id, schedule.kind)
          && ($0.armedThrough != armed || $0.triggerTime != schedule.row.triggerTime)
      }
      guard isChanged else { continue }
      var row = schedule.row
      row.armedThrough = armed
      _ = platform.store(row)
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
      time: "", timezone: nil, armedThrough: now,
      wallMinute: platform.zone.wallMinute(at: now), plannedZone: platform.zone.identifier,
      leadMinutes: nil)
  }
}
