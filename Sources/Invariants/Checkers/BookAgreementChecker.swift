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
  ///
  /// Kept small: when a request goes, the readings of all later ones move up.
  private struct Reading: Sendable {
    let plannedTime: Int64
    let wallMinute: Int64
    let revision: Int64
    /// The place of its schedule among the rows; −1 when it is not stored or not enabled.
    let place: Int32
    let purpose: RequestPurpose

    /// The place of its schedule among the rows; nil when it is not stored or not enabled.
    var row: Int? { place < 0 ? nil : Int(place) }

    /// Whether it is of an occurrence whose schedule is not stored.
    var isOrphan: Bool { row == nil && purpose == .occurrence }
  }

  /// What a stored schedule is.
  private struct Row: Sendable {
    let id: String
    let text: String
    let kind: ScheduleKind?
    let isEnabled: Bool
  }

  /// What the pending list must have for a stored schedule, and whether it has it.
  private struct Need: Sendable {
    var next: Int64?
    var after: Int64?
    var hasNext = false
    var hasAfter = false
    var hasAny = false
    /// Whether what it has is to be looked up among all readings.
    var isOpen = true

    /// Takes note of a request of the schedule.
    @inline(__always)
    mutating func note(_ plannedTime: Int64) {
      hasAny = true
      if plannedTime == next {
        hasNext = true
      } else if plannedTime == after {
        hasAfter = true
      }
    }
  }

  private var checkedEntries = 0
  private var hasRemovedBlindly = false
  /// Whether a write failed in the latest entry: then what is stored is not what the plugin knows.
  private var hasWriteFailed = false
  /// How many requests of the plugin were shown since the latest entry began; they took up places
  /// in the window while that entry filled it.
  private var shownCount = 0
  private var readings: [Reading] = []
  /// The numbers of the requests that were read.
  private var numbers: [Int] = []
  /// How many of the readings, from the first, have been held against all earlier ones.
  private var comparedCount = 0
  /// How many of the readings are of other code.
  private var foreignCount = 0
  /// How many of the readings are of occurrences whose schedule is not stored.
  private var orphanCount = 0
  /// No wall minute in the readings is later: what is later still has no double among them.
  private var latestMinute = Int64.min
  private var rows: [Row] = []
  private var needs: [Need] = []

  /// The system or other code took requests away: nothing can agree before the next entry.
  mutating func disturbed(_ device: Device) {
    checkedEntries = device.os.plannedEntryCount
  }

  mutating func entryBegan(_ entry: PluginEntry) {
    guard entry.hasEntrySteps else { return }
    hasWriteFailed = false
    shownCount = 0
  }

  mutating func delivered(_ item: VisibleNotification) {
    if !item.isRepeating, item.content.info.purpose != .foreign { shownCount += 1 }
  }

  mutating func writeFailed() { hasWriteFailed = true }

  /// Requests are to be removed while the plugin reads nothing: only a call can mean that.
  @inline(never)
  mutating func removalStarted(_ sequence: UInt64, _ device: Device) {
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

  mutating func check(_ device: Device, _ reader: inout StorageReader) -> String? {
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
    // What a receiver is about to show has no alarm any more.
    guard !device.os.isRemovalInFlight, !device.os.isReceiverRunning else { return nil }
    checkedEntries = device.os.plannedEntryCount
    reader.readSettingsOnce(of: device)
    readRows(device)
    readRequests(device)
    return orphan(device) ?? duplicate(device) ?? (hasWriteFailed ? nil : lacking(device, &reader))
  }

  /// Reads which schedules are stored; when they have changed, all requests are read again.
  private mutating func readRows(_ device: Device) {
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
    needs = [Need](repeating: Need(), count: rows.count)
    readings.removeAll()
    numbers.removeAll()
    comparedCount = 0
    foreignCount = 0
    orphanCount = 0
    latestMinute = .min
  }

  /// A postponed notification, and one of other code, stands for no schedule.
  private static func place(of content: NotificationContent, in rows: [Row]) -> Int? {
    guard content.info.isOccurrence else { return nil }
    for place in rows.indices
    where rows[place].isEnabled && rows[place].kind == content.info.kind
      && rows[place].id == content.info.scheduleID
    {
      return place
    }
    return nil
  }

  /// Reads the pending list: drops what has gone, adds what is new, in the order of the list.
  private mutating func readRequests(_ device: Device) {
    let requests = device.pending
    let count = requests.count
    var next = requests.firstPlace(from: 0, otherThan: numbers)
    // Mostly one has gone: the others move up.
    while next < numbers.count {
      numbers.remove(at: next)
      forget(readings.remove(at: next))
      if next < comparedCount { comparedCount -= 1 }
      next = requests.firstPlace(from: next, otherThan: numbers)
    }
    while next < count {
      let content = requests.content(at: next)
      let reading = Reading(
        plannedTime: content.info.plannedTime, wallMinute: content.info.wallMinute,
        revision: content.info.revision,
        place: Int32(BookAgreementChecker.place(of: content, in: rows) ?? -1),
        purpose: content.info.purpose)
      numbers.append(requests.number(at: next))
      readings.append(reading)
      if let row = reading.row { needs[row].note(reading.plannedTime) }
      if reading.purpose == .foreign { foreignCount += 1 }
      if reading.isOrphan { orphanCount += 1 }
      next += 1
    }
  }

  /// A request has gone: its schedule may have another one for the same occurrence.
  private mutating func forget(_ reading: Reading) {
    if let row = reading.row { needs[row].isOpen = true }
    if reading.purpose == .foreign { foreignCount -= 1 }
    if reading.isOrphan { orphanCount -= 1 }
  }

  private func orphan(_ device: Device) -> String? {
    if orphanCount == 0 { return nil }
    for index in readings.indices
    where readings[index].isOrphan && !isOfEarlierRevision(index, device) {
      let identifier = device.pending[index].identifier
      return "'\(identifier)' is pending and its schedule is not stored"
    }
    return nil
  }

  /// Whether a request is on its way that an earlier revision of a stored schedule has left; what
  /// fires once may have ended meanwhile.
  private func isOfEarlierRevision(_ index: Int, _ device: Device) -> Bool {
    guard isOnItsWay(index, device) else { return false }
    let info = device.pending.content(at: index).info
    return device.os.storage.schedules.contains {
      $0.isNamed(info.scheduleID, info.kind) && $0.revision > info.revision
    }
  }

  /// An occurrence that has two requests, though a change of zone may have moved one of them.
  ///
  /// A cron expression can come twice at a time of day on which the clocks change. What is on its
  /// way of an earlier revision may stand beside the new one's, and a journey of a whole day gives
  /// two dates the same instant.
  private mutating func duplicate(_ device: Device) -> String? {
    while comparedCount < readings.count {
      let index = comparedCount
      let isLatest = readings[index].wallMinute > latestMinute
      if isLatest { latestMinute = readings[index].wallMinute }
      guard let row = readings[index].row, !isLatest else {
        comparedCount += 1
        continue
      }
      let plannedTime = readings[index].plannedTime
      let isDual = rows[row].kind == .dual
      var earlier = firstAtSameMinute(as: index, from: 0)
      while earlier < index {
        if readings[earlier].row == row,
          readings[earlier].revision == readings[index].revision
            || !isOnItsWay(earlier, device) && !isOnItsWay(index, device),
          !isDual || readings[earlier].plannedTime == plannedTime
        {
          return "'\(rows[row].id)' has two requests for \(ISO8601.text(plannedTime))"
        }
        earlier = firstAtSameMinute(as: index, from: earlier + 1)
      }
      comparedCount += 1
    }
    return nil
  }

  /// The first place from one on whose wall minute is that of a later reading, or that one's place.
  private func firstAtSameMinute(as index: Int, from start: Int) -> Int {
    readings.withUnsafeBufferPointer { buffer in
      guard let readings = buffer.baseAddress else { return index }
      let wallMinute = readings[index].wallMinute
      var place = start
      while place < index, readings[place].wallMinute != wallMinute { place += 1 }
      return place
    }
  }

  /// Whether a request has come due, or shows at once what was on its way.
  private func isOnItsWay(_ index: Int, _ device: Device) -> Bool {
    let pending = device.pending
    return pending.isOverdue(at: index)
      || pending[index].triggerMilliseconds <= device.os.clocks.wall(at: device.os.clocks.now)
        + 2_000
  }

  private mutating func lacking(_ device: Device, _ reader: inout StorageReader) -> String? {
    let now = device.os.clocks.wall(at: device.os.clocks.now)
    for index in rows.indices where rows[index].isEnabled {
      if rows[index].kind == .reminder {
        ask(index, for: reader.nextOccurrence(ofRow: index, after: now, on: device), nil)
      } else {
        let (next, after) = reader.nextTwo(ofRow: index, after: now, on: device)
        ask(index, for: next, after)
      }
    }
    noteRequests()
    noteOnTheirWay(device)
    let placesLeft = max(0, BookAgreementChecker.placesLeft - foreignCount)
    let isFull = readings.count + shownCount >= device.os.pendingMax - placesLeft
    for index in rows.indices where rows[index].isEnabled {
      if needs[index].next != nil, needs[index].hasNext, needs[index].hasAfter { continue }
      if let finding = lacking(
        rows[index], needs[index], isFull: isFull, isDualSkipped: reader.dual?.isSkipped == true)
      {
        return finding
      }
    }
    return nil
  }

  /// What a row must have requests for now.
  @inline(__always)
  private mutating func ask(_ row: Int, for next: Int64?, _ after: Int64?) {
    if needs[row].isOpen || needs[row].next != next || needs[row].after != after {
      needs[row] = Need(next: next, after: after)
    }
  }

  /// Notes which occurrences of the rows that are open the requests stand for.
  private mutating func noteRequests() {
    var (open, openCount) = (0, 0)
    for row in needs.indices where needs[row].isOpen {
      open = row
      openCount += 1
    }
    guard openCount > 0 else { return }
    // Mostly one occurrence has passed.
    if openCount == 1 { return noteRequests(ofRow: open) }
    let readings = readings
    needs.withUnsafeMutableBufferPointer { needs in
      for reading in readings {
        guard let row = reading.row, needs[row].isOpen else { continue }
        needs[row].note(reading.plannedTime)
      }
      for row in needs.indices { needs[row].isOpen = false }
    }
  }

  /// Notes which occurrences of one row, the only open one, the requests stand for.
  private mutating func noteRequests(ofRow row: Int) {
    var index = firstReading(ofRow: row, from: 0)
    while index < readings.count {
      needs[row].note(readings[index].plannedTime)
      index = firstReading(ofRow: row, from: index + 1)
    }
    needs[row].isOpen = false
  }

  /// The first reading of a row from a place on; the count of all when there is none.
  private func firstReading(ofRow row: Int, from start: Int) -> Int {
    readings.withUnsafeBufferPointer { readings in
      guard let first = readings.baseAddress else { return 0 }
      let place = Int32(truncatingIfNeeded: row)
      // No range here: its iterator checks each place.
      var index = start
      while index < readings.count, first[index].place != place { index &+= 1 }
      return index
    }
  }

  /// What is on its way stands for its date, though zone or clock have put that ahead again; only
  /// this time, so that its row is looked up again.
  private mutating func noteOnTheirWay(_ device: Device) {
    let pending = device.pending
    // An alarm for a time that has passed fires a few seconds after it was set.
    let isAndroid = device.os.isAndroid
    guard isAndroid || pending.isAnyOverdue else { return }
    for index in readings.indices
    where pending.isOverdue(at: index) || isAndroid && isOnItsWay(index, device) {
      guard let row = readings[index].row,
        readings[index].wallMinute == device.os.storage.schedules[row].wallMinute
      else { continue }
      needs[row].hasNext = true
      needs[row].hasAfter = true
      needs[row].isOpen = true
    }
  }

  /// How many places the plugin leaves to other code of the app.
  private static let placesLeft = 8

  /// Whether a schedule has a request for a later occurrence than its next.
  private var hasReserve: Bool {
    readings.contains { reading in
      guard let row = reading.row, let next = needs[row].next else { return false }
      return reading.plannedTime > next
    }
  }

  private func lacking(
    _ row: Row, _ need: Need, isFull: Bool, isDualSkipped: Bool
  ) -> String? {
    switch row.kind {
    case nil: return "schedule '\(row.id)' is of no known kind"
    case .reminder?:
      let isInOrder = need.next == nil || need.hasAny || isFull && !hasReserve
      return isInOrder ? nil : "reminder '\(row.id)' has no request"
    case .dual? where isDualSkipped: return nil
    case .daily?, .dual?:
      guard let next = need.next else { return "schedule '\(row.id)' does not decode" }
      if !need.hasNext, !isFull || hasReserve {
        return "'\(row.id)' has no request for its next occurrence \(ISO8601.text(next))"
      }
      guard let after = need.after, !need.hasAfter, !isFull else { return nil }
      return "'\(row.id)' has no reserve for \(ISO8601.text(after))"
    }
  }
}
