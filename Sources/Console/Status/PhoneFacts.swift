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
  /// When the dual notification fires that is armed only after its fetch; nil where none waits.
  let awaitingFetch: Int64?
  /// Whether a schedule needs content to be fetched.
  let wantsFetch: Bool
  /// The earliest begin date of the refresh task; nil when none is pending.
  let taskBegin: Int64?
  /// Whether a task is running.
  let isTaskRunning: Bool
  /// Whether the host has to register a fetcher, and has not since the app's start.
  let isFetcherMissing: Bool

  init(_ device: Device, _ history: StatusHistory) {
    let os = device.os
    self.os = os
    isFetcherMissing = device.app?.isFetcherMissing ?? false
    self.history = history
    now = os.wallMilliseconds
    zone = os.zone
    plans = os.pending.filter(\.content.info.isOccurrence).map { PlannedNotification($0, os) }
    next = plans.filter { !$0.isDue }.min { $0.time < $1.time }
    isOneDue = plans.contains(where: \.isDue)
    hasSchedule = os.storedData.schedules.contains(where: \.isEnabled)
    let isDualPending = plans.contains { $0.kind == .dual }
    awaitingFetch =
      isDualPending || os.configuration.knobs.plugin.dualMode == .replace
        || !os.storedData.wantsDualFetch
      ? nil
      : os.storedData.schedules.first { $0.isEnabled && $0.kind == ScheduleKind.dual.rawValue }?
        .triggerTime
    wantsFetch = os.storedData.wantsDailyFetch || os.storedData.wantsDualFetch
    taskBegin = os.backgroundWork.prefetch?.beginDate
    isTaskRunning = os.isBackgroundWorkRunning
  }

  /// When the next notification fires; nil when none is pending.
  var nextOccurrence: Int64? { next?.time }

  /// Whether what is pending can be shown.
  var isDenied: Bool { os.authorization == .denied }

  /// Why nothing is armed of what is stored, and what arms it.
  var notArmed: String {
    guard os.isAndroid else { return "stored, but no request is pending" }
    if !os.android.exactAlarms.isGranted {
      return "stored; no exact alarms · :setExactAlarm granted"
    }
    return "stored, but no alarm is set" + (os.wayToAlarms.map { " · \($0)" } ?? "")
  }

  /// The notification that the stages belong to; nil where there is none.
  ///
  /// One for which content is fetched goes before a reminder. The last one shown stays until the
  /// task of the next one is due or runs, or a schedule starts over.
  var tracked: TrackedNotification? {
    let fetchable = plans.filter { $0.kind != .reminder }
    let plan = (fetchable.isEmpty ? plans : fetchable)
      .min { ($0.isDue ? 0 : 1, $0.time) < ($1.isDue ? 0 : 1, $1.time) }
    let last = history.lastDelivery
    if let last, plan?.isDue != true, history.delivered != .off, !isNextDue {
      return TrackedNotification(last)
    }
    return plan.map(TrackedNotification.init) ?? last.map(TrackedNotification.init)
  }

  /// The light of a stage of the tracked notification.
  func light(of stage: Stage) -> Light { light(of: stage, tracked) }

  /// The light of a stage of a notification.
  func light(of stage: Stage, _ tracked: TrackedNotification?) -> Light {
    switch stage {
    case .registered: os.process.state.isAlive ? .ok : .off
    case .permitted:
      switch os.authorization {
      case .authorized, .provisional, .ephemeral: .ok
      case .notDetermined: .pending
      case .denied: .error
      }
    case .scheduled:
      tracked == nil
        ? awaitingFetch != nil ? .pending : hasSchedule ? .error : .off
        : isDenied ? .error : .ok
    case .armed: armed(tracked)
    case .fired where tracked?.isFetchable == false: .off
    case .fired where isNextDue || history.fired == .off: wantsFetch ? .pending : .off
    case .fired: history.fired
    case .fetched: fetched(tracked)
    case .delivered:
      tracked?.delivery?.light ?? (tracked?.isDue == true ? .pending : notDelivered)
    }
  }

  private func armed(_ tracked: TrackedNotification?) -> Light {
    if tracked?.isFetchable == false { return .off }
    if taskBegin != nil || isTaskRunning { return .ok }
    if let tracked, tracked.source != .default { return .ok }
    return wantsFetch ? .error : .off
  }

  /// Green only for content that the notification has, red where its fetch failed.
  private func fetched(_ tracked: TrackedNotification?) -> Light {
    guard let tracked, tracked.isFetchable else { return .off }
    if tracked.source != .default { return .ok }
    if isTaskRunning, tracked.delivery == nil { return .pending }
    if let delivery = tracked.delivery { return delivery.hasFetchFailed ? .error : .off }
    if isNextDue { return .off }
    // Content that was fetched and is not the notification's was of no use to it.
    return history.fetched == .ok ? .pending : history.fetched
  }

  /// A notification on its way has no last stage yet; one that was not shown has failed.
  private var notDelivered: Light { history.delivered == .error ? .error : .off }

  /// Whether the last notification was shown and the next one's task is due already.
  private var isNextDue: Bool {
    guard let begin = taskBegin, begin <= now else { return false }
    return history.belongsToNext(begin: begin)
  }
}

extension OperatingSystem {
  /// What sets the alarms of stored schedules again; nil where no verb is sure to.
  ///
  /// A boot arms them after the first unlocking, where a receiver hears of it; else the app does
  /// when it is opened, which an app that was stopped must be.
  fileprivate var wayToAlarms: String? {
    let isBooted = power.isPoweredOn && android.install.isBootCompleted
    let isOpened = android.install.isStopped || !isBooted && !armsAfterBoot
    if isOpened {
      return power.isPoweredOn && !power.isLocked ? ":launch" : "\(wayToUnlock), then :launch"
    }
    return power.isPoweredOn && power.hasBeenUnlocked ? nil : wayToUnlock
  }

  /// Whether a receiver of the app hears of the end of a boot, after the first unlock.
  var armsAfterBoot: Bool {
    switch configuration.knobs.bootBroadcast {
    case .sent: android.manifest.receives(.bootCompleted, isUnlocked: true)
    case .never: false
    }
  }

  /// What unlocks the phone, from wherever it is.
  fileprivate var wayToUnlock: String { power.isPoweredOn ? ":unlock" : ":powerOn, then :unlock" }

  /// What brings an app to the screen that does not run, from wherever the phone is.
  var wayToOpen: String {
    power.isPoweredOn && !power.isLocked ? ":launch opens it" : "\(wayToUnlock), then :launch"
  }
}

extension DeviceStorage {
  /// Whether content is fetched for a daily notification.
  fileprivate var wantsDailyFetch: Bool {
    schedules.contains { $0.isEnabled && $0.kind == ScheduleKind.daily.rawValue }
  }

  /// Whether the dual schedule fetches content.
  var wantsDualFetch: Bool {
    guard case .text(let text)? = value(.dualConfiguration),
      let stored = try? JSONParser.parse(text)
    else { return false }
    return stored["isPaused"]?.boolValue != true
      && stored["contentFetch"]?["enabled"]?.boolValue == true
  }
}
