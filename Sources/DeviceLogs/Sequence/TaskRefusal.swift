import DailyNotification

/// What the code of a task that an iPhone did not take means.
///
/// Source: BGTaskScheduler.h, `BGTaskSchedulerErrorCode`.
enum TaskRefusal {
  private static let meanings = [
    "1": "unavailable: Background App Refresh is off, or this is a simulator or an extension",
    "2": "tooManyPendingTaskRequests: as many tasks are pending as the system takes",
    "3": "notPermitted: Info.plist does not permit the task's identifier, or lacks its mode",
    "4": "immediateRunIneligible: the task could not run at once",
  ]

  /// The words to add to a finding about a line; none for any other line.
  static func words(_ entry: LogEntry, _ line: LogEvent) -> String {
    guard line == .line(.taskRefused), let code = entry.field("code") else { return "" }
    return meanings[code].map { ", \($0)" } ?? ""
  }
}
