import CivilTime
import DailyNotification
import DeviceModel
import JSONText

/// Reads what checkers need of the phone's storage, by its own means and not the plugin's.
struct StorageReader: Sendable {
  /// What the stored configuration of the dual schedule says.
  struct Dual: Hashable, Sendable {
    var fetch: CronExpression?
    var contentTimeoutMilliseconds: Int64 = 0
    /// Whether nothing is armed without fresh content.
    var isSkipped = false
  }

  private var configuration: String?
  private(set) var ttlMilliseconds: Int64 = 86_400_000
  private(set) var leadMilliseconds: Int64 = 300_000
  /// The lead before the stored configuration changed last, in milliseconds.
  private(set) var earlierLeadMilliseconds: Int64 = 300_000
  /// Whether the lead widens while power is short.
  private(set) var isAdaptive = false
  /// The lead while power is short: threefold, and no longer than content lives.
  var widenedLeadMilliseconds: Int64 {
    max(leadMilliseconds, min(3 * leadMilliseconds, ttlMilliseconds))
  }
  /// The widened lead before the stored configuration changed last, in milliseconds.
  private(set) var earlierWidenedLeadMilliseconds: Int64 = 900_000
  /// How many notifications a day may have.
  private var notificationsPerDay = 20
  /// How many stored schedules have one notification a day.
  private var singleSchedules = 0
  /// How many have as many as their expression or interval asks for: they share what is left.
  private var frequentSchedules = 0
  /// The dates of what fires only once, in days since 1970-01-01.
  private var onceDays: [Int] = []

  /// How many of a date one of these may have.
  private func frequentPerDay(on date: CivilDate) -> Int {
    let once = onceDays.isEmpty ? 0 : onceDays.count { $0 == date.daysSinceEpoch }
    return max(1, (notificationsPerDay - singleSchedules - once) / max(1, frequentSchedules))
  }
  private var dualText: String?
  private(set) var dual: Dual?
  private var zones: [String: Zone] = [:]
  private var expression: CronExpression?
  /// Whether any ledger page said, when the settings were read last, that something was shown that
  /// lies ahead.
  private var isAnyShownAhead = false
  /// The stored schedules as they were read, each with the latest answers about it.
  private var knownRows: [KnownRow] = []
  /// The change number of the stored schedules that were read last; nil before the first time.
  private var readRevision: Int?
  /// Whether the schedules were counted since one of them changed.
  private var isCounted = false
  /// The phone's zone when the settings were read last; the answers hold in it.
  private var deviceZone = ""
  /// Whether something may have been written since the settings were read last.
  private var isOutdated = true

  /// A row as it was read, and the latest answers about it.
  private struct KnownRow: Sendable {
    let row: ScheduleRow
    var latest = Answer()
    var earlier = Answer()
    var pair = Pair()
  }

  /// The first occurrence after each instant in `from..<next`.
  private struct Answer: Sendable {
    var from: Int64 = .max
    var next: Int64 = .min
  }

  /// The first occurrence after each instant in `from..<next`, and the one that follows it.
  private struct Pair: Sendable {
    var from: Int64 = .max
    var next: Int64 = .min
    var after: Int64 = .min
  }

  /// The event that changed the lead has ended: nothing is asked by the earlier one any more.
  mutating func forgetEarlierLead() {
    earlierLeadMilliseconds = leadMilliseconds
    earlierWidenedLeadMilliseconds = widenedLeadMilliseconds
  }

  /// Notes that an event may have written something.
  mutating func eventHappened() { isOutdated = true }

  /// Reads the settings, unless that was done since the latest `eventHappened()`.
  mutating func readSettingsOnce(of device: Device) {
    guard isOutdated else { return }
    isOutdated = false
    readSettings(of: device)
  }

