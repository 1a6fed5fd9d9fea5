import CivilTime
import JSONText

/// A stored daily schedule, decoded: its row, its wall time and its zone.
///
/// Immutable and shared: every entry walks over the schedules, and copies of nine texts each would
/// cost more than the walk (see `docs/performance.md`).
final class DailySchedule: Sendable {
  let row: ScheduleRow
  let time: TimeOfDay
  let zone: Zone
  let priority: NotificationPriority
  let url: String?

  /// The same schedule with a changed row; time, zone, priority and link must be the same.
  init(_ schedule: DailySchedule, row: ScheduleRow) {
    self.row = row
    time = schedule.time
    zone = schedule.zone
    priority = schedule.priority
    url = schedule.url
  }

  /// Decodes a row; nil when a column holds something that no schedule has.
  init?(_ row: ScheduleRow, on platform: inout some Platform) {
    guard row.kind == DailySchedule.kind, let time = TimeOfDay(row.time),
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
    self.time = time
    self.priority = priority
  }

  /// The payload column that holds a link.
  static func payload(_ url: String) -> String {
    JSONValue.object(["url": .string(url)]).canonicalText
  }

  static let kind = "DAILY"
  static let prefix = "daily_"
  static let defaultTitle = "Daily Notification"
  static let defaultBody = "Your daily update is ready."

  /// The identifier of the request for the next occurrence.
  var identifier: String { DailySchedule.prefix + row.id }

  /// The identifier of the reserve for a date.
  func reserveIdentifier(_ date: CivilDate) -> String {
    "\(DailySchedule.prefix)\(row.id)_\(date.text)"
  }

  /// The first occurrence strictly after a time, in milliseconds since the Unix epoch.
  func nextOccurrence(after time: Int64) -> Int64? {
    zone.nextOccurrence(of: self.time, after: time)
  }

  /// Whether a request of this schedule is a reserve: its identifier carries a date.
  func isReserve(_ request: NotificationRequest) -> Bool {
    request.identifier.utf8.count > row.id.utf8.count + DailySchedule.prefix.utf8.count
  }

  /// The trigger that fires at an occurrence; it floats when the schedule names no zone.
  func trigger(at occurrence: Int64) -> NotificationTrigger {
    .calendar(WallTime(date: zone.date(at: occurrence), time: time), zone: row.timezone)
  }

  /// Whether a request for one of this schedule's occurrences has the trigger it would get now.
  func hasTrigger(at index: Int, in pending: [NotificationRequest]) -> Bool {
    guard case .calendar(let wallTime, let zone) = pending[index].trigger else { return false }
    return wallTime.hour == time.hour && wallTime.minute == time.minute && zone == row.timezone
  }

  /// Whether a request shows this schedule's default text in its present manners.
  func hasDefaultContent(at index: Int, in pending: [NotificationRequest]) -> Bool {
    let content = pending[index].content
    return content.info.source == .default && content.title == row.title
      && content.body == row.body && content.hasSound == row.isSoundEnabled
      && content.priority == priority && content.info.url == url
  }

  /// The default text's content for an occurrence.
  func defaultContent(_ occurrence: Int64) -> NotificationContent {
    content(
      title: row.title, body: row.body,
      info: RequestInfo(
        scheduleID: row.id, plannedTime: occurrence, source: .default, fetchedAt: nil, url: url))
  }

  /// Content of this schedule's looks and manners around a title and a body.
  func content(title: String, body: String, info: RequestInfo) -> NotificationContent {
    NotificationContent(
      title: title, body: body, hasSound: row.isSoundEnabled, priority: priority,
      categoryIdentifier: Plugin.category, info: info)
  }

  /// The place of the request that stands for a planned one; the search begins at a place.
  func index(
    of planned: PlannedRequest, in pending: [NotificationRequest], from hint: Int
  ) -> Int? {
    for offset in pending.indices {
      let index = hint + offset < pending.count ? hint + offset : hint + offset - pending.count
      if pending[index].content.info.plannedTime == planned.occurrence,
        isReserve(pending[index]) == planned.isReserve,
        pending[index].content.info.scheduleID == row.id
      {
        return index
      }
    }
    return nil
  }

  /// Whether the next occurrence must keep its reserve: the schedule's own identifier is taken by a
  /// request that the system has yet to show, or the reserve is about to fire.
  func isNextHeld(now: Int64, _ pending: [NotificationRequest]) -> Bool {
    let limit = now + Plugin.settledMilliseconds
    for index in pending.indices
    where pending[index].content.info.plannedTime <= limit
      && pending[index].content.info.scheduleID == row.id
    {
      let isOverdue = pending[index].content.info.plannedTime <= now
      if isOverdue != isReserve(pending[index]) { return true }
    }
    return false
  }
}
