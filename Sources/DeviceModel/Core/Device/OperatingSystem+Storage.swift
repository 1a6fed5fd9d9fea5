public import DailyNotification

extension OperatingSystem {
  public var isProtectedDataAvailable: Bool { isStorageReadable }

  public func value(_ key: StorageKey) -> StoredValue? { storage.value(key) }

  public mutating func setValue(_ value: StoredValue?, for key: StorageKey) {
    guard value == nil || takesWrite(key.name) else { return }
    storage.set(value, for: key)
  }

  public var revisions: StorageRevisions { storage.revisions }

  public var scheduleRows: [ScheduleRow] { storage.schedules }

  public mutating func writeSchedule(_ row: ScheduleRow) {
    guard takesWrite("schedule \(row.id)") else { return }
    storage.write(row)
  }

  public mutating func removeSchedule(_ id: String, kind: String) {
    storage.removeSchedule(id, kind: kind)
  }

  public var ledgerRows: [LedgerRow] { storage.ledger }

  public mutating func writeLedger(_ row: consuming LedgerRow) {
    guard takesWrite("ledger of \(row.scheduleID)") else { return }
    storage.write(row)
  }

  public mutating func removeLedger(_ row: LedgerRow) { storage.removeLedger(row) }

  public var contentRows: [ContentRow] { storage.contents }

  public func content(for occurrence: Int64, _ kind: ScheduleKind) -> ContentRow? {
    storage.content(for: occurrence, kind)
  }

  public mutating func writeContent(_ row: ContentRow) {
    guard takesWrite("content") else { return }
    storage.write(row)
  }

  public mutating func removeContent(scheduledFor: Int64, _ kind: ScheduleKind) {
    storage.removeContent(scheduledFor: scheduledFor, kind)
  }

  public mutating func removeContent(before time: Int64, now: Int64) {
    storage.removeContent(before: time, now: now)
  }

  public var historyRows: [HistoryRow] { storage.history }

  public mutating func appendHistory(_ row: HistoryRow) {
    guard takesWrite("history") else { return }
    storage.append(row)
  }

  public var missedRows: [MissedNotification] { storage.misses }

  public mutating func appendMissed(_ row: MissedNotification) {
    guard takesWrite("history") else { return }
    storage.append(row)
  }

  public mutating func removeMissed(before detectedAt: Int64) {
    storage.removeMissed(before: detectedAt)
  }

  public mutating func removeHistory(before deliveredAt: Int64) {
    storage.removeHistory(before: deliveredAt)
  }

  public var telemetry: Telemetry {
    get { storage.telemetry }
    _modify { yield &storage.telemetry }
  }

  @inline(__always)
  private mutating func takesWrite(_ what: @autoclosure () -> String) -> Bool {
    if storage.takesWrite() { return true }
    record(.storage(.writeFailed(what: what())))
    return false
  }
}