  /// Reads the stored configuration again if it has changed; the contract's defaults otherwise.
  ///
  /// Forgets the answers about rows that have changed, and about all when the phone's zone has.
  /// Belongs before the first question of an event.
  mutating func readSettings(of device: Device) {
    isAnyShownAhead = StorageReader.isAnyShownAhead(on: device)
    if deviceZone != device.os.clocks.zone.identifier {
      deviceZone = device.os.clocks.zone.identifier
      readRevision = nil
      knownRows.removeAll()
    }
    readRows(of: device.os.storage)
    // While the app's data cannot be read, what was read before holds.
    guard device.os.isStorageReadable else { return }
    readDual(of: device)
    if !isCounted { countSchedules(device.os.storage.schedules) }
    let choices = device.os.configuration.knobs.plugin
    if configuration == nil {
      ttlMilliseconds = choices.ttlDefault.seconds * 1000
      leadMilliseconds = choices.leadDefault.minutes * 60_000
    }
    guard case .text(let stored)? = device.os.storage.value(.configuration),
      stored != configuration
    else { return }
    configuration = stored
    guard let value = try? JSONParser.parse(stored) else { return }
    earlierWidenedLeadMilliseconds = widenedLeadMilliseconds
    ttlMilliseconds = (value["ttlSeconds"]?.integerValue ?? 86_400) * 1000
    earlierLeadMilliseconds = leadMilliseconds
    leadMilliseconds = (value["prefetchLeadMinutes"]?.integerValue ?? 5) * 60_000
    notificationsPerDay = Int(value["maxNotificationsPerDay"]?.integerValue ?? 20)
    isAdaptive = value["adaptive"]?.boolValue ?? false
  }

  /// Reads which rows are stored, unless the store's change number says that none has changed.
  private mutating func readRows(of storage: DeviceStorage) {
    guard readRevision != storage.revisions.schedules else { return }
    readRevision = storage.revisions.schedules
    isCounted = false
    let rows = storage.schedules
    if knownRows.count != rows.count {
      knownRows = rows.map { KnownRow(row: $0) }
      return
    }
    for index in rows.indices where knownRows[index].row != rows[index] {
      knownRows[index] = KnownRow(row: rows[index])
    }
  }

  /// Counts the stored schedules by how often they fire.
  private mutating func countSchedules(_ rows: [ScheduleRow]) {
    isCounted = true
    singleSchedules = 0
    frequentSchedules = 0
    onceDays.removeAll()
    // By place: a copy of a row would change the count of its references.
    for index in rows.indices where rows[index].isEnabled {
      if rows[index].rollover != nil || rows[index].decodedKind == .dual {
        frequentSchedules += 1
      } else if rows[index].decodedKind == .reminder,
        rows[index].repeatRule == RepeatRule.none.rawValue
      {
        onceDays.append(WallTime(minutesSinceEpoch: rows[index].wallMinute).date.daysSinceEpoch)
      } else {
        singleSchedules += 1
      }
    }
  }

  private mutating func readDual(of device: Device) {
    guard case .text(let stored)? = device.os.storage.value(.dualConfiguration) else {
      dual = nil
      dualText = nil
      return
    }
    guard stored != dualText else { return }
    dualText = stored
    let isChained = device.os.configuration.knobs.plugin.dualMode == .chained
    let value = try? JSONParser.parse(stored)
    let relationship = value?["relationship"]
    let fetch = value?["contentFetch"]
    let isLinked = relationship?["autoLink"]?.boolValue ?? false
    let isSilent = relationship?["fallbackBehavior"]?.stringValue == "skip"
    let expression =
      fetch?["enabled"]?.boolValue == true && value?["isPaused"]?.boolValue != true
      ? fetch?["schedule"]?.stringValue.flatMap { try? CronExpression($0) } : nil
    dual = Dual(
      fetch: expression,
      contentTimeoutMilliseconds: relationship?["contentTimeout"]?.integerValue ?? 0,
      isSkipped: isLinked && (isSilent || isChained && expression != nil))
  }

  /// The first occurrence of a stored schedule after a time; nil when the row does not decode, or
  /// when what fires once has fired.
  ///
  /// What has been accounted for does not come again, even when the clock is set back. The row is
  /// named by its place and read there.
  mutating func nextOccurrence(
    ofRow index: Int, after time: Int64, on device: Device
  ) -> Int64? {
    let known = known(ofRow: index, after: time)
    if let known, !isAnyShownAhead { return known }
    var next = known ?? firstOccurrence(ofRow: index, after: time, on: device)
    if !isAnyShownAhead { return next }
    while let shown = next, isShownAhead(shown, ofRow: index, on: device) {
      next = firstOccurrence(ofRow: index, after: shown, on: device)
    }
    return next
  }

