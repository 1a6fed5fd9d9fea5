import CivilTime
import ES256K
import JSONText

@testable import DailyNotification

/// A second platform: one alarm per schedule, and plugin code chooses the text when it fires.
///
/// It has no requests, no window and no refresh task; only the plugin is shared with iOS.
enum AlarmFamily: PlatformFamily {
  typealias System = AlarmSystem
  typealias Delivery = Alarms
  typealias Work = DeferredWork
  typealias Settings = AlarmSettings

  static let name = "alarms"
}

/// The system: a clock, a store, one alarm per identifier and one piece of deferred work.
struct AlarmSystem: Platform {
  struct Alarm: Equatable {
    var info: RequestInfo
    var time: Int64
  }

  var wallMilliseconds: Int64 = 0
  var uptimeMilliseconds: Int64 = 120_000
  var zone: Zone
  var authorization = AuthorizationStatus.notDetermined
  var battery = BatteryState(level: 80, isCharging: false)
  var isPowerSavingOn = false
  var isProtectedDataAvailable = true
  var applicationState = ApplicationState.foreground
  var telemetry = Telemetry()
  var alarms: [String: Alarm] = [:]
  var workBegins: Int64?
  var fetch: FetchRequest?
  var shown: [ShownNotification] = []
  var lines: [String] = []
  var replies: [Int: PluginReply] = [:]
  private(set) var scheduleRows: [ScheduleRow] = [] { didSet { revisions.schedules += 1 } }
  private(set) var ledgerRows: [LedgerRow] = [] { didSet { revisions.ledger += 1 } }
  private(set) var contentRows: [ContentRow] = [] { didSet { revisions.contents += 1 } }
  private(set) var revisions = StorageRevisions()
  private(set) var historyRows: [HistoryRow] = []
  private(set) var missedRows: [MissedNotification] = []
  private var values: [StorageKey: StoredValue] = [:]

  init(zone: Zone) { self.zone = zone }

  mutating func zone(named identifier: String) -> Zone? { try? Zone(identifier: identifier) }
  let asksAfterDenial = false
  mutating func requestAuthorization() { lines.append("(the person is asked)") }
  mutating func startFetch(_ request: FetchRequest) -> Int {
    fetch = request
    return 1
  }
  mutating func cancelFetch(_ number: Int) { fetch = nil }
  let isKeychainReadable = true
  func signature(of message: [UInt8], by did: String) -> [UInt8]? {
    TestKeys.standard.signature(of: message, by: did)
  }
  mutating func log(_ message: LogMessage) {
    if message.level > .debug { lines.append(message.text) }
  }
  mutating func notifyHost(_ event: HostEvent) {}
  mutating func settle(_ call: PluginCall, with reply: PluginReply) {
    replies[call.number] = reply
  }
  mutating func entryBegan(_ entry: PluginEntry) {}
  mutating func entryEnded(_ entry: PluginEntry) {}

  func value(_ key: StorageKey) -> StoredValue? { values[key] }
  mutating func setValue(_ value: StoredValue?, for key: StorageKey) { values[key] = value }
  mutating func writeSchedule(_ row: ScheduleRow) {
    removeSchedule(row.id, kind: row.kind)
    scheduleRows.append(row)
  }
  mutating func removeSchedule(_ id: String, kind: String) {
    scheduleRows.removeAll { $0.id == id && $0.kind == kind }
  }
  mutating func writeLedger(_ row: LedgerRow) {
    removeLedger(row)
    ledgerRows.append(row)
  }
  mutating func removeLedger(_ row: LedgerRow) {
    ledgerRows.removeAll { $0.isSameRevision(as: row) }
  }
  func content(for occurrence: Int64, _ kind: ScheduleKind) -> ContentRow? {
    contentRows.first { $0.scheduledFor == occurrence && $0.kind == kind }
  }
  mutating func writeContent(_ row: ContentRow) {
    removeContent(scheduledFor: row.scheduledFor, row.kind)
    contentRows.append(row)
  }
  mutating func removeContent(scheduledFor: Int64, _ kind: ScheduleKind) {
    contentRows.removeAll { $0.scheduledFor == scheduledFor && $0.kind == kind }
  }
  mutating func removeContent(before time: Int64, now: Int64) {
    contentRows.removeAll { $0.scheduledFor < time && !(time...now ~= $0.fetchedAt) }
  }
  mutating func appendHistory(_ row: HistoryRow) { historyRows.append(row) }
  mutating func appendMissed(_ row: MissedNotification) { missedRows.append(row) }
  mutating func removeMissed(before detectedAt: Int64) {
    missedRows.removeAll { $0.detectedTime < detectedAt }
  }
  mutating func removeHistory(before deliveredAt: Int64) {
    historyRows.removeAll { $0.deliveredAt < deliveredAt }
  }
}

