import CivilTime
import DailyNotification

extension NotificationRequest {
  /// A request as the plugin makes it for the schedule `daily`, which is a daily one unless told
  /// otherwise.
  static func planted(
    _ identifier: String, at time: Int64, plannedAt planned: Int64? = nil,
    source: ContentSource = .default, fetchedAt: Int64? = nil, kind: ScheduleKind = .daily,
    revision: Int64 = 0, wallMinute: Int64? = nil
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: identifier, trigger: .calendar(Zone.utc.wallTime(at: time), zone: nil),
      content: NotificationContent(
        title: "Title", body: "Body", hasSound: true, priority: .default,
        categoryIdentifier: NotificationContent.category,
        info: RequestInfo(
          kind: kind, scheduleID: "daily", revision: revision, plannedTime: planned ?? time,
          wallMinute: wallMinute ?? time / 60_000, source: source, fetchedAt: fetchedAt, url: nil)))
  }
}