  /// The first occurrence of a stored schedule after a time, and the one that follows it.
  mutating func nextTwo(
    ofRow index: Int, after time: Int64, on device: Device
  ) -> (next: Int64?, after: Int64?) {
    if !isAnyShownAhead, knownRows[index].pair.from <= time, time < knownRows[index].pair.next {
      return (knownRows[index].pair.next, knownRows[index].pair.after)
    }
    guard let next = nextOccurrence(ofRow: index, after: time, on: device) else {
      return (nil, nil)
    }
    let after = nextOccurrence(ofRow: index, after: next, on: device)
    if let after, !isAnyShownAhead, isRemembered(index) {
      knownRows[index].pair = Pair(from: time, next: next, after: after)
    }
    return (next, after)
  }

  /// Whether any ledger page says that something was shown that lies ahead.
  private static func isAnyShownAhead(on device: Device) -> Bool {
    for page in device.os.storage.ledger.indices
    where !device.os.storage.ledger[page].settledBeyond.isEmpty {
      return true
    }
    return false
  }

  /// Whether an occurrence was shown before a clock went back that has put it ahead again.
  private mutating func isShownAhead(
    _ time: Int64, ofRow index: Int, on device: Device
  ) -> Bool {
    for page in device.os.storage.ledger.indices
    where !device.os.storage.ledger[page].settledBeyond.isEmpty {
      let ledger = device.os.storage.ledger[page]
      guard device.os.storage.schedules[index].isNamed(ledger.scheduleID, ledger.kind),
        device.os.storage.schedules[index].revision == ledger.revision,
        let zone = zone(
          named: device.os.storage.schedules[index].timezone, deviceZone: device.os.clocks.zone)
      else { continue }
      return ledger.settledBeyond.contains(zone.wallMinute(at: time))
    }
    return false
  }

  /// The first occurrence after a time that no earlier one keeps from coming.
  private mutating func firstOccurrence(
    ofRow index: Int, after time: Int64, on device: Device
  ) -> Int64? {
    known(ofRow: index, after: time)
      ?? workOut(ofRow: index, after: time, on: device)
  }

  /// The same, from the row.
  ///
  /// Apart, since the reader is copied for what changes it, and most answers are known.
  @inline(never)
  private mutating func workOut(
    ofRow index: Int, after time: Int64, on device: Device
  ) -> Int64? {
    guard let name = device.os.storage.schedules[index].timezone else {
      return workOut(ofRow: index, after: time, in: device.os.clocks.zone, on: device)
    }
    guard let zone = zone(named: name, deviceZone: device.os.clocks.zone) else { return nil }
    return workOut(ofRow: index, after: time, in: zone, on: device)
  }

  private mutating func workOut(
    ofRow index: Int, after time: Int64, in zone: Zone, on device: Device
  ) -> Int64? {
    let triggerTime = device.os.storage.schedules[index].triggerTime
    // In another zone than it was planned in, the same wall minute comes at another instant.
    let due =
      device.os.storage.schedules[index].plannedZone == zone.identifier
      ? triggerTime
      : zone.instant(
        of: WallTime(minutesSinceEpoch: device.os.storage.schedules[index].wallMinute))
    let floor = max(time, (due ?? .min + 1) - 1)
    if let rollover = device.os.storage.schedules[index].rollover {
      return nextByInterval(rollover, after: floor, deviceZone: device.os.clocks.zone)
    }
    if device.os.storage.schedules[index].decodedKind == .dual {
      return nextByExpression(device.os.storage.schedules[index].time, after: floor, in: zone)
    }
    if device.os.storage.schedules[index].repeatRule == RepeatRule.none.rawValue {
      return triggerTime > time ? triggerTime : nil
    }
    let next = TimeOfDay(device.os.storage.schedules[index].time)
      .flatMap { zone.nextOccurrence(of: $0, after: floor) }
    if let next { remember(next, ofRow: index, after: time) }
    return next
  }

  /// The answer that is remembered: when `next` is the first occurrence after `from`, it is the
  /// first one after every instant from there up to `next` too.
  @inline(__always)
  private func known(ofRow index: Int, after time: Int64) -> Int64? {
    if knownRows[index].latest.from <= time, time < knownRows[index].latest.next {
      return knownRows[index].latest.next
    }
    if knownRows[index].earlier.from <= time, time < knownRows[index].earlier.next {
      return knownRows[index].earlier.next
    }
    if knownRows[index].pair.next <= time, time < knownRows[index].pair.after {
      return knownRows[index].pair.after
    }
    return nil
  }

