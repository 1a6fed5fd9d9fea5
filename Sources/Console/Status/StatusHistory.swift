import DailyNotification
import DeviceModel
import History
import Scenarios
import SimulationCore

/// What the status keeps of the records: the latest of each kind.
struct StatusHistory: Hashable, Sendable {
  /// How a fetch ended.
  struct Fetch: Hashable {
    /// What became of its content.
    enum Use: Hashable {
      case stored
      /// It said that it is for another time.
      case forAnotherTime
      /// It had no rows.
      case empty
      /// It is too old for the notification of a time.
      case tooOld(Int64)
    }

    let wallMilliseconds: Int64
    /// The number of the record that says how it ended.
    let sequence: UInt64
    /// Why it failed; nil when it did not.
    var failure: FailureReason?
    /// Which notification it was for, in milliseconds since the Unix epoch; nil where that is not
    /// known.
    fileprivate(set) var planned: Int64?
    fileprivate(set) var use = Use.stored
  }

  /// A notification that was shown.
  struct Delivery: Hashable {
    let wallMilliseconds: Int64
    let kind: ScheduleKind
    /// The schedule's name among all kinds.
    let id: String
    /// What it was planned for, in milliseconds since the Unix epoch.
    let plannedTime: Int64
    let source: ContentSource
    /// Whether it has default text because its fetch failed.
    fileprivate(set) var hasFetchFailed = false

    /// Green with content, or with a reminder's own text; red where its fetch failed, amber where
    /// there was none.
    var light: Light {
      hasFetchFailed ? .error : source == .default && kind != .reminder ? .pending : .ok
    }
  }

  /// Whether the plugin of this process has reported that it is ready.
  private(set) var isReady = false
  private(set) var lastFetch: Fetch?
  /// What the plugin has said of the content whose fetch it has yet to report as ended.
  private var use = Fetch.Use.stored
  /// The last notification that content may be fetched for.
  private(set) var lastDelivery: Delivery?
  /// The reminder that was shown last; it changes nothing about the others.
  private(set) var lastReminder: Delivery?
  private(set) var lastTrouble: Trouble?
  /// The page of Settings that the app has opened and that is still in front; nil for none.
  private(set) var openPage: SettingsScreen?
  /// How many notifications the system has shown; the plugin may learn of them later.
  private(set) var deliveredCount = 0
  /// When something was scheduled or cancelled last, in milliseconds since the Unix epoch: what
  /// came before has no stages any more.
  private(set) var planned: Int64?
  private var cursor: UInt64 = 0

  /// Reads the records that are new.
  mutating func read(_ run: InteractiveRun) {
    let last = lastDelivery
    run.device.os.trace.forEach(from: cursor) { see($0) }
    cursor = run.device.os.trace.nextSequence
    guard let shown = lastDelivery, shown != last, shown.source == .default else { return }
    let progress = run.progress(of: shown.id, shown.kind, planned: shown.plannedTime)
    lastDelivery?.hasFetchFailed = progress.fetch == .failed
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
    case .plugin(.hostEvent(.prefetchCompleted(let planned, _))): lastFetch?.planned = planned
    case .plugin(.replied(let call, let reply)): see(reply, to: call, record)
    case .process(.crashed(let reason)): trouble(.app, "the app crashed: \(reason)", record)
    case .plugin(.callLost(let call)):
      trouble(.call(call.method), "\(call.method) lost: the app's process ended", record)
    case .notification(.delivered(let shown)): delivered(shown, record)
    case .notification(.notDelivered(let item)) where item.content.owner == .plugin:
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
    let delivery = Delivery(
      wallMilliseconds: record.wallMilliseconds, kind: info.kind,
      id: LostNotification.id(info.kind, info.scheduleID), plannedTime: item.occurrence,
      source: info.source)
    if info.kind == .reminder { lastReminder = delivery } else { lastDelivery = delivery }
  }

  /// Reads a log line; those that the status does not show need no word here.
  private mutating func see(_ message: LogMessage, _ record: Record<DeviceRecord>) {
    let line = message.line
    if line == .ready { isReady = true }
    if line == .dailyScheduled { planned = record.wallMilliseconds }
    if line == .prefetchSucceeded {
      lastFetch = Fetch(
        wallMilliseconds: record.wallMilliseconds, sequence: record.sequence, use: use)
      use = .stored
      lastTrouble?.mend(.fetch, at: record.wallMilliseconds)
    }
    if case .prefetchFailed(let reason, _) = message {
      lastFetch = Fetch(
        wallMilliseconds: record.wallMilliseconds, sequence: record.sequence, failure: reason)
      use = .stored
    }
    // These two stand before the line that the fetch has ended.
    if line == .contentIgnored { use = .forAnotherTime }
    if line == .contentEmpty { use = .empty }
    if case .contentDiscarded(let time, _, _) = message, time == lastFetch?.planned {
      lastFetch?.use = .tooOld(time)
    }
    if line.meaning == .taskStarted { lastTrouble?.mend(.task, at: record.wallMilliseconds) }
    if message.level >= .warning, line != .unknownOption,
      line != .taskRefusedOnSimulator
    {
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
      if StatusHistory.planning.contains(call.method) { planned = record.wallMilliseconds }
    }
  }

  /// The calls after which the stages are those of the next notification, as they are after a daily
  /// schedule.
  private static let planning: [String] =
    [.cancelAllNotifications, .scheduleDualNotification, .updateDualScheduleConfig]
    .map { (method: PluginMethod) in method.rawValue }

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
