import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// 2: stored schedules and the pending list agree whenever a plugin entry has ended and removals
/// are settled.
///
/// Agreement: each enabled schedule has a request for its next occurrence before any schedule has
/// one for a later occurrence, and, while the window has room beside what other code has pending,
/// for the one after it;
/// a reminder has one request; a dual notification that is skipped
/// without content has none or one; no request belongs to a schedule that is not stored; no
/// occurrence has two requests. While the plugin cannot read what is stored it has to leave the
/// list alone.
///
/// The list is read whole each time; of a request whose number has been met before, which can say
/// nothing else than it did, only the number is read. So a check takes time in proportion to what
/// is pending and to what is stored, not to the product.
struct BookAgreementChecker: Sendable {
  /// What a pending request says.
  private struct Reading: Sendable {
    let number: Int
    let plannedTime: Int64
    let wallMinute: Int64
    let purpose: RequestPurpose
    let revision: Int64
    /// The place of its schedule among the rows; nil when it is not stored or not enabled.
    var row: Int?
    /// Whether it has been held against all earlier ones.
    var isCompared = false
  }

  /// What a stored schedule is, and what the pending list must have for it.
  private struct Row: Sendable {
    let id: String
    let text: String
    let kind: ScheduleKind?
    let isEnabled: Bool
    var next: Int64?
    var after: Int64?
    var hasNext = false
    var hasAfter = false
    var hasAny = false
  }

  private var checkedEntries = 0
  private var hasRemovedBlindly = false
  /// Whether a write failed in the latest entry: then what is stored is not what the plugin knows.
  private var hasWriteFailed = false
  private var readings: [Reading] = []
  private var rows: [Row] = []

  private var reader = StorageReader()

  /// The system or other code took requests away: nothing can agree before the next entry.
  mutating func disturbed(_ device: borrowing Device) {
    checkedEntries = device.os.plannedEntryCount
  }

  mutating func entryBegan(_ entry: PluginEntry) {
    if entry.hasEntrySteps { hasWriteFailed = false }
  }

  mutating func writeFailed() { hasWriteFailed = true }

  /// Requests are to be removed while the plugin reads nothing: only a call can mean that.
  @inline(never)
  mutating func removalStarted(_ sequence: UInt64, _ device: borrowing Device) {
    var earlier = sequence
    while earlier > device.os.trace.oldestSequence {
      earlier -= 1
      guard case .plugin(.entry(let entry))? = device.os.trace.record(earlier)?.payload else {
        continue
      }
      if entry != .call { hasRemovedBlindly = true }
      return
    }
  }

  mutating func check(_ device: borrowing Device) -> String? {
    if hasRemovedBlindly {
      hasRemovedBlindly = false
      return "requests were removed while the schedules could not be read"
    }
    guard device.os.plannedEntryCount != checkedEntries else { return nil }
    guard device.os.authorization.allowsNotifications, device.os.process.state.isAlive,
      device.os.isStorageReadable, !device.os.isAndroid || device.os.canScheduleExactAlarms
    else {
      // Nothing may be armed before the first entry after a grant.
      checkedEntries = device.os.plannedEntryCount
      return nil
    }
    guard !device.os.isRemovalInFlight else { return nil }
    checkedEntries = device.os.plannedEntryCount
    reader.readSettings(of: device)
    readRows(device)
    readRequests(device)
    return orphan(device) ?? duplicate(device) ?? (hasWriteFailed ? nil : lacking(device))
  }

  /// Reads which schedules are stored; when they have changed, all requests are read again.
  private mutating func readRows(_ device: borrowing Device) {
    let count = device.os.storage.schedules.count
    var isSame = rows.count == count
    var index = 0
    while isSame, index < count {
      isSame =
        rows[index].isEnabled == device.os.storage.schedules[index].isEnabled
        && rows[index].id == device.os.storage.schedules[index].id
        && rows[index].text == device.os.storage.schedules[index].kind
      index += 1
    }
    if isSame { return }
    rows = device.os.storage.schedules.map {
      Row(id: $0.id, text: $0.kind, kind: $0.decodedKind, isEnabled: $0.isEnabled)
    }
    readings.removeAll()
  }

  /// A postponed notification, and one of other code, stands for no schedule.
  private func place(of info: RequestInfo) -> Int? {
    guard info.isOccurrence else { return nil }
    return rows.firstIndex { $0.isEnabled && $0.kind == info.kind && $0.id == info.scheduleID }
  }

  /// Reads the pending list: drops what has gone, adds what is new, in the order of the list.
  private mutating func readRequests(_ device: borrowing Device) {
    let requests = device.pending
    let count = requests.count
    var next = 0
    while next < count, next < readings.count,
      readings[next].number == requests.number(at: next)
    {
      next += 1
    }
    // Mostly one has gone: the others move up.
    while next < readings.count {
      if next < count, readings[next].number == requests.number(at: next) {
        next += 1
      } else {
        readings.remove(at: next)
      }
    }
    while next < count {
      let info = requests.content(at: next).info
      readings.append(
        Reading(
          number: requests.number(at: next), plannedTime: info.plannedTime,
          wallMinute: info.wallMinute, purpose: info.purpose, revision: info.revision,
          row: place(of: info)))
      next += 1
    }
  }

