import DailyNotification
import DeviceModel
import SimulationCore

/// What decides whether the prefetch can run, followed record by record.
///
/// It says at once why a notification that is shown now has no content; `y` has the whole chain.
struct PrefetchTracker: Hashable, Sendable {
  private var conditions = PrefetchConditions()
  /// The begin dates of the pending tasks by their names, in milliseconds since the Unix epoch.
  private var begins: [String: Int64] = [:]
  /// The names of the tasks that run.
  private var running: Set<String> = []
  /// How the last fetch since the last notification ended; nil when there was none.
  private var fetch: Fetch?

  private enum Fetch: Hashable {
    case succeeded
    case failed(FailureReason)
  }

  /// The phone's platform.
  var platform: DevicePlatform { conditions.platform }

  /// What holds a due task back; nil when the system may run it.
  var hold: PrefetchHold? { conditions.hold }

  /// Why a notification of a kind that is shown at a time of the wall clock has no content.
  func reason(_ kind: ScheduleKind, at time: Int64) -> MissingContent {
    if case .failed(let reason)? = fetch { return .fetchFailed(reason) }
    if running.contains(where: { OperatingSystem.fetches($0, for: kind) }) {
      return .fetchUnderWay
    }
    if fetch == .succeeded { return .contentGone }
    let begin = begins.filter { OperatingSystem.fetches($0.key, for: kind) }.values.min()
    guard let begin else { return .noTask }
    if begin > time { return .taskNotDue }
    return hold.map { .held($0) } ?? .taskLate
  }

  /// Takes a record in.
  mutating func read(_ payload: DeviceRecord) {
    switch payload {
    case .power(.changed(let state)): conditions.power = state
    case .process(.changed(let state)):
      conditions.process = state
      conditions.isForceQuit = state == .forceQuit
      if !state.isAlive { running = [] }
    case .command(.began(let configuration)): conditions.platform = configuration.platform
    case .command(.performed(let command)): read(command)
    case .android(.stoppedChanged(let isStopped)): conditions.isStopped = isStopped
    case .android(.exemptionAnswered(isAllowed: true)): conditions.isExempt = true
    case .android(.dozeChanged(let phase)): conditions.isDozing = phase == .idle
    case .task(.submitted(let identifier, let begin, _, _)):
      if OperatingSystem.isPrefetch(identifier) { begins[identifier] = begin }
    case .task(.cancelled(let identifier, _)):
      begins[identifier] = nil
    case .task(.launched(let task)) where task.isPrefetch:
      begins[task.identifier] = nil
      running.insert(task.identifier)
    case .task(.expired(let task)), .task(.completed(let task, _)), .task(.lost(let task)):
      running.remove(task.identifier)
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
    if case .setBackgroundRefresh(let status) = command {
      conditions.isRefreshOff = status != .available
    }
    if case .setLowPowerMode(let isOn) = command { conditions.isPowerSavingOn = isOn }
    if case .setNetwork(let condition) = command { conditions.isOffline = condition == .offline }
    if case .setBatteryExemption(let isOn) = command { conditions.isExempt = isOn }
  }

  private mutating func read(_ message: LogMessage) {
    if case .prefetchSucceeded = message { fetch = .succeeded }
    if case .prefetchFailed(let reason, _) = message { fetch = .failed(reason) }
  }
}
