import DailyNotification
import DeviceModel
import History
import Scenarios
import SimulationCore

/// What the status keeps of the records: the latest of each kind, and how far the present
/// notification has got.
struct StatusHistory: Hashable, Sendable {
  /// How a fetch ended.
  struct Fetch: Hashable {
    let wallMilliseconds: Int64
    /// Why it failed; nil when it did not.
    let failure: FailureReason?
  }

  /// A notification that was shown.
  struct Delivery: Hashable {
    let wallMilliseconds: Int64
    let kind: ScheduleKind
    /// What it was planned for, in milliseconds since the Unix epoch.
    let plannedTime: Int64
    let source: ContentSource
    /// Whether it has default text because a fetch failed after the notification before it.
    let hasFetchFailed: Bool

    /// Green with content from the cache or a live fetch, red where the fetch failed, amber where
    /// there was none.
    var light: Light { hasFetchFailed ? .error : source == .default ? .pending : .ok }
  }

  /// A notification that the system did not show.
  struct Failure: Hashable {
    /// What it was planned for, in milliseconds since the Unix epoch.
    let plannedTime: Int64
    let kind: ScheduleKind
    /// Where the text came from that it would have shown.
    let source: ContentSource
    /// Why it was not shown, in a few words.
    let reason: String
  }

  /// Whether the plugin of this process has reported that it is ready.
  private(set) var isReady = false
  private(set) var lastFetch: Fetch?
  /// The last notification that content may be fetched for.
  private(set) var lastDelivery: Delivery?
  /// The last notification that content may be fetched for, if it was not shown; nil otherwise.
  private(set) var lastFailure: Failure?
  /// When a reminder was shown last; it changes nothing about the others.
  private(set) var lastReminder: Int64?
  private(set) var lastTrouble: Trouble?
  /// The page of Settings that the app has opened and that is still in front; nil for none.
  private(set) var openPage: SettingsScreen?
  /// How many notifications the system has shown; the plugin may learn of them later.
  private(set) var deliveredCount = 0
  /// How many notifications are lost, whether the plugin has noticed or not.
  private(set) var lostCount = 0
  /// The stages that only records show.
  private(set) var fired = Light.off
  private(set) var fetched = Light.off
  private(set) var delivered = Light.off
  private var cursor: UInt64 = 0

  /// Reads the records that are new.
  mutating func read(_ trace: borrowing Trace<DeviceRecord>) {
    trace.forEach(from: cursor) { see($0) }
    cursor = trace.nextSequence
  }

  private mutating func see(_ record: Record<DeviceRecord>) {
    switch record.payload {
    case .plugin(.log(let message)): see(message, record)
    case .process(.changed(let state)):
      if !state.isAlive { isReady = false }
      if state.isOnScreen {
        lastTrouble?.mend(.app, at: record.wallMilliseconds)
        openPage = nil
      }
    // The page stands behind the lock, and a start of the phone brings the home screen.
    case .power(.changed(let state)):
      if state == .off || state == .beforeFirstUnlock { openPage = nil }
    case .authorization(.settingsOpened(let page)):
      switch page {
      case .app: openPage = .app
      case .backgroundRefresh: openPage = .backgroundRefresh
      }
    case .android(.settingsOpened(let page)):
      switch page {
      case .appNotifications: openPage = .notifications
      case .channel: openPage = .channel
      case .exactAlarms: openPage = .exactAlarms
      }
    case .plugin(.replied(let call, let reply)): see(reply, to: call, record)
    case .process(.crashed(let reason)): trouble(.app, "the app crashed: \(reason)", record)
    case .plugin(.callLost(let call)):
      trouble(.call(call.method), "\(call.method) lost: the app's process ended", record)
    case .task(.launched(let task)) where task.isPrefetch:
      taskLaunched(task)
    case .notification(.delivered(let shown)): delivered(shown, record)
    case .notification(.notDelivered(let item)) where item.content.owner == .plugin:
      notDelivered(item)
      trouble(.delivery, "a notification was not shown: \(item.reason.rawValue)", record)
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      break
    }
  }

  private mutating func delivered(_ item: VisibleNotification, _ record: Record<DeviceRecord>) {
    let info = item.content.info
    deliveredCount += 1
    // What was postponed was shown before, and what other code shows is nobody's schedule.
    guard info.isOccurrence else { return }
    lastTrouble?.mend(.delivery, at: record.wallMilliseconds)
    // Nothing is fetched for a reminder, so it changes no stage of the others.
    guard info.kind != .reminder else {
      lastReminder = record.wallMilliseconds
      return
    }
    let failed = lastFetch.map { fetch in
      fetch.failure != nil && fetch.wallMilliseconds >= lastDelivery?.wallMilliseconds ?? .min
    }
    lastDelivery = Delivery(
      wallMilliseconds: record.wallMilliseconds, kind: info.kind, plannedTime: item.occurrence,
      source: info.source, hasFetchFailed: info.source == .default && failed ?? false)
    endStages(lastDelivery?.light ?? .off)
    lastFailure = nil
  }

