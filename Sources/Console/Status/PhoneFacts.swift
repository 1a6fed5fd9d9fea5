import CivilTime
import DailyNotification
import DeviceModel

/// What the status rows are made from, read from the phone without running plugin code.
struct PhoneFacts {
  let os: OperatingSystem
  let history: PhoneHistory
  let now: Int64
  let zone: Zone
  /// The occurrence that is due next; nil when nothing is scheduled.
  let nextOccurrence: Int64?
  /// Whether a notification's time has come and it is on its way.
  let isOneDue: Bool
  /// Whether a schedule is switched on.
  let hasSchedule: Bool
  /// What the refresh task may not begin before; nil when none is pending.
  let taskBegin: Int64?
  /// Whether a task is running.
  let isTaskRunning: Bool

  init(_ os: OperatingSystem, _ history: PhoneHistory) {
    self.os = os
    self.history = history
    now = os.wallMilliseconds
    zone = os.zone
    let planned = os.pendingRequests.map(\.content.info.plannedTime)
    nextOccurrence = planned.filter { [now] in $0 > now }.min()
    isOneDue = planned.contains { [now] in $0 <= now }
    hasSchedule = os.storedData.schedules.contains(where: \.isEnabled)
    taskBegin = os.pendingTask(TaskIdentifier.fetch)
    isTaskRunning = !os.scheduler.isIdle
  }

  /// How a stage stands.
  func light(of stage: Stage) -> Light {
    switch stage {
    case .registered: os.process.state.isAlive ? .ok : .off
    case .permitted:
      switch os.authorization {
      case .authorized, .provisional, .ephemeral: .ok
      case .notDetermined: .pending
      case .denied: .error
      }
    case .scheduled: nextOccurrence != nil || isOneDue ? .ok : hasSchedule ? .error : .off
    case .armed: taskBegin != nil || isTaskRunning ? .ok : hasSchedule ? .error : .off
    case .fired where isNextDue || history.fired == .off: hasSchedule ? .pending : .off
    case .fired: history.fired
    case .fetched where isNextDue || history.fetched == .off: isTaskRunning ? .pending : .off
    case .fetched: history.fetched
    case .delivered where isOneDue: .pending
    case .delivered where isNextDue: .off
    case .delivered: history.delivered
    }
  }

  /// Whether the last notification was shown and the next one's task is due already.
  private var isNextDue: Bool {
    guard let begin = taskBegin, begin <= now else { return false }
    return history.belongsToNext(begin: begin)
  }
}
