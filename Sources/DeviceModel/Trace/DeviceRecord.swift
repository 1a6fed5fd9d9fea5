public import DailyNotification
public import JSONText
import SimulationCore

/// A line of the phone's trace.
public enum DeviceRecord: Sendable {
  // What was done to the phone
  indirect case began(DeviceConfiguration)
  indirect case command(Command)
  indirect case refused(Command, CommandRefusal)
  indirect case called(PluginCall)
  // What the plugin did
  case entry(PluginEntry)
  case log(LogMessage)
  case hostEvent(HostEvent)
  indirect case replied(PluginCall, PluginReply)
  indirect case callLost(PluginCall)
  // What the system did
  case phone(PowerMachine.State)
  case process(ProcessMachine.State)
  case crashed(reason: String)
  case dialogShown
  case dialogAnswered(isAllowed: Bool)
  case settingsOpened(SettingsPage)
  case categoryRegistered(String)
  case requestAdded(identifier: String, trigger: Int64, isReplacement: Bool)
  case requestReaimed(identifier: String, trigger: Int64)
  case requestDropped(identifier: String, NotificationCenterMachine.DropReason)
  case requestEvicted(identifier: String)
  case removalAsked(count: Int)
  case requestRemoved(identifier: String)
  indirect case delivered(DeliveredNotification, occurrence: Int64)
  case notDelivered(identifier: String, reason: NotDeliveredReason)
  case tapped(identifier: String)
  case dismissed(count: Int)
  case handlerRegistered(String)
  case taskSubmitted(identifier: String, earliestBeginDate: Int64, isReplacement: Bool)
  case taskRefused(identifier: String, TaskSubmissionError)
  case taskCancelled(identifier: String)
  case taskLaunched(LaunchedTask)
  case taskExpired(LaunchedTask)
  case taskCompleted(LaunchedTask, isSuccess: Bool)
  case taskCompletedTwice(LaunchedTask)
  case taskLost(LaunchedTask)
  case fetchStarted(number: Int, FetchSummary?)
  case fetchCancelled(number: Int)
  indirect case fetchEnded(number: Int, FetchResult)
  case writeFailed(what: String)
  indirect case shown(what: String, JSONValue)
}

/// Why a notification whose time had come was not shown.
public enum NotDeliveredReason: String, Hashable, Sendable, CaseIterable {
  case denied
  case noDelegate
  case suppressedByDelegate
  case phoneOff
}

extension DeviceRecord {
  /// The log message, if the record is one.
  public var logMessage: LogMessage? {
    if case .log(let message) = self { message } else { nil }
  }

  /// The level at which the record is shown: a log line has its own, refusals and crashes warn.
  public var level: LogLevel {
    switch self {
    case .log(let message): message.line.level
    case .refused, .callLost, .requestEvicted, .taskLost, .writeFailed: .warning
    case .crashed, .taskCompletedTwice: .error
    case .entry, .fetchStarted, .fetchCancelled, .fetchEnded, .categoryRegistered,
      .handlerRegistered, .removalAsked, .requestRemoved, .requestAdded,
      .requestReaimed:
      .debug
    default: .info
    }
  }
}