  /// Whether answers about a row are remembered: about those that come each day.
  @inline(__always)
  private func isRemembered(_ index: Int) -> Bool { knownRows[index].latest.from < .max }

  private mutating func remember(_ next: Int64, ofRow index: Int, after time: Int64) {
    knownRows[index].earlier = knownRows[index].latest
    knownRows[index].latest = Answer(from: time, next: next)
  }

  /// The first occurrence of a dual schedule's expression after a time; nil for none.
  mutating func nextByExpression(_ text: String, after time: Int64, in zone: Zone) -> Int64? {
    cron(text).flatMap { nextAllowed($0, after: time, in: zone) }
  }

  /// The first occurrence of an expression that is among the first of its date, as many as
  /// `maxNotificationsPerDay` leaves beside the other schedules.
  private func nextAllowed(
    _ expression: CronExpression, after time: Int64, in zone: Zone
  ) -> Int64? {
    let next = expression.nextOccurrence(after: time, in: zone)
    guard !expression.isOncePerDay, let next else { return next }
    let date = zone.date(at: next)
    guard let start = zone.instant(of: WallTime(date: date, hour: 0, minute: 0)),
      let end = zone.instant(of: WallTime(date: date.adding(days: 1), hour: 0, minute: 0))
    else { return next }
    var earlier = start - 1
    for _ in 0..<frequentPerDay(on: date) {
      guard let one = expression.nextOccurrence(after: earlier, in: zone) else { return next }
      if one >= next { return next }
      earlier = one
    }
    return expression.nextOccurrence(after: end - 1, in: zone)
  }

  /// The first occurrence after a time of what follows by an interval, among the first of its date.
  mutating func nextByInterval(
    _ rollover: Rollover, after time: Int64, deviceZone: Zone
  ) -> Int64? {
    let step = rollover.minutes * 60_000
    guard let zone = zone(named: rollover.timezone, deviceZone: deviceZone) else { return nil }
    var next = rollover.first
    if time >= next { next += ((time - next) / step + 1) * step }
    // Of a date that is full the next one has room: an interval is a week at most.
    while next < .max - step {
      let date = zone.date(at: next)
      guard let start = zone.instant(of: WallTime(date: date, hour: 0, minute: 0)),
        let end = zone.instant(of: WallTime(date: date.adding(days: 1), hour: 0, minute: 0))
      else { return next }
      let sinceStart = next - max(start, rollover.first)
      if sinceStart / step < Int64(frequentPerDay(on: date)) { return next }
      next += ((end - next + step - 1) / step) * step
    }
    return nil
  }

  /// The zone of a stored schedule; nil when its name is none.
  mutating func zone(of row: ScheduleRow, deviceZone: Zone) -> Zone? {
    zone(named: row.timezone, deviceZone: deviceZone)
  }

  /// The zone by which a missed notification was planned: its schedule's own or the phone's.
  mutating func zone(of missed: MissedNotification, on device: Device) -> Zone {
    for index in device.os.storage.schedules.indices
    where device.os.storage.schedules[index].isNamed(missed.id, missed.kind)
      && device.os.storage.schedules[index].timezone != nil
    {
      let name = device.os.storage.schedules[index].timezone
      guard let zone = zone(named: name, deviceZone: device.os.clocks.zone) else { continue }
      return zone
    }
    return device.os.clocks.zone
  }

  private mutating func zone(named name: String?, deviceZone: Zone) -> Zone? {
    guard let name else { return deviceZone }
    guard let zone = zones[name] ?? (try? Zone(identifier: name)) else { return nil }
    zones[name] = zone
    return zone
  }

  /// Whether a daily schedule fires on a date, in the zone it was planned in.
  func hasOccurrence(_ row: ScheduleRow, dayNumber: Int) -> Bool {
    guard let time = TimeOfDay(row.time),
      let zone = zones[row.plannedZone] ?? (try? Zone(identifier: row.plannedZone))
    else { return true }
    return zone.occurrence(of: time, onDayNumber: dayNumber) != nil
  }

  private mutating func cron(_ text: String) -> CronExpression? {
    if let expression, expression.text == text { return expression }
    expression = try? CronExpression(text)
    return expression
  }
}
