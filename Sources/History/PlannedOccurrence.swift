public import CivilTime
public import DailyNotification
import SimulationCore

/// A notification that was planned for a day, by a stored schedule or by its requests.
public struct PlannedOccurrence: Hashable, Sendable {
  /// The schedule's name.
  public let id: String
  /// The planned time, in milliseconds since the Unix epoch.
  public let planned: Int64
  /// The phone's zone at the planned time; of a time that a change of zone has jumped over the zone
  /// after it.
  public let zone: Zone
  /// The schedule as stored at the planned time; nil when there was none.
  public let plan: StoredSchedule?

  /// The prefix of the names of reminders.
  public static let reminderPrefix = "reminder_"
  /// The name of the dual schedule, among all kinds and among its own.
  public static let dual = "dual_daily_notification"
  private static let dualOwnID = "dual"

  /// Whether it shows only its own text, without fetched content.
  public var isStatic: Bool { id.hasPrefix(PlannedOccurrence.reminderPrefix) }

  /// The kind of its schedule.
  public var kind: ScheduleKind {
    isStatic ? .reminder : id == PlannedOccurrence.dual ? .dual : .daily
  }

  /// The name that a schedule has among those of its kind.
  public static func ownID(of id: String) -> String {
    if id == dual { return dualOwnID }
    return id.hasPrefix(reminderPrefix) ? String(id.dropFirst(reminderPrefix.count)) : id
  }

  /// The schedule of a request's identifier: `daily_<id>`, or with a date and time after it.
  public static func scheduleID(of identifier: String) -> String {
    if identifier.hasPrefix(AlarmNames.dualPrefix) { return dual }
    let prefix = "daily_"
    let id = identifier.hasPrefix(prefix) ? identifier.dropFirst(prefix.count) : identifier[...]
    return String(AlarmNames.parts(id)?.name ?? id)
  }
}

extension StoredSchedule {
  /// Whether it was stored when the wall clock showed a time.
  public func isStored(at milliseconds: Int64, in context: PhoneContext) -> Bool {
    context.isReached(since, atWall: milliseconds - 1)
      && !(until.map { context.isReached($0, atWall: milliseconds - 1) } ?? false)
  }

  /// Whether it fires at a time, in the zone that the phone had then.
  public func fires(at milliseconds: Int64, in context: PhoneContext) -> Bool {
    nextOccurrence(after: milliseconds - 1, in: context.zone(atWall: milliseconds))
      == milliseconds
  }

  /// The first occurrence strictly after a time, in milliseconds since the Unix epoch.
  public func nextOccurrence(after milliseconds: Int64, _ context: PhoneContext) -> Int64? {
    nextOccurrence(after: milliseconds, in: context.zone(atWall: milliseconds))
  }

  /// The same with the phone in a zone.
  public func nextOccurrence(after milliseconds: Int64, in phone: Zone) -> Int64? {
    if let rollover { return rollover.nextOccurrence(after: milliseconds) }
    guard let zone = zone(phone) else { return nil }
    if let onlyTime { return zone.instant(of: onlyTime).flatMap { $0 > milliseconds ? $0 : nil } }
    if let timeOfDay { return zone.nextOccurrence(of: timeOfDay, after: milliseconds) }
    return expression?.nextOccurrence(after: milliseconds, in: zone)
  }

  /// The schedule's own zone, or the phone's.
  public func zone(_ phone: Zone) -> Zone? {
    timezone == nil ? phone : ownZone
  }
}

/// Finds the notifications planned for a day.
struct DayPlan {
  let context: PhoneContext
  let index: HistoryIndex
  let day: CivilDate

  /// The planned notifications, in chronological order.
  func occurrences() -> [PlannedOccurrence] {
    var found: [PlannedOccurrence] = []
    let traced =
      index.requests(around: day).filter { !$0.isDelivered }.map { ($0.scheduleID, $0.trigger) }
      + index.showings(around: day).map { ($0.scheduleID, $0.planned) }
    for (id, planned) in traced {
      if let occurrence = occurrence(id, planned, besides: found) { found.append(occurrence) }
    }
    for (id, planned) in context.schedules.flatMap(times).sorted(by: { $0.1 < $1.1 }) {
      guard let occurrence = occurrence(id, planned, besides: found),
        !found.contains(where: { hasUsedDate(of: occurrence, $0) })
      else { continue }
      found.append(occurrence)
    }
    return found.sorted { ($0.planned, $0.id) < ($1.planned, $1.id) }
  }

