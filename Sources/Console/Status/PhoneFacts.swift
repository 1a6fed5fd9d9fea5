import CivilTime
import DailyNotification
import DeviceModel
import JSONText

/// What the status rows are made of, read from the phone without running plugin code.
struct PhoneFacts {
  let os: OperatingSystem
  let history: StatusHistory
  let now: Int64
  let zone: Zone
  /// The pending notifications, each with when it fires.
  let plans: [PlannedNotification]
  /// The notification that fires next; nil when none is pending.
  let next: PlannedNotification?
  /// Whether a notification is overdue.
  let isOneDue: Bool
  /// Whether a schedule is switched on.
  let hasSchedule: Bool
  /// Whether a schedule needs content to be fetched.
  let wantsFetch: Bool
  /// The earliest begin date of the refresh task; nil when none is pending.
  let taskBegin: Int64?
  /// Whether a task is running.
  let isTaskRunning: Bool

  init(_ os: OperatingSystem, _ history: StatusHistory) {
    self.os = os
    self.history = history
    now = os.wallMilliseconds
    zone = os.zone
    plans = os.pending.map { PlannedNotification($0, os) }
    next = plans.filter { !$0.isDue }.min { $0.time < $1.time }
    isOneDue = plans.contains(where: \.isDue)
    hasSchedule = os.storedData.schedules.contains(where: \.isEnabled)
    wantsFetch = os.storedData.wantsDailyFetch || os.storedData.wantsDualFetch
    taskBegin = os.backgroundWork.prefetch?.beginDate
    isTaskRunning = os.isBackgroundWorkRunning
  }

  /// When the next notification fires; nil when none is pending.
  var nextOccurrence: Int64? { next?.time }

  /// Whether a notification for which content may be fetched is overdue.
  private var isCycleDue: Bool { plans.contains { $0.isDue && $0.kind != .reminder } }

  /// The light of a stage.
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
    case .armed: taskBegin != nil || isTaskRunning ? .ok : wantsFetch ? .error : .off
    case .fired where isNextDue || history.fired == .off: wantsFetch ? .pending : .off
    case .fired: history.fired
    case .fetched where isNextDue || history.fetched == .off: isTaskRunning ? .pending : .off
    case .fetched: history.fetched
    case .delivered where isCycleDue: .pending
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

extension DeviceStorage {
  /// Whether content is fetched for a daily notification.
  fileprivate var wantsDailyFetch: Bool {
    schedules.contains { $0.isEnabled && $0.kind == ScheduleKind.daily.rawValue }
  }

  /// Whether the dual schedule fetches content.
  fileprivate var wantsDualFetch: Bool {
    guard case .text(let text)? = value(.dualConfiguration),
      let stored = try? JSONParser.parse(text)
    else { return false }
    return stored["isPaused"]?.boolValue != true
      && stored["contentFetch"]?["enabled"]?.boolValue == true
  }
}
