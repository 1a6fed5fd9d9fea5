import DailyNotification
import DeviceModel
import History
import Scenarios

/// The one notification that the stages belong to.
struct TrackedNotification: Hashable {
  /// Where it stands.
  enum State: Hashable {
    /// It is armed only after its fetch.
    case awaitingFetch
    case armed(PlannedNotification)
    case shown(StatusHistory.Delivery)
    case lost(LossCause)
  }

  let kind: ScheduleKind
  /// The schedule's name among all kinds.
  let id: String
  /// What it is planned for, in milliseconds since the Unix epoch.
  let time: Int64
  let state: State

  init(_ plan: PlannedNotification) {
    (kind, id) = (plan.kind, LostNotification.id(plan.kind, plan.scheduleID))
    (time, state) = (plan.time, .armed(plan))
  }

  init(_ delivery: StatusHistory.Delivery) {
    (kind, id, time) = (delivery.kind, delivery.id, delivery.plannedTime)
    state = .shown(delivery)
  }

  init(_ lost: LostNotification) {
    (kind, id, time, state) = (lost.kind, lost.id, lost.planned, .lost(lost.cause))
  }

  /// The dual notification that waits for its fetch.
  init(awaitingFetchAt time: Int64) {
    // There is one dual schedule.
    (kind, id) = (.dual, LostNotification.id(.dual, ""))
    (self.time, state) = (time, .awaitingFetch)
  }

  /// Whether its time has come and the system has yet to show it.
  var isDue: Bool { if case .armed(let plan) = state { plan.isDue } else { false } }

  /// When it was shown; what it was planned for where it was not, in milliseconds since the Unix
  /// epoch.
  var cameAt: Int64 {
    if case .shown(let delivery) = state { delivery.wallMilliseconds } else { time }
  }
}
