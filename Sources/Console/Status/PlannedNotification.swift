import DailyNotification
import DeviceModel

/// A pending request as the status shows it: its kind, and when it fires.
struct PlannedNotification: Hashable {
  let kind: ScheduleKind
  /// Which occurrence it stands for, in milliseconds since the Unix epoch.
  let plannedTime: Int64
  /// Where its text comes from as it is now.
  let source: ContentSource
  /// When it fires, in milliseconds since the Unix epoch.
  let time: Int64
  /// Whether it is overdue: its trigger has passed, and the system has yet to show it.
  let isDue: Bool

  /// Reads a pending notification.
  init(_ pending: PendingNotification, _ os: OperatingSystem) {
    kind = pending.content.info.kind
    plannedTime = pending.content.info.plannedTime
    source = pending.content.info.source
    time = pending.triggerMilliseconds
    isDue = pending.isOverdue || time <= os.wallMilliseconds
  }
}

extension ScheduleKind {
  /// The kind in a word: daily, reminder, dual.
  var word: String { rawValue.lowercased() }
}
