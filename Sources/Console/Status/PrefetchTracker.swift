import DailyNotification
import DeviceModel
import SimulationCore

/// What decides whether the prefetch can run, followed record by record.
///
/// It says at once why a notification that is shown now has no content; `y` has the whole chain.
struct PrefetchTracker: Hashable, Sendable {
  private(set) var power = PowerMachine.State.unlocked
  private(set) var process = ProcessMachine.State.notRunning
  private(set) var isRefreshOff = false
  private(set) var isPowerSavingOn = false
  /// The begin date of the pending task, in milliseconds since the Unix epoch.
  private(set) var taskBegin: Int64?
  /// The phone's platform.
  private(set) var platform = DevicePlatform.ios
  private var isStopped = false
  private var isDozing = false
  private var isOffline = false
  private var isExempt = false
  private var isTaskRunning = false
  /// How the last fetch since the last notification ended; nil when there was none.
  private var fetch: Fetch?

  private enum Fetch: Hashable {
    case succeeded
    case failed(FailureReason)
  }

  /// What holds a due task back; nil when the system may run it.
  var hold: PrefetchHold? {
    if power == .off { return .phoneOff }
    if power == .beforeFirstUnlock { return .lockedSinceStart }
    switch platform {
    case .ios:
      if process == .forceQuit { return .forceQuit }
      if isRefreshOff { return .refreshOff }
      if isPowerSavingOn { return .lowPower }
      return process.isOnScreen ? .appInFront : nil
    case .android:
      if isStopped { return .stopped }
      if isOffline { return .offline }
      if process.isOnScreen { return nil }
      if isDozing { return .doze }
      return isPowerSavingOn && !isExempt ? .batterySaver : nil
    }
  }

  /// Why a notification that is shown at a time of the wall clock has no content.
  func reason(at time: Int64) -> MissingContent {
    if case .failed(let reason)? = fetch { return .fetchFailed(reason) }
    if isTaskRunning { return .fetchUnderWay }
    if fetch == .succeeded { return .contentGone }
    guard let taskBegin else { return .noTask }
    if taskBegin > time { return .taskNotDue }
    return hold.map { .held($0) } ?? .taskLate
  }

  /// Takes a record in.
  mutating func read(_ payload: DeviceRecord) {
    switch payload {
    case .power(.changed(let state)): power = state
    case .process(.changed(let state)):
      process = state
      if !state.isAlive { isTaskRunning = false }
    case .command(.began(let configuration)): platform = configuration.platform
    case .command(.performed(let command)): read(command)
    case .android(.stoppedChanged(let isStopped)): self.isStopped = isStopped
    case .android(.dozeChanged(let phase)): isDozing = phase == .idle
    case .task(.submitted(let identifier, let begin, _, _)):
      if OperatingSystem.isPrefetch(identifier) { taskBegin = begin }
    case .task(.cancelled(let identifier, _)):
      if OperatingSystem.isPrefetch(identifier) { taskBegin = nil }
    case .task(.launched(let task)) where task.isPrefetch:
      taskBegin = nil
      isTaskRunning = true
    case .task(.expired(let task)), .task(.completed(let task, _)), .task(.lost(let task)):
      if task.isPrefetch { isTaskRunning = false }
    case .plugin(.log(let message)): read(message)
    case .notification(.delivered(let shown)):
      let info = shown.content.info
      if info.isOccurrence, info.kind != .reminder { fetch = nil }
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      break
    }
  }

  private mutating func read(_ command: Command) {
    if case .setBackgroundRefresh(let status) = command { isRefreshOff = status != .available }
    if case .setLowPowerMode(let isOn) = command { isPowerSavingOn = isOn }
    if case .setNetwork(let condition) = command { isOffline = condition == .offline }
    if case .setBatteryExemption(let isOn) = command { isExempt = isOn }
  }

  private mutating func read(_ message: LogMessage) {
    if case .prefetchSucceeded = message { fetch = .succeeded }
    if case .prefetchFailed(let reason, _) = message { fetch = .failed(reason) }
  }
}