  /// The notification planned for a time; nil where that is on another day or among the others.
  private func occurrence(
    _ id: String, _ planned: Int64, besides others: [PlannedOccurrence]
  ) -> PlannedOccurrence? {
    let zone = index.jumpedZone(id, planned) ?? context.zone(atWall: planned)
    guard zone.date(at: planned) == day,
      !others.contains(where: { $0.id == id && $0.planned == planned })
    else { return nil }
    let plan = context.schedules.first {
      $0.id == id && $0.isStored(at: planned, in: context) && $0.fires(at: planned, in: context)
    }
    return PlannedOccurrence(id: id, planned: planned, zone: zone, plan: plan)
  }

  /// Whether another notification has used up the date of one that only its schedule tells of.
  ///
  /// A date whose time has come in one zone does not fire again in another one.
  private func hasUsedDate(of occurrence: PlannedOccurrence, _ other: PlannedOccurrence) -> Bool {
    guard other.id == occurrence.id, other.zone != occurrence.zone, let plan = occurrence.plan,
      plan.timezone == nil, plan.rollover == nil,
      other.zone.wallTime(at: other.planned) == occurrence.zone.wallTime(at: occurrence.planned)
    else { return false }
    return other.plan != nil
      || !index.showings(of: other.id, at: other.planned).isEmpty
      || index.requests(of: other.id, at: other.planned).contains(where: \.cameDue)
  }

  /// The times around the day at which a schedule fired, in every zone that the phone had.
  private func times(of plan: StoredSchedule) -> [(String, Int64)] {
    if let rollover = plan.rollover { return times(of: plan, rollover) }
    if let only = plan.onlyTime {
      return context.zones.changes.compactMap { change in
        plan.zone(change.value)?.instant(of: only)
      }.filter { plan.isStored(at: $0, in: context) && plan.fires(at: $0, in: context) }
        .map { (plan.id, $0) }
    }
    guard let time = plan.timeOfDay else { return expressedTimes(of: plan) }
    return context.zones.changes.flatMap { change in
      (-1...1).compactMap { offset in
        plan.zone(change.value)?.occurrence(of: time, on: day.adding(days: offset))
      }
    }.filter { plan.isStored(at: $0, in: context) && plan.fires(at: $0, in: context) }
      .map { (plan.id, $0) }
  }

  /// The times of the day at which a schedule fired by its cron expression; the first ones of a day
  /// that has many.
  private func expressedTimes(of plan: StoredSchedule) -> [(String, Int64)] {
    let first = Int64(day.daysSinceEpoch - 1) * 86_400_000 - 1
    var found: Set<Int64> = []
    for zone in Set(context.zones.changes.map(\.value)).sorted(by: { $0.identifier < $1.identifier }
    ) {
      var time = plan.nextOccurrence(after: first, in: zone)
      var count = 0
      while let next = time, next < first + 3 * 86_400_000, count < DayPlan.expressedMax {
        if isOnDay(next) {
          count += 1
          if plan.isStored(at: next, in: context), plan.fires(at: next, in: context) {
            found.insert(next)
          }
        }
        time = plan.nextOccurrence(after: next, in: zone)
      }
    }
    return found.sorted().map { (plan.id, $0) }
  }

  /// How many times of an expression are looked at in a day.
  private static let expressedMax = 24

  /// The times around the day at which a schedule fired by its interval.
  ///
  /// Where a date may have several, `maxNotificationsPerDay` leaves some out: then what was armed
  /// and shown tells.
  private func times(of plan: StoredSchedule, _ rollover: Rollover) -> [(String, Int64)] {
    guard rollover.minutes >= 1440 else { return [] }
    let noon = Int64(day.daysSinceEpoch) * 86_400_000 + 43_200_000
    var found: [(String, Int64)] = []
    var time = rollover.nextOccurrence(after: noon - 2 * 86_400_000)
    while time < noon + 2 * 86_400_000 {
      if plan.isStored(at: time, in: context) { found.append((plan.id, time)) }
      time = rollover.nextOccurrence(after: time)
    }
    return found
  }

  private func isOnDay(_ milliseconds: Int64) -> Bool {
    context.zone(atWall: milliseconds).date(at: milliseconds) == day
  }
}