/// Delivery by alarms: the next occurrence of each schedule has one.
struct Alarms: OccurrenceDelivery {
  static let capacity = 500
  /// How many of the shown notifications were handed out.
  private var shownCount = 0
  var isReplanOwed: Bool { false }

  func hasRoom(forSchedules count: Int, on platform: AlarmSystem) -> Bool {
    count <= Alarms.capacity
  }
  static func isRepeatedBySystem(_ schedule: Schedule) -> Bool { false }
  func load(on platform: inout AlarmSystem) {}
  func requestExactTimes(on platform: inout AlarmSystem) -> CallOutcome { .reply([:]) }
  func replanAfterWithdrawals() {}

  func slot(
    for schedule: Schedule, _ next: Occurrence, _ ledger: Ledger, on platform: inout AlarmSystem
  ) throws(Rejection) -> DeliverySlot? {
    DeliverySlot(identifier: schedule.identifier)
  }

  func arm(
    _ arming: Arming, _ contents: inout Contents, on platform: inout AlarmSystem
  ) throws(Rejection) {
    set(arming.schedule, arming.next, on: &platform)
  }

  mutating func replan(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: inout Contents,
    on platform: inout AlarmSystem
  ) -> ReplanResult {
    var result = ReplanResult()
    result.isArmedKnown = true
    for (place, schedule) in schedules.enumerated() {
      guard let next = schedule.nextOccurrence(after: platform.wallMilliseconds) else { continue }
      if platform.alarms[schedule.identifier]?.time == next.time {
        result.verified += 1
      } else {
        set(schedule, next, on: &platform)
        result.added += 1
      }
      let entry = ArmedOccurrence(wallMinute: next.wallMinute, plannedTime: next.time)
      result.armed.append(ArmedRequest(schedule: place, entry: entry))
    }
    return result
  }

  func clockWentBack(from earlier: Int64, on platform: AlarmSystem) {}

  /// It plans at each entry.
  func isUnchanged(on platform: AlarmSystem) -> Bool { false }

  private func set(_ schedule: Schedule, _ next: Occurrence, on platform: inout AlarmSystem) {
    let info = schedule.defaultContent(next).info
    platform.alarms[schedule.identifier] = AlarmSystem.Alarm(info: info, time: next.time)
  }

  /// The text is chosen when the alarm fires.
  func updateContent(
    _ kind: ScheduleKind, of schedules: [Schedule], _ contents: inout Contents,
    on platform: inout AlarmSystem
  ) -> Bool { false }

  func withdrawAll(on platform: inout AlarmSystem) { platform.alarms = [:] }
  func withdraw(_ id: String, _ kind: ScheduleKind, on platform: inout AlarmSystem) {
    platform.alarms[OccurrenceIdentifier(kind, id).text] = nil
  }

  func foreignCount(on platform: AlarmSystem) -> Int { 0 }
  func armedCount(on platform: AlarmSystem) -> Int { platform.alarms.count }
  func isHeld(_ row: LedgerRow, _ entry: ArmedOccurrence, on platform: AlarmSystem) -> Bool {
    platform.alarms.values.contains {
      row.owns($0.info) && $0.info.wallMinute == entry.wallMinute
    }
  }
  func holdsUnnamed(by row: LedgerRow, on platform: AlarmSystem) -> Bool {
    platform.alarms.values.contains { row.owns($0.info) && row.index(of: $0.info) == nil }
  }
  func held(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: AlarmSystem
  ) -> ArmedOccurrence? {
    let alarm = platform.alarms.values.first { schedule.isFor($0.info, occurrence) }
    return alarm.map {
      ArmedOccurrence(wallMinute: $0.info.wallMinute, plannedTime: $0.info.plannedTime)
    }
  }
  func repeatingTrigger(_ row: LedgerRow, on platform: AlarmSystem) -> Int64? { nil }
  func repeatingRequest(_ row: LedgerRow, on platform: AlarmSystem) -> Int64? { nil }
  func isArmed(_ id: String, _ kind: ScheduleKind, on platform: AlarmSystem) -> Bool {
    platform.alarms[OccurrenceIdentifier(kind, id).text] != nil
  }
  func nextTime(
    of kind: ScheduleKind?, _ id: String?, _ ledger: Ledger, on platform: AlarmSystem
  ) -> Int64? {
    platform.alarms.values.filter {
      (kind == nil || $0.info.kind == kind) && (id == nil || $0.info.scheduleID == id)
    }.map(\.time).min()
  }
  func audit(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: Contents, on platform: AlarmSystem
  ) -> DeliveryAudit {
    let isComplete = schedules.allSatisfy { platform.alarms[$0.identifier] != nil }
    return DeliveryAudit(
      expected: schedules.count, nextTime: nextTime(of: nil, nil, ledger, on: platform),
      isAnyAhead: !platform.alarms.isEmpty, isComplete: isComplete, isExact: isComplete)
  }
  func rebuilt(
    _ broken: ScheduleRow, dualTime: CronExpression?, on platform: AlarmSystem
  ) -> ScheduleRow? { nil }

