public import CivilTime

/// What the plugin sees of the phone: the only way it touches anything outside itself.
///
/// Questions answer at once. What takes time (a person's answer, a fetch, a removal) is asked for
/// here and answered later by a call into the plugin. Writes do not report failure, as UserDefaults
/// does not: the plugin reads back what it wrote.
public protocol Platform {
  // Clocks

  /// The wall clock, in milliseconds since the Unix epoch.
  var wallMilliseconds: Int64 { get }
  /// Time since boot, in milliseconds.
  var uptimeMilliseconds: Int64 { get }
  /// The device's time zone.
  var zone: Zone { get }
  /// A zone by its IANA identifier; nil when there is no such zone.
  mutating func zone(named identifier: String) -> Zone?

  // Notifications

  /// What the person allowed.
  var authorization: AuthorizationStatus { get }
  /// Asks the person; the answer arrives as `Plugin.authorizationAnswered`.
  mutating func requestAuthorization()
  /// Registers the category that requests carry, and the delegate.
  mutating func registerCategory(_ identifier: String)
  /// Asks to add a request. It reports no error; only the pending list tells whether it was kept.
  mutating func add(_ request: NotificationRequest)
  /// The requests that wait for their trigger, in the order they were added.
  var pendingRequests: [NotificationRequest] { get }
  /// Asks to remove requests; they go later, and `Plugin.removalsSettled` tells when.
  mutating func removePendingRequests(_ identifiers: [String])
  /// What Notification Center shows.
  var deliveredNotifications: [DeliveredNotification] { get }

  // Power

  /// The battery as the system tells it.
  var battery: BatteryState { get }
  /// Whether Low Power Mode is on.
  var isLowPowerModeOn: Bool { get }

  // Background tasks

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
  /// The begin date of the pending request of an identifier.
  func pendingTask(_ identifier: String) -> Int64?
  /// Tells the system that a launched task is done.
  mutating func completeTask(_ task: LaunchedTask, success: Bool)

  // Fetching

  /// Starts a fetch and returns its number; the outcome arrives as `Plugin.fetchEnded`.
  mutating func startFetch(_ request: FetchRequest) -> Int
  /// Ends a fetch without an outcome.
  mutating func cancelFetch(_ number: Int)

  // Storage

  /// Whether the app's data can be read: not before the first unlock after a start.
  var isProtectedDataAvailable: Bool { get }
  /// A value of the key-value store.
  func value(_ key: StorageKey) -> StoredValue?
  /// Writes, or with nil removes, a value.
  mutating func setValue(_ value: StoredValue?, for key: StorageKey)
  /// The stored schedules, ordered by kind and id.
  var scheduleRows: [ScheduleRow] { get }
  /// Writes a schedule, replacing the one of the same kind and id.
  mutating func writeSchedule(_ row: ScheduleRow)
  /// Removes a schedule.
  mutating func removeSchedule(_ id: String, kind: String)
  /// The stored content, ordered by the occurrence it is for.
  var contentRows: [ContentRow] { get }
  /// The content stored for a kind's occurrence.
  func content(for occurrence: Int64, _ kind: ScheduleKind) -> ContentRow?
  /// Writes content, replacing what was stored for the same kind and occurrence.
  mutating func writeContent(_ row: ContentRow)
  /// Removes the content of a kind's occurrence.
  mutating func removeContent(scheduledFor: Int64, _ kind: ScheduleKind)
  /// Removes content that was meant for before a time, ms since the Unix epoch.
  mutating func removeContent(before time: Int64)
  /// The remembered deliveries, oldest first.
  var historyRows: [HistoryRow] { get }
  /// Remembers a delivery.
  mutating func appendHistory(_ row: HistoryRow)
  /// Forgets deliveries before a time, ms since the Unix epoch.
  mutating func removeHistory(before deliveredAt: Int64)
  /// The plugin's counters; they survive the process.
  var telemetry: Telemetry { get set }

  // The host and the person

  /// Opens a page in Settings; false when that is not possible.
  mutating func openSettings(_ page: SettingsPage) -> Bool
  /// Writes a log line.
  mutating func log(_ message: LogMessage)
  /// Notifies the host app of an event.
  mutating func notifyHost(_ event: HostEvent)
  /// Answers a call.
  mutating func settle(_ call: PluginCall, with reply: PluginReply)
  /// Marks that plugin code begins to run, and why.
  mutating func entryBegan(_ entry: PluginEntry)
  /// Marks that it has ended.
  mutating func entryEnded(_ entry: PluginEntry)
}
