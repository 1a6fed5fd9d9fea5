public import DailyNotification
import DeviceModel
import SimulationCore

/// A page of Settings that the app has opened.
public enum SettingsOpened: Hashable, Sendable {
  case ios(SettingsPage)
  case android(AndroidPage)
}

/// The latest of each kind of event: what a status is made of.
public struct LatestEvents: Hashable, Sendable {
  /// How a fetch of the plugin ended.
  public struct Fetch: Hashable, Sendable {
    /// What became of its content.
    public enum Use: Hashable, Sendable {
      case stored
      /// It said that it is for another time.
      case forAnotherTime
      /// It had no rows.
      case empty
      /// It is too old for the notification of a time.
      case tooOld(Int64)
    }

    /// When it ended, and the record that says how.
    public let point: TracePoint
    /// Why it failed; nil when it did not.
    public let failure: FailureReason?
    /// Which notification it was for, in milliseconds since the Unix epoch; nil where that is not
    /// known.
    public fileprivate(set) var planned: Int64?
    /// What became of its content.
    public fileprivate(set) var use: Use
  }

  /// Whether the plugin of this process has reported that it is ready.
  public private(set) var isReady = false
  /// The last fetch of the plugin that ended.
  public private(set) var fetch: Fetch?
  /// The last notification that was shown of those that content may be fetched for.
  public private(set) var shown: Showing?
  /// The reminder that was shown last.
  public private(set) var shownReminder: Showing?
  /// How many notifications the system has shown; the plugin may learn of them later.
  public private(set) var shownCount = 0
  /// The page of Settings that the app has opened and that is still in front; nil for none.
  public private(set) var openPage: SettingsOpened?
  /// When something was scheduled or cancelled last.
  public private(set) var planning: TracePoint?
  /// What the plugin has said of the content whose fetch it has yet to report as ended.
  private var use = Fetch.Use.stored

  /// Nothing has happened.
  public init() {}

  /// Takes the next record in; `showing` is what it showed of the plugin, if it did.
  mutating func take(_ payload: DeviceRecord, at point: TracePoint, showing: Showing?) {
    switch payload {
    case .plugin(.log(let message)): take(message, point)
    case .process(.changed(let state)):
      if !state.isAlive { isReady = false }
      if state.isOnScreen { openPage = nil }
    // The page stands behind the lock, and a start of the phone brings the home screen.
    case .power(.changed(let state)):
      if state == .off || state == .beforeFirstUnlock { openPage = nil }
    case .authorization(.settingsOpened(let page)): openPage = .ios(page)
    case .android(.settingsOpened(let page)): openPage = .android(page)
    case .plugin(.hostEvent(.prefetchCompleted(let planned, _))): fetch?.planned = planned
    case .plugin(.replied(let call, let reply)):
      if !reply.isRejected, LatestEvents.planningCalls.contains(call.method) { planning = point }
    case .notification(.delivered):
      shownCount += 1
      // What was postponed was shown before, and what other code shows is nobody's schedule.
      guard let showing, showing.purpose == .occurrence else { break }
      if showing.kind == .reminder { shownReminder = showing } else { shown = showing }
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      break
    }
  }

  private mutating func take(_ message: LogMessage, _ point: TracePoint) {
    let line = message.line
    if line == .ready { isReady = true }
    if line == .dailyScheduled { planning = point }
    if line == .prefetchSucceeded {
      fetch = Fetch(point: point, failure: nil, use: use)
      use = .stored
    }
    if case .prefetchFailed(let reason, _) = message {
      fetch = Fetch(point: point, failure: reason, use: .stored)
      use = .stored
    }
    // These two stand before the line that the fetch has ended.
    if line == .contentIgnored { use = .forAnotherTime }
    if line == .contentEmpty { use = .empty }
    if case .contentDiscarded(let time, _, _) = message, time == fetch?.planned {
      fetch?.use = .tooOld(time)
    }
  }

  /// The calls after which what comes next is another notification, as after a daily schedule.
  private static let planningCalls: [String] =
    [.cancelAllNotifications, .scheduleDualNotification, .updateDualScheduleConfig]
    .map { (method: PluginMethod) in method.rawValue }
}