  private func orphan(_ device: borrowing Device) -> String? {
    for index in readings.indices
    where readings[index].row == nil && readings[index].purpose == .occurrence {
      let identifier = device.pending[index].identifier
      return "'\(identifier)' is pending and its schedule is not stored"
    }
    return nil
  }

  /// An occurrence that has two requests, though a change of zone may have moved one of them.
  ///
  /// A cron expression can come twice at a time of day on which the clocks change. What is on its
  /// way of an earlier revision may stand beside the new one's, and a journey of a whole day gives
  /// two dates the same instant.
  private mutating func duplicate(_ device: borrowing Device) -> String? {
    for index in readings.indices where !readings[index].isCompared {
      guard let row = readings[index].row else { continue }
      let (plannedTime, wallMinute) = (readings[index].plannedTime, readings[index].wallMinute)
      let isDual = rows[row].kind == .dual
      for earlier in 0..<index
      where readings[earlier].row == row && readings[earlier].wallMinute == wallMinute
        && (readings[earlier].revision == readings[index].revision
          || !isOnItsWay(earlier, device) && !isOnItsWay(index, device))
        && (!isDual || readings[earlier].plannedTime == plannedTime)
      {
        return "'\(rows[row].id)' has two requests for \(ISO8601.text(plannedTime))"
      }
      readings[index].isCompared = true
    }
    return nil
  }

  /// Whether a request has come due, or shows at once what was on its way.
  private func isOnItsWay(_ index: Int, _ device: borrowing Device) -> Bool {
    let pending = device.pending
    return pending.isOverdue(at: index)
      || pending[index].triggerMilliseconds <= device.os.clocks.wall(at: device.os.clocks.now)
        + 2_000
  }

  private mutating func lacking(_ device: borrowing Device) -> String? {
    let now = device.os.clocks.wall(at: device.os.clocks.now)
    for index in rows.indices where rows[index].isEnabled {
      rows[index].next = reader.nextOccurrence(ofRow: index, after: now, on: device)
      rows[index].after = nil
      if let next = rows[index].next, rows[index].kind != .reminder {
        rows[index].after = reader.nextOccurrence(ofRow: index, after: next, on: device)
      }
      rows[index].hasNext = false
      rows[index].hasAfter = false
      rows[index].hasAny = false
    }
    noteRequests(device)
    var foreign = 0
    for index in readings.indices where readings[index].purpose == .foreign { foreign += 1 }
    let placesLeft = max(0, BookAgreementChecker.placesLeft - foreign)
    let isFull = readings.count >= device.os.pendingMax - placesLeft
    for index in rows.indices where rows[index].isEnabled {
      if rows[index].next != nil, rows[index].hasNext, rows[index].hasAfter { continue }
      if let finding = lacking(rows[index], isFull: isFull) { return finding }
    }
    return nil
  }

  /// Notes which occurrences of the rows the requests stand for.
  private mutating func noteRequests(_ device: borrowing Device) {
    let pending = device.pending
    for index in readings.indices {
      guard let row = readings[index].row else { continue }
      let time = readings[index].plannedTime
      if !rows[row].hasAny { rows[row].hasAny = true }
      if time == rows[row].next {
        rows[row].hasNext = true
      } else if time == rows[row].after {
        rows[row].hasAfter = true
      }
      // What is on its way stands for its date, though zone or clock have put that ahead again.
      if pending.isOverdue(at: index),
        readings[index].wallMinute == device.os.storage.schedules[row].wallMinute
      {
        rows[row].hasNext = true
        rows[row].hasAfter = true
      }
    }
  }

  /// How many places the plugin leaves to other code of the app.
  private static let placesLeft = 8

  /// Whether a schedule has a request for a later occurrence than its next.
  private var hasReserve: Bool {
    readings.contains { reading in
      guard let row = reading.row, let next = rows[row].next else { return false }
      return reading.plannedTime > next
    }
  }

  private func lacking(_ row: Row, isFull: Bool) -> String? {
    switch row.kind {
    case nil: return "schedule '\(row.id)' is of no known kind"
    case .reminder?:
      let isInOrder = row.next == nil || row.hasAny || isFull && !hasReserve
      return isInOrder ? nil : "reminder '\(row.id)' has no request"
    case .dual? where reader.dual?.isSkipped == true: return nil
    case .daily?, .dual?:
      guard let next = row.next else { return "schedule '\(row.id)' does not decode" }
      if !row.hasNext, !isFull || hasReserve {
        return "'\(row.id)' has no request for its next occurrence \(ISO8601.text(next))"
      }
      guard let after = row.after, !row.hasAfter, !isFull else { return nil }
      return "'\(row.id)' has no reserve for \(ISO8601.text(after))"
    }
  }
}
