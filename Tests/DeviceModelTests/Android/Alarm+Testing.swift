import DailyNotification

@testable import DeviceModel

extension Alarm {
  /// An alarm with default text at a wall time.
  static func at(
    _ time: Int64, _ identifier: String = "a", _ call: Alarm.Call = .alarmClock
  ) -> Alarm {
    Alarm(identifier: identifier, time: time, call: call, payload: .text(plannedTime: time))
  }
}

extension NotificationContent {
  /// Default text for an occurrence.
  static func text(plannedTime: Int64 = start) -> NotificationContent {
    NotificationContent(
      title: "Title", body: "Body", hasSound: true, priority: .default,
      categoryIdentifier: NotificationContent.category,
      info: RequestInfo(
        kind: .daily, scheduleID: "daily", plannedTime: plannedTime,
        wallMinute: plannedTime / 60_000, source: .default, fetchedAt: nil, url: nil))
  }
}