  private mutating func notDelivered(_ item: UndeliveredNotification) {
    let info = item.content.info
    // As with what is shown, what was postponed changes no stage, and no reminder does.
    guard info.isOccurrence, info.kind != .reminder else { return }
    endStages(.error)
    lastFailure = Failure(
      plannedTime: item.occurrence, kind: info.kind, source: info.source,
      reason: item.reason.words)
  }

  /// Takes in what is lost: the latest ends the stages of the one that they are of.
  mutating func note(_ losses: Losses, on platform: DevicePlatform) {
    lostCount = losses.count
    guard let last = losses.last, last.kind != .reminder,
      last.planned > lastPlannedTime ?? .min
    else { return }
    endStages(.error)
    lastFailure = Failure(
      plannedTime: last.planned, kind: last.kind, source: .default,
      reason: last.cause.words(on: platform))
  }

  /// The last stage is reached; where it had been before, the others were those of another one.
  private mutating func endStages(_ light: Light) {
    if delivered != .off {
      fired = .off
      fetched = .off
    }
    delivered = light
  }

  /// Reads a log line; those that the status does not show need no word here.
  private mutating func see(_ message: LogMessage, _ record: Record<DeviceRecord>) {
    let line = message.line
    if line == .ready { isReady = true }
    if line == .dailyScheduled { beginCycle() }
    if line == .prefetchSucceeded {
      lastFetch = Fetch(wallMilliseconds: record.wallMilliseconds, failure: nil)
      fetched = .ok
      lastTrouble?.mend(.fetch, at: record.wallMilliseconds)
    }
    if case .prefetchFailed(let reason, _) = message {
      lastFetch = Fetch(wallMilliseconds: record.wallMilliseconds, failure: reason)
      fetched = .error
    }
    let meaning = line.meaning
    if meaning == .taskStarted { lastTrouble?.mend(.task, at: record.wallMilliseconds) }
    if meaning == .taskMissed { fired = .error }
    if meaning == .taskExpired { fetched = .error }
    if message.level >= .warning, line != .unknownOption {
      trouble(Trouble.Origin(line), message.body, record)
    }
  }

  private mutating func see(
    _ reply: PluginReply, to call: PluginCall, _ record: Record<DeviceRecord>
  ) {
    switch reply {
    case .rejected(let rejection):
      trouble(.call(call.method), "\(call.method): \(rejection.kind.rawValue)", record)
    case .value:
      lastTrouble?.mend(.call(call.method), at: record.wallMilliseconds)
      if StatusHistory.restarting.contains(call.method) { beginCycle() }
    }
  }

  /// The calls after which the stages start over, as they do after a daily schedule.
  private static let restarting: [String] =
    [.cancelAllNotifications, .scheduleDualNotification, .updateDualScheduleConfig]
    .map { (method: PluginMethod) in method.rawValue }

  private mutating func taskLaunched(_ task: LaunchedTask) {
    if belongsToNext(begin: task.beginDate ?? .max) { beginCycle() }
    fired = .ok
  }

  /// Whether a task with that begin date is for a notification after the one that came last.
  ///
  /// A task that runs late, is tried again or makes up for a miss still belongs to that one.
  func belongsToNext(begin: Int64) -> Bool {
    guard delivered != .off, let lastPlannedTime else { return false }
    return begin - lastPlannedTime > StatusHistory.lateMilliseconds
  }

  /// What the notification was planned for that came last, shown or not; ms since the Unix epoch.
  var lastPlannedTime: Int64? { lastFailure?.plannedTime ?? lastDelivery?.plannedTime }

  /// How long after a notification a task may still be submitted for it: an hour.
  private static let lateMilliseconds: Int64 = 3_600_000

  private mutating func beginCycle() {
    fired = .off
    fetched = .off
    delivered = .off
    lastFailure = nil
  }

  private mutating func trouble(
    _ origin: Trouble.Origin, _ text: String, _ record: Record<DeviceRecord>
  ) {
    lastTrouble = Trouble(origin, text, at: record.wallMilliseconds)
  }

  /// The person has seen the last error.
  mutating func acknowledgeTrouble() {
    lastTrouble?.acknowledge()
  }
}
