import CivilTime
import DailyNotification
import DeviceModel

extension Plugin {
  /// The plugin's memory, reinterpreted as that of a plugin on another platform.
  ///
  /// No part stores a value of the platform's type, so the memory layouts are the same.
  init<Before, After>(memoryOf plugin: Plugin<IOS<Before>>) where Family == IOS<After> {
    self = unsafeBitCast(plugin, to: Plugin<IOS<After>>.self)
  }
}

/// A phone as the plugin sees it, with a fault that no knob or command of the phone can cause.
struct FaultyPlatform: IOSPlatform {
  enum Fault {
    /// The write with this number, from 1, is dropped.
    case failingWrite(Int)
    /// Requests that are added are not retained, which nothing reports.
    case droppingRequests
    /// No fault; the platform only records the fetches.
    case none
  }

  var os: OperatingSystem
  private let fault: Fault
  private var writes = 0
  /// What the fault changed: the name of the request or write that was dropped.
  private(set) var faults: [String] = []
  /// The fetches that were started.
  private(set) var fetchRequests: [FetchRequest] = []

  init(_ os: OperatingSystem, _ fault: Fault) {
    self.os = os
    self.fault = fault
  }

  /// Counts a write and returns whether it is done; `name` says what is written.
  private mutating func takesWrite(_ name: String) -> Bool {
    writes += 1
    guard case .failingWrite(writes) = fault else { return true }
    faults.append(name)
    return false
  }

  // MARK: What the fault changes

  mutating func add(_ request: NotificationRequest) {
    if case .droppingRequests = fault {
      faults.append(request.identifier)
      return
    }
    os.add(request)
  }

  mutating func setValue(_ value: StoredValue?, for key: StorageKey) {
    if value == nil || takesWrite(key.name) { os.setValue(value, for: key) }
  }

  mutating func writeSchedule(_ row: ScheduleRow) {
    if takesWrite("schedule \(row.id)") { os.writeSchedule(row) }
  }

  mutating func writeLedger(_ row: LedgerRow) {
    if takesWrite("ledger of \(row.scheduleID)") { os.writeLedger(row) }
  }

  mutating func writeContent(_ row: ContentRow) {
    if takesWrite("content") { os.writeContent(row) }
  }

  mutating func appendHistory(_ row: HistoryRow) {
    if takesWrite("history") { os.appendHistory(row) }
  }

  mutating func appendMissed(_ row: MissedNotification) {
    if takesWrite("history") { os.appendMissed(row) }
  }

  // MARK: What the fault does not change

  var wallMilliseconds: Int64 { os.wallMilliseconds }
  var uptimeMilliseconds: Int64 { os.uptimeMilliseconds }
  var zone: Zone { os.zone }
  var applicationState: ApplicationState { os.applicationState }
  var authorization: AuthorizationStatus { os.authorization }
  var pendingRequests: [NotificationRequest] { os.pendingRequests }
  var deliveredNotifications: [DeliveredNotification] { os.deliveredNotifications }
  var backgroundRefresh: BackgroundRefreshStatus { os.backgroundRefresh }
  var isSimulator: Bool { os.isSimulator }
  var revisions: StorageRevisions { os.revisions }
  var pendingRevision: Int { os.pendingRevision }
  var deliveredRevision: Int { os.deliveredRevision }
  var scheduleRows: [ScheduleRow] { os.scheduleRows }
  var ledgerRows: [LedgerRow] { os.ledgerRows }
  var contentRows: [ContentRow] { os.contentRows }
  var historyRows: [HistoryRow] { os.historyRows }
  var missedRows: [MissedNotification] { os.missedRows }
  var telemetry: Telemetry {
    get { os.telemetry }
    set { os.telemetry = newValue }
  }

  func signature(of message: [UInt8], by did: String) -> [UInt8]? {
    os.signature(of: message, by: did)
  }
  mutating func zone(named identifier: String) -> Zone? { os.zone(named: identifier) }
  var asksAfterDenial: Bool { os.asksAfterDenial }
  mutating func requestAuthorization() { os.requestAuthorization() }
  mutating func registerCategory(_ category: NotificationCategory) {
    os.registerCategory(category)
  }
  func triggerTime(ofPending index: Int) -> Int64 { os.triggerTime(ofPending: index) }
  mutating func removePendingRequests(_ identifiers: [String]) {
    os.removePendingRequests(identifiers)
  }
  mutating func registerTaskHandler(_ identifier: String) { os.registerTaskHandler(identifier) }
  mutating func submitTask(
    _ identifier: String, earliestBeginDate: Int64
  ) throws(TaskSubmissionError) {
    try os.submitTask(identifier, earliestBeginDate: earliestBeginDate)
  }
  mutating func cancelTask(_ identifier: String) { os.cancelTask(identifier) }
  var pendingTaskCount: Int { os.pendingTaskCount }
  func pendingTask(_ identifier: String) -> Int64? { os.pendingTask(identifier) }
  mutating func completeTask(_ task: LaunchedTask, success: Bool) {
    os.completeTask(task, success: success)
  }
  mutating func startFetch(_ request: FetchRequest) -> Int {
    fetchRequests.append(request)
    return os.startFetch(request)
  }
  mutating func cancelFetch(_ number: Int) { os.cancelFetch(number) }
  func value(_ key: StorageKey) -> StoredValue? { os.value(key) }
  mutating func removeSchedule(_ id: String, kind: String) { os.removeSchedule(id, kind: kind) }
  mutating func removeLedger(_ row: LedgerRow) { os.removeLedger(row) }
  func content(for occurrence: Int64, _ kind: ScheduleKind) -> ContentRow? {
    os.content(for: occurrence, kind)
  }
  mutating func removeContent(scheduledFor: Int64, _ kind: ScheduleKind) {
    os.removeContent(scheduledFor: scheduledFor, kind)
  }
  mutating func removeContent(before time: Int64, now: Int64) {
    os.removeContent(before: time, now: now)
  }
  mutating func removeMissed(before detectedAt: Int64) { os.removeMissed(before: detectedAt) }
  mutating func removeHistory(before deliveredAt: Int64) {
    os.removeHistory(before: deliveredAt)
  }
  mutating func openSettings(_ page: SettingsPage) -> Bool { os.openSettings(page) }
  var isProtectedDataAvailable: Bool { os.isProtectedDataAvailable }
  var battery: BatteryState { os.battery }
  var isPowerSavingOn: Bool { os.isPowerSavingOn }
  mutating func log(_ message: LogMessage) { os.log(message) }
  mutating func notifyHost(_ event: HostEvent) { os.notifyHost(event) }
  mutating func settle(_ call: PluginCall, with reply: PluginReply) {
    os.settle(call, with: reply)
  }
  mutating func entryBegan(_ entry: PluginEntry) { os.entryBegan(entry) }
  mutating func entryEnded(_ entry: PluginEntry) { os.entryEnded(entry) }
}
