import DailyNotification
import DeviceModel

/// The one notification that the stages belong to: the one on its way, else the last one that came.
struct TrackedNotification: Hashable {
  let kind: ScheduleKind
  /// What it is planned for, in milliseconds since the Unix epoch.
  let time: Int64
  /// Where its text comes from as it is now.
  let source: ContentSource
  /// How it was shown; nil while it is on its way.
  let delivery: StatusHistory.Delivery?
  /// Whether its time has come and the system has yet to show it.
  let isDue: Bool
  /// Whether the system did not show it.
  let hasFailed: Bool

  /// A notification that is pending.
  init(_ plan: PlannedNotification) {
    kind = plan.kind
    time = plan.plannedTime
    source = plan.source
    delivery = nil
    isDue = plan.isDue
    hasFailed = false
  }

  /// A notification that was shown.
  init(_ delivery: StatusHistory.Delivery) {
    kind = delivery.kind
    time = delivery.plannedTime
    source = delivery.source
    self.delivery = delivery
    isDue = false
    hasFailed = false
  }

  /// A notification that the system did not show.
  init(_ failure: StatusHistory.Failure) {
    kind = failure.kind
    time = failure.plannedTime
    source = failure.source
    delivery = nil
    isDue = false
    hasFailed = true
  }

  /// Whether content is fetched for it.
  var isFetchable: Bool { kind != .reminder }
}
