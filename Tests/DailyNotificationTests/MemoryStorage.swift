@testable import DailyNotification

/// The store of a test phone, in memory; `isFull` keeps what is there and refuses writes.
struct MemoryStore {
  var scheduleRows: [ScheduleRow] = [] { didSet { revisions.schedules += 1 } }
  var ledgerRows: [LedgerRow] = [] { didSet { revisions.ledger += 1 } }
  var contentRows: [ContentRow] = [] { didSet { revisions.contents += 1 } }
  private(set) var revisions = StorageRevisions()
  var historyRows: [HistoryRow] = []
  var missedRows: [MissedNotification] = []
  var values: [StorageKey: StoredValue] = [:]
  var telemetry = Telemetry()
  var isFull = false
}

/// A test phone with such a store; before the first unlock it reads as empty.
protocol MemoryStorage: StorageAccess {
  var store: MemoryStore { get set }
}

extension MemoryStorage {
  private var readable: MemoryStore { isProtectedDataAvailable ? store : MemoryStore() }
  private var isWritable: Bool { isProtectedDataAvailable && !store.isFull }

  var revisions: StorageRevisions { readable.revisions }
  func value(_ key: StorageKey) -> StoredValue? { readable.values[key] }
  mutating func setValue(_ value: StoredValue?, for key: StorageKey) {
    if isWritable { store.values[key] = value }
  }
  var scheduleRows: [ScheduleRow] { readable.scheduleRows }
  mutating func writeSchedule(_ row: ScheduleRow) {
    guard isWritable else { return }
    store.scheduleRows.removeAll { $0.id == row.id && $0.kind == row.kind }
    store.scheduleRows.append(row)
    store.scheduleRows.sort { ($0.kind, $0.id) < ($1.kind, $1.id) }
  }
  mutating func removeSchedule(_ id: String, kind: String) {
    store.scheduleRows.removeAll { $0.id == id && $0.kind == kind }
  }
  var ledgerRows: [LedgerRow] { readable.ledgerRows }
  mutating func writeLedger(_ row: LedgerRow) {
    guard isWritable else { return }
    store.ledgerRows.removeAll { $0.isSameRevision(as: row) }
    store.ledgerRows.append(row)
  }
  mutating func removeLedger(_ row: LedgerRow) {
    store.ledgerRows.removeAll { $0.isSameRevision(as: row) }
  }
  var contentRows: [ContentRow] { readable.contentRows }
  func content(for occurrence: Int64, _ kind: ScheduleKind) -> ContentRow? {
    readable.contentRows.first { $0.scheduledFor == occurrence && $0.kind == kind }
  }
  mutating func writeContent(_ row: ContentRow) {
    guard isWritable else { return }
    removeContent(scheduledFor: row.scheduledFor, row.kind)
    store.contentRows.append(row)
    store.contentRows.sort { $0.scheduledFor < $1.scheduledFor }
  }
  mutating func removeContent(scheduledFor: Int64, _ kind: ScheduleKind) {
    store.contentRows.removeAll { $0.scheduledFor == scheduledFor && $0.kind == kind }
  }
  mutating func removeContent(before time: Int64, now: Int64) {
    store.contentRows.removeAll { $0.scheduledFor < time && !(time...now ~= $0.fetchedAt) }
  }
  var historyRows: [HistoryRow] { readable.historyRows }
  mutating func appendHistory(_ row: HistoryRow) { if isWritable { store.historyRows.append(row) } }
  var missedRows: [MissedNotification] { readable.missedRows }
  mutating func appendMissed(_ row: MissedNotification) {
    if isWritable { store.missedRows.append(row) }
  }
  mutating func removeMissed(before detectedAt: Int64) {
    store.missedRows.removeAll { $0.detectedTime < detectedAt }
  }
  mutating func removeHistory(before deliveredAt: Int64) {
    store.historyRows.removeAll { $0.deliveredAt < deliveredAt }
  }
  var telemetry: Telemetry {
    get { store.telemetry }
    set { store.telemetry = newValue }
  }
}
