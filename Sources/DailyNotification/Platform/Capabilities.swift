public import CivilTime

/// The phone's clocks and time zones.
public protocol ClockAccess {
  /// The wall clock, in milliseconds since the Unix epoch.
  var wallMilliseconds: Int64 { get }
  /// Time since boot, in milliseconds.
  var uptimeMilliseconds: Int64 { get }
  /// The device's time zone.
  var zone: Zone { get }
  /// A zone by its IANA identifier; nil when there is no such zone.
  mutating func zone(named identifier: String) -> Zone?
}

/// The permission to notify.
public protocol AuthorizationAccess {
  /// What the person allowed.
  var authorization: AuthorizationStatus { get }
  /// Whether the system would show its dialog once more to a person who has denied it.
  var asksAfterDenial: Bool { get }
  /// Shows the permission dialog; the answer arrives as `Plugin.authorizationAnswered`.
  mutating func requestAuthorization()
}

/// Fetches of content.
public protocol FetchAccess {
  /// Starts a fetch and returns its number; the outcome arrives as `Plugin.fetchEnded`.
  mutating func startFetch(_ request: FetchRequest) -> Int
  /// Ends a fetch without an outcome.
  mutating func cancelFetch(_ number: Int)
}

/// The app's keychain.
public protocol KeychainAccess {
  /// Whether the keychain's items can be read now.
  var isKeychainReadable: Bool { get }
  /// Signs a message with an identity's key: ES256K, 64 bytes; nil when the keychain has
  /// no key, or cannot be read.
  func signature(of message: [UInt8], by did: String) -> [UInt8]?
}

/// The battery and the power mode.
public protocol PowerAccess {
  /// The battery as the system reports it.
  var battery: BatteryState { get }
  /// Whether the phone saves power by holding back work.
  var isPowerSavingOn: Bool { get }
}

/// The app's process.
public protocol ProcessAccess {
  /// Where the process stands now.
  var applicationState: ApplicationState { get }
}

/// The log.
public protocol LogAccess {
  /// Writes a log line.
  mutating func log(_ message: LogMessage)
}

/// The host app.
public protocol HostAccess {
  /// Notifies the host app of an event.
  mutating func notifyHost(_ event: HostEvent)
  /// Answers a call.
  mutating func settle(_ call: PluginCall, with reply: PluginReply)
  /// Marks that plugin code begins to run, and why.
  mutating func entryBegan(_ entry: PluginEntry)
  /// Marks that it has ended.
  mutating func entryEnded(_ entry: PluginEntry)
}

/// The change numbers of stored tables, which the store gives.
///
/// A table whose number is the same has not changed; a changed one never has an earlier number.
public struct StorageRevisions: Hashable, Sendable {
  public var schedules = 0
  public var ledger = 0
  public var contents = 0

  /// The numbers of tables that have never changed.
  public init() {}
}

/// What survives the process: a key-value store, four tables and the counters.
public protocol StorageAccess {
  /// The change numbers of schedules, ledger and content.
  var revisions: StorageRevisions { get }
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
  /// What was armed of each revision, ordered by kind, id and revision.
  var ledgerRows: [LedgerRow] { get }
  /// Writes what was armed of a revision, replacing the row of the same one.
  mutating func writeLedger(_ row: consuming LedgerRow)
  /// Removes the row of a revision.
  mutating func removeLedger(_ row: LedgerRow)
  /// The stored content, ordered by the occurrence it is for.
  var contentRows: [ContentRow] { get }
  /// The content stored for a kind's occurrence, ms since the Unix epoch.
  func content(for occurrence: Int64, _ kind: ScheduleKind) -> ContentRow?
  /// Writes content, replacing what was stored for the same kind and occurrence.
  mutating func writeContent(_ row: ContentRow)
  /// Removes the content of a kind's occurrence, ms since the Unix epoch.
  mutating func removeContent(scheduledFor: Int64, _ kind: ScheduleKind)
  /// Removes content whose occurrence is before a time, in ms since the Unix epoch, unless it was
  /// fetched from then until `now`.
  mutating func removeContent(before time: Int64, now: Int64)
  /// The remembered deliveries, oldest first.
  var historyRows: [HistoryRow] { get }
  /// Remembers a delivery.
  mutating func appendHistory(_ row: HistoryRow)
  /// The remembered misses, in the order they were found.
  var missedRows: [MissedNotification] { get }
  /// Remembers a miss.
  mutating func appendMissed(_ row: MissedNotification)
  /// Forgets misses that were found before a time, ms since the Unix epoch.
  mutating func removeMissed(before detectedAt: Int64)
  /// Forgets deliveries before a time, ms since the Unix epoch.
  mutating func removeHistory(before deliveredAt: Int64)
  /// The plugin's counters; they survive the process.
  var telemetry: Telemetry { get set }
}
