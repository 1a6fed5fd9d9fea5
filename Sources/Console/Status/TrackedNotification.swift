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
    case shown(Showing)
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

  init(_ showing: Showing) {
    (kind, id, time) = (showing.kind, showing.scheduleID, showing.planned)
    state = .shown(showing)
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
    if case .shown(let showing) = state { showing.point.wallMilliseconds } else { time }
  }
}

extension Showing {
  /// Green with content, or with a reminder's own text; yellow with default text.
  var light: Light { source == .default && kind != .reminder ? .pending : .ok }
}
