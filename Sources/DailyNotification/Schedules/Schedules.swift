import CivilTime

/// The stored schedules: reads and remembers them.
///
/// What the rows decode to is remembered while neither they nor what they depend on changes.
struct Schedules: Sendable {
  private var read: [Schedule] = []
  /// What they were read from; nil before the first time.
  private var source: Source?

  /// What schedules are read from.
  private struct Source: Hashable {
    /// The change numbers of the stored rows and of the ledger, which says how far each is
    /// accounted for.
    let rows: Int
    let ledger: Int
    let zone: Zone
    let perDayMax: Int64

    init(
      _ ledger: Ledger, perDayMax: Int64, on platform: borrowing some StorageAccess & ClockAccess
    ) {
      rows = platform.revisions.schedules
      self.ledger = ledger.revision
      zone = platform.zone
      self.perDayMax = perDayMax
    }
  }

  /// The schedules as read last, with those read again whose row or mark has changed.
  ///
  /// Nil where they have to be decoded: in another zone or with another limit, other rows, or one
  /// that may decode to something else.
  mutating func known(
    _ ledger: Ledger, perDayMax: Int64, on platform: inout some StorageAccess & ClockAccess
  ) -> [Schedule]? {
    let now = Source(ledger, perDayMax: perDayMax, on: platform)
    if source == now { return read }
    guard let source, source.zone == now.zone, source.perDayMax == perDayMax else { return nil }
    let rows = platform.scheduleRows
    var index = 0
    for row in rows.indices where rows[row].isEnabled {
      guard index < read.count, let page = ledger.index(of: read[index], near: index) else {
        return nil
      }
      let (known, settled) = (read[index], ledger.mark(page))
      if known.row != rows[row] || known.settled != settled {
        guard known.revision == rows[row].revision,
          known.decodesAlike(rows[row], perDay: known.perDay, in: now.zone)
        else { return nil }
        read[index] = Schedule(known, row: rows[row], settled: settled)
      }
      index += 1
    }
    guard index == read.count else { return nil }
    self.source = now
    return read
  }

  /// Remembers what the rows decode to.
  mutating func remember(
    _ schedules: [Schedule], _ ledger: Ledger, perDayMax: Int64,
    on platform: borrowing some StorageAccess & ClockAccess
  ) {
    read = schedules
    source = Source(ledger, perDayMax: perDayMax, on: platform)
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
