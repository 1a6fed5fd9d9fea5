public import DailyNotification

/// What survives the process: a key-value store, records, and the faults a tester injects.
///
/// A write is all or nothing and reports no error, as UserDefaults does not.
public struct DeviceStorage: Sendable {
  private var values = [StoredValue?](repeating: nil, count: StorageKey.allCases.count)
  /// The stored schedules, ordered by kind and id.
  public private(set) var schedules: [ScheduleRow] = [] { didSet { revisions.schedules += 1 } }
  /// What was armed of each revision, ordered by kind, id and revision.
  public private(set) var ledger: [LedgerRow] = [] { didSet { revisions.ledger += 1 } }
  /// The stored content, ordered by the occurrence it is for.
  public private(set) var contents: [ContentRow] = [] { didSet { revisions.contents += 1 } }
  /// The change numbers of these three tables.
  public private(set) var revisions = StorageRevisions()
  /// The remembered deliveries, oldest first.
  public private(set) var history: [HistoryRow] = []
  /// The remembered misses, in the order they were found.
  public private(set) var misses: [MissedNotification] = []
  /// The plugin's counters.
  public internal(set) var telemetry = Telemetry()
  /// Whether the disk is full: no write succeeds.
  public private(set) var isFull = false
  /// How many writes fail, once those that come before have succeeded.
  public private(set) var failingWrites = 0
  /// How many writes succeed before they fail.
  public private(set) var writesBeforeFailing = 0

  static let historyMax = 1000
  static let contentsMax = 256

  /// A value of the key-value store.
  public func value(_ key: StorageKey) -> StoredValue? { values[key.rawValue] }

  /// Fills the disk, or makes room on it.
  mutating func fillDisk(_ isFull: Bool) { self.isFull = isFull }

  /// Makes writes fail, or with 0 none; the first `after` writes from now on succeed.
  mutating func failWrites(_ count: Int, after: Int = 0) {
    failingWrites = count
    writesBeforeFailing = count == 0 ? 0 : after
  }

  /// Whether the next write succeeds; counts an injected failure down.
  @inline(__always)
  mutating func takesWrite() -> Bool {
    if isFull { return false }
    guard failingWrites > 0 else { return true }
    guard writesBeforeFailing == 0 else {
      writesBeforeFailing -= 1
      return true
    }
    failingWrites -= 1
    return false
  }

  mutating func set(_ value: StoredValue?, for key: StorageKey) {
    values[key.rawValue] = value
  }

  mutating func write(_ row: ScheduleRow) {
    // No closure here: it would copy each row.
    for index in schedules.indices
    where schedules[index].id == row.id && schedules[index].kind == row.kind {
      schedules[index] = row
      return
    }
    let place = schedules.firstIndex { ($0.kind, $0.id) > (row.kind, row.id) }
    schedules.insert(row, at: place ?? schedules.count)
  }

  mutating func removeSchedule(_ id: String, kind: String) {
    schedules.removeAll { $0.id == id && $0.kind == kind }
  }

  mutating func write(_ row: consuming LedgerRow) {
    // No closure here: it would copy each row.
    for index in ledger.indices where ledger[index].isSameRevision(as: row) {
      ledger[index] = row
      return
    }
    let order = (row.kind.rawValue, row.scheduleID, row.revision)
    let place = ledger.firstIndex { ($0.kind.rawValue, $0.scheduleID, $0.revision) > order }
    ledger.insert(row, at: place ?? ledger.count)
  }

  mutating func removeLedger(_ row: LedgerRow) {
    ledger.removeAll { $0.isSameRevision(as: row) }
  }

  /// The content of a kind's occurrence.
  public func content(for occurrence: Int64, _ kind: ScheduleKind) -> ContentRow? {
    contentIndex(for: occurrence, kind).map { contents[$0] }
  }

