/// What the plugin's iOS parts see of a phone, on top of what every part sees.
public protocol IOSPlatform: Platform, NotificationCenterAccess, SettingsAccess,
  TaskSchedulerAccess
{}

/// The notification center.
public protocol NotificationCenterAccess {
  /// Registers the category that requests carry, and the delegate.
  mutating func registerCategory(_ category: NotificationCategory)
  /// Whether the plugin is the delegate; false once other code of the app has taken its place.
  var isDelegate: Bool { get }
  /// Adds a request. It reports no error; only the pending list shows whether it was kept.
  mutating func add(_ request: NotificationRequest)
  /// The change number of the pending requests and their trigger times.
  var pendingRevision: Int { get }
  /// The change number of what Notification Center shows.
  var deliveredRevision: Int { get }
  /// The requests that wait for their trigger, in the order they were added.
  var pendingRequests: [NotificationRequest] { get }
  /// When the request at a place of `pendingRequests` fires, ms since the Unix epoch.
  ///
  /// While it is on its way, that is the time that has come.
  func triggerTime(ofPending index: Int) -> Int64
  /// Removes requests later; `Plugin.removalsSettled` reports when.
  mutating func removePendingRequests(_ identifiers: [String])
  /// What Notification Center shows, oldest first.
  var deliveredNotifications: [DeliveredNotification] { get }
}

/// The background task scheduler.
public protocol TaskSchedulerAccess {
  /// Background App Refresh as this app sees it.
  var backgroundRefresh: BackgroundRefreshStatus { get }
  /// Whether this phone is a simulator, where submitting fails with code 1.
  var isSimulator: Bool { get }
  /// Registers a launch handler; allowed only while the app launches.
  mutating func registerTaskHandler(_ identifier: String)
  /// Submits a refresh request, `earliestBeginDate` in milliseconds since the Unix epoch.
  mutating func submitTask(
    _ identifier: String, earliestBeginDate: Int64
  ) throws(TaskSubmissionError)
  /// Cancels a pending request, if there is one.
  mutating func cancelTask(_ identifier: String)
  /// The begin date of the pending request of an identifier, ms since the Unix epoch.
  func pendingTask(_ identifier: String) -> Int64?
  /// How many requests of the app are pending, whoever submitted them.
  var pendingTaskCount: Int { get }
  /// Reports to the system that a launched task is done.
  mutating func completeTask(_ task: LaunchedTask, success: Bool)
}

/// The Settings app.
public protocol SettingsAccess {
  /// Opens a page in Settings; false when that is not possible.
  mutating func openSettings(_ page: SettingsPage) -> Bool
}

/// The Background App Refresh switch as an app sees it.
public enum BackgroundRefreshStatus: String, Hashable, Sendable, CaseIterable {
  case available
  case denied
  case restricted
}

/// A page of the Settings app that the plugin can open.
public enum SettingsPage: String, Hashable, Sendable, CaseIterable {
  /// The app's own page, with its notifications.
  case app
  /// The list of Background App Refresh.
  case backgroundRefresh
}
