import CivilTime
import JSONText

/// A stored schedule, decoded: its row, when it fires and in which zone.
///
/// Immutable and shared: every entry walks over the schedules, and copying nine strings each
/// would cost more than the walk (see `docs/performance.md`).
public final class Schedule: Sendable {
  let row: ScheduleRow
  let kind: ScheduleKind
  let recurrence: Recurrence
  let zone: Zone
  let priority: NotificationPriority
  let url: String?
  /// The name by which the system knows the next occurrence.
  let identifier: String
  /// How many occurrences of a date are allowed; the first ones of it.
  let perDay: Int

  /// The same schedule with a changed row; kind, time, zone, priority and link must be the same.
  init(_ schedule: Schedule, row: ScheduleRow) {
    self.row = row
    kind = schedule.kind
    recurrence = schedule.recurrence
    zone = schedule.zone
    priority = schedule.priority
    url = schedule.url
    identifier = schedule.identifier
    perDay = schedule.perDay
  }

  /// The same schedule in another zone.
  init(_ schedule: Schedule, zone: Zone) {
    row = schedule.row
    kind = schedule.kind
    recurrence = schedule.recurrence
    self.zone = zone
    priority = schedule.priority
    url = schedule.url
    identifier = schedule.identifier
    perDay = schedule.perDay
  }

  /// Decodes a row; nil when a column holds something that no schedule has.
  init?(_ row: ScheduleRow, perDay: Int, on platform: inout some ClockAccess) {
    guard let kind = ScheduleKind(rawValue: row.kind),
      let recurrence = Recurrence(row, kind: kind),
      let priority = NotificationPriority(rawValue: row.priority)
    else { return nil }
    if let name = row.timezone {
      guard let zone = platform.zone(named: name) else { return nil }
      self.zone = zone
    } else {
      zone = platform.zone
    }
    if let payload = row.payload {
      guard let value = try? JSONParser.parse(payload) else { return nil }
      url = value["url"]?.stringValue
    } else {
      url = nil
    }
    self.row = row
    self.kind = kind
    self.recurrence = recurrence
    self.priority = priority
    identifier = OccurrenceIdentifier(kind, row.id).text
    self.perDay = perDay
  }

  /// The payload column that holds a link.
  static func payload(_ url: String) -> String {
    JSONValue.object(["url": .string(url)]).canonicalText
  }

  static let defaultTitle = "Daily Notification"
  static let defaultBody = "Your daily update is ready."

  /// The first occurrence strictly after a time that is neither accounted for nor fired already.
  ///
  /// A clock that was set back does not bring back what has fired.
  func nextOccurrence(after time: Int64) -> Occurrence? {
    let due = due
    if due.time > time { return recurrence.allowed(due, perDay: perDay, in: zone) }
    return recurrence.isOnce ? nil : firstOccurrence(after: time)
  }

  /// The first occurrence strictly after a time, fired already or not.
  func firstOccurrence(after time: Int64) -> Occurrence? {
    recurrence.first(after: time, in: zone).flatMap {
      recurrence.allowed($0, perDay: perDay, in: zone)
    }
  }

  /// The occurrence that follows another.
  func occurrence(after occurrence: Occurrence) -> Occurrence? {
    recurrence.next(after: occurrence, in: zone).flatMap {
      recurrence.allowed($0, perDay: perDay, in: zone)
    }
  }

  /// Whether an occurrence is one of the first of its date that may fire.
  func isAllowed(_ occurrence: Occurrence) -> Bool {
    recurrence.allowed(occurrence, perDay: perDay, in: zone) == occurrence
  }

  /// The earliest occurrence that is not accounted for.
  ///
  /// In another zone than it was planned in, it is the one with the same wall time.
  var due: Occurrence {
    let stored = Occurrence(time: row.triggerTime, wallMinute: row.wallMinute)
    if row.plannedZone == zone.identifier { return stored }
    return recurrence.occurrence(wallMinute: row.wallMinute, in: zone)
      ?? firstOccurrence(after: row.triggerTime) ?? stored
  }

  /// The lead of its prefetch in milliseconds; nil as configured.
  var leadMilliseconds: Int64? { row.leadMinutes.map { $0 * 60_000 } }

  /// Whether two occurrences can have the same wall minute: wildcards, in the repeated hour.
  private var isAmbiguous: Bool {
    if case .cron(let expression) = recurrence { expression.isWildcard } else { false }
  }

  /// Whether a notification stands for one of this schedule's occurrences.
  func isFor(_ info: RequestInfo, _ occurrence: Occurrence) -> Bool {
    info.wallMinute == occurrence.wallMinute && owns(info)
      && (!isAmbiguous || info.plannedTime == occurrence.time)
  }

  /// Whether a notification belongs to this schedule.
  func owns(_ info: RequestInfo) -> Bool {
    info.kind == kind && info.scheduleID == row.id
  }
}

extension Recurrence {
  /// Reads the columns that say when; nil when they do not.
  init?(_ row: ScheduleRow, kind: ScheduleKind) {
    switch kind {
    case .daily:
      guard let time = TimeOfDay(row.time) else { return nil }
      self = .daily(time)
    case .reminder:
      guard let time = TimeOfDay(row.time) else { return nil }
      self = row.repeatRule == RepeatRule.none.rawValue ? .once(time) : .daily(time)
    case .dual:
      guard let expression = try? CronExpression(row.time) else { return nil }
      self = .cron(expression)
    }
  }
}