  @inline(__always)
  private func contentIndex(for occurrence: Int64, _ kind: ScheduleKind) -> Int? {
    // Most questions are about what has no content yet.
    let last = contents.count - 1
    if last < 0 || contents[last].scheduledFor < occurrence { return nil }
    // Most others about what was stored last.
    if contents[last].scheduledFor == occurrence, contents[last].kind == kind { return last }
    return searchContent(for: occurrence, kind)
  }

  private func searchContent(for occurrence: Int64, _ kind: ScheduleKind) -> Int? {
    var index = contentPlace(after: occurrence)
    while index > 0, contents[index - 1].scheduledFor == occurrence {
      index -= 1
      if contents[index].kind == kind { return index }
    }
    return nil
  }

  /// The place after the last content that is for an occurrence or an earlier one.
  private func contentPlace(after occurrence: Int64) -> Int {
    var (low, high) = (0, contents.count)
    while low < high {
      let middle = (low + high) / 2
      if contents[middle].scheduledFor <= occurrence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func write(_ row: ContentRow) {
    if let same = contentIndex(for: row.scheduledFor, row.kind) {
      contents[same] = row
    } else {
      contents.insert(row, at: contentPlace(after: row.scheduledFor))
    }
    if contents.count > DeviceStorage.contentsMax { contents.removeFirst() }
  }

  mutating func removeContent(scheduledFor: Int64, _ kind: ScheduleKind) {
    contents.removeAll { $0.scheduledFor == scheduledFor && $0.kind == kind }
  }

  /// What was fetched lately for an earlier time stays; a fetch in the future counts as none.
  mutating func removeContent(before time: Int64, now: Int64) {
    guard !contents.isEmpty, contents[0].scheduledFor < time else { return }
    // What is for later times, nearly all of it, is not looked at.
    let passed = contentPlace(after: time - 1)
    var kept = 0
    for place in 0..<passed where time...max(time, now) ~= contents[place].fetchedAt {
      if kept != place { contents.swapAt(kept, place) }
      kept += 1
    }
    contents.removeSubrange(kept..<passed)
  }

  mutating func append(_ row: HistoryRow) {
    history.append(row)
    if history.count > DeviceStorage.historyMax { history.removeFirst() }
  }

  mutating func append(_ row: MissedNotification) {
    misses.append(row)
    if misses.count > DeviceStorage.historyMax { misses.removeFirst() }
  }

  mutating func removeMissed(before detectedAt: Int64) {
    guard !misses.isEmpty, misses[0].detectedTime < detectedAt else { return }
    misses.removeAll { $0.detectedTime < detectedAt }
  }

  mutating func removeHistory(before deliveredAt: Int64) {
    guard !history.isEmpty, history[0].deliveredAt < deliveredAt else { return }
    var count = 1
    while count < history.count, history[count].deliveredAt < deliveredAt { count += 1 }
    history.removeFirst(count)
  }

  /// Forgets everything; the disk's faults stay.
  mutating func removeAll() {
    var empty = DeviceStorage()
    empty.isFull = isFull
    empty.failWrites(failingWrites, after: writesBeforeFailing)
    empty.replaces(self)
    self = empty
  }

  /// Stands in another one's place from now on: every table has changed.
  mutating func replaces(_ other: DeviceStorage) {
    revisions.schedules = max(revisions.schedules, other.revisions.schedules) + 1
    revisions.ledger = max(revisions.ledger, other.revisions.ledger) + 1
    revisions.contents = max(revisions.contents, other.revisions.contents) + 1
  }

  /// Damages the latest content; false when there is none.
  mutating func tamper(_ tampering: CacheTampering) -> Bool {
    guard let index = contents.indices.max(by: { contents[$0].fetchedAt < contents[$1].fetchedAt })
    else { return false }
    switch tampering {
    case .invalidJSON: contents[index].bytes = Array("{\"title\":".utf8)
    case .removed: contents.remove(at: index)
    }
    return true
  }
}

/// How a tester damages the cache.
public enum CacheTampering: String, Hashable, Sendable, CaseIterable {
  case invalidJSON
  case removed
}