  mutating func takeShown(on platform: AlarmSystem) -> [ShownNotification] {
    defer { shownCount = platform.shown.count }
    return Array(platform.shown.dropFirst(shownCount))
  }
}

/// Deferred work, which this system never refuses.
struct DeferredWork: BackgroundWork {
  static let aheadMilliseconds: Int64 = 1
  static let upstreamRetries = RetryRules.three
  func canSubmit(on platform: AlarmSystem) -> Bool { true }
  var refusal: Rejection { .notConfigured }

  func load(on platform: inout AlarmSystem) {}
  func resume() {}
  func checkAllowed(on platform: AlarmSystem) throws(Rejection) {}
  static var division: WorkDivision { .one }
  static func scope(of task: LaunchedTask) -> WorkScope { .every }
  func pendingBeginDate(_ scope: WorkScope, on platform: AlarmSystem) -> Int64? {
    platform.workBegins
  }
  func submit(
    beginDate: Int64, _ scope: WorkScope, on platform: inout AlarmSystem
  ) -> Bool {
    platform.workBegins = beginDate
    platform.lines.append("(work may begin at \(ISO8601.text(beginDate)))")
    return true
  }
  func cancel(_ scope: WorkScope, on platform: inout AlarmSystem) { platform.workBegins = nil }
  func log(_ event: WorkEvent, on platform: inout AlarmSystem) {
    switch event {
    case .started: platform.lines.append("(work begins)")
    case .expired: platform.lines.append("(work is stopped)")
    case .missed: platform.lines.append("(work has not begun)")
    }
  }
  func complete(_ task: LaunchedTask, success: Bool, on platform: inout AlarmSystem) {
    platform.lines.append("(work is done: \(success))")
  }
}

/// Exact alarms are allowed, and every settings page can be opened.
enum AlarmSettings: SystemSettings {
  static func channel(
    _ identifier: String, on platform: AlarmSystem
  ) -> (isEnabled: Bool, importance: Int64) { (true, 4) }
  static func allowsExactAlarms(on platform: AlarmSystem) -> Bool { true }
  static func reportedExactAlarm(on platform: AlarmSystem) -> Bool { true }
  static func isOptimizationExempt(on platform: AlarmSystem) -> Bool { true }
  static func backgroundRefresh(on platform: AlarmSystem) -> String { "available" }
  static func open(_ page: SystemPage, on platform: inout AlarmSystem) -> Bool { true }
  static func address(of page: SystemPage) -> String { "alarms:" }
}

extension Plugin {
  /// Fires an alarm: chooses the text, shows it and sets the next alarm.
  mutating func alarmFired(
    _ identifier: String, on platform: inout AlarmSystem
  ) where Family == AlarmFamily {
    guard let alarm = platform.alarms.removeValue(forKey: identifier) else { return }
    let occurrence = Occurrence(time: alarm.info.plannedTime, wallMinute: alarm.info.wallMinute)
    for schedule in readSchedules(on: &platform) where schedule.owns(alarm.info) {
      let content = contents.best(for: schedule, occurrence, on: &platform)
      platform.shown.append(
        ShownNotification(content: content, deliveredAt: platform.wallMilliseconds))
    }
    run(.delegate, on: &platform) { _, _ in }
  }
}
