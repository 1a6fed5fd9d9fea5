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
  /// The lead that was in force before the latest change.
  private(set) var earlierLeadMilliseconds: Int64 = 300_000
  /// Whether the lead widens while power is short.
  private(set) var isAdaptive = false
  /// The lead while power is short: threefold, and no longer than content lives.
  var widenedLeadMilliseconds: Int64 {
    max(leadMilliseconds, min(3 * leadMilliseconds, ttlMilliseconds))
  }
  /// The widened lead before the latest change.
  private(set) var earlierWidenedLeadMilliseconds: Int64 = 900_000
  /// How many notifications a day may have.
  private var notificationsPerDay = 20
  /// How many schedules are stored beside the one that is looked at.
  private var otherSchedules = 0
  private var dualText: String?
  private(set) var dual: Dual?
  private var zones: [String: Zone] = [:]
  private var expression: CronExpression?
  /// The latest answers about times of day, at most `knownMax`, and the oldest one's place.
  private var known: [Known] = []
  private var oldest = 0

  /// One answer: the first occurrence of a time of day after each instant in `from..<next`.
  private struct Known: Sendable {
    let time: TimeOfDay
    let zone: Zone
    let from: Int64
    let next: Int64
  }

  /// Enough for the two next occurrences of seven schedules.
  private static let knownMax = 16

  /// Reads the stored configuration again if it has changed; the contract's defaults otherwise.
  mutating func readSettings(of device: borrowing Device) {
    // While the app's data cannot be read, what was read before holds.
    guard device.os.isStorageReadable else { return }
    readDual(of: device)
    otherSchedules = max(0, device.os.storage.schedules.count(where: \.isEnabled) - 1)
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

  private mutating func readDual(of device: borrowing Device) {
    guard case .text(let stored)? = device.os.storage.value(.dualConfiguration) else {
      dual = nil
      dualText = nil
      return
    }
    guard stored != dualText else { return }
    dualText = stored
    let value = try? JSONParser.parse(stored)
    let relationship = value?["relationship"]
    let fetch = value?["contentFetch"]
    let isLinked = relationship?["autoLink"]?.boolValue ?? false
    dual = Dual(
      fetch: fetch?["enabled"]?.boolValue == true && value?["isPaused"]?.boolValue != true
        ? fetch?["schedule"]?.stringValue.flatMap { try? CronExpression($0) } : nil,
      contentTimeoutMilliseconds: relationship?["contentTimeout"]?.integerValue ?? 0,
      isSkipped: isLinked && relationship?["fallbackBehavior"]?.stringValue == "skip")
  }

  /// The first occurrence of a stored schedule after a time; nil when the row does not decode, or
  /// when what fires once has fired.
  ///
  /// What has been accounted for does not come again, even when the clock is set back. The row is
  /// named by its place and read member by member: a copy of it would cost more than the answer.
  mutating func nextOccurrence(
    ofRow index: Int, after time: Int64, on device: borrowing Device
  ) -> Int64? {
    let deviceZone = device.os.zone
    guard
      let zone = zone(named: device.os.storage.schedules[index].timezone, deviceZone: deviceZone)
    else { return nil }
    let triggerTime = device.os.storage.schedules[index].triggerTime
    // In another zone than it was planned in, the same wall minute comes at another instant.
    let due =
      device.os.storage.schedules[index].plannedZone == zone.identifier
      ? triggerTime
      : zone.instant(
        of: WallTime(minutesSinceEpoch: device.os.storage.schedules[index].wallMinute))
    let floor = max(time, (due ?? .min + 1) - 1)
    if device.os.storage.schedules[index].kind == ScheduleKind.dual.rawValue {
      return cron(device.os.storage.schedules[index].time)
        .flatMap { nextAllowed($0, after: floor, in: zone) }
    }
    if device.os.storage.schedules[index].repeatRule == RepeatRule.none.rawValue {
      return triggerTime > time ? triggerTime : nil
    }
    return TimeOfDay(device.os.storage.schedules[index].time)
      .flatMap { nextDaily($0, after: floor, in: zone) }
  }

  /// The first occurrence of a time of day after an instant, remembered until it is passed.
  ///
  /// When the first occurrence after `from` is `next`, it is the first one after every instant
  /// from there up to `next` too.
  private mutating func nextDaily(
    _ time: TimeOfDay, after floor: Int64, in zone: Zone
  ) -> Int64? {
    for index in known.indices
    where known[index].time == time && known[index].from <= floor && floor < known[index].next
      && known[index].zone == zone
    {
      return known[index].next
    }
    guard let next = zone.nextOccurrence(of: time, after: floor) else { return nil }
    let answer = Known(time: time, zone: zone, from: floor, next: next)
    if known.count < StorageReader.knownMax {
      known.append(answer)
    } else {
      known[oldest] = answer
      oldest = (oldest + 1) % StorageReader.knownMax
    }
    return next
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
    for _ in 0..<max(1, notificationsPerDay - otherSchedules) {
      guard let one = expression.nextOccurrence(after: earlier, in: zone) else { return next }
      if one >= next { return next }
      earlier = one
    }
    return expression.nextOccurrence(after: end - 1, in: zone)
  }

  /// The zone of a stored schedule; nil when its name is none.
  mutating func zone(of row: ScheduleRow, deviceZone: Zone) -> Zone? {
    zone(named: row.timezone, deviceZone: deviceZone)
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
