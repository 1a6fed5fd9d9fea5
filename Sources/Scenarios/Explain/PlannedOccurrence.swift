import CivilTime

/// A notification that was planned for some day: by a stored schedule, or by its requests.
struct PlannedOccurrence: Hashable, Sendable {
  /// The schedule's name.
  let id: String
  /// In milliseconds since the Unix epoch.
  let planned: Int64
  /// The schedule that stood when the time came; nil when none did.
  let plan: StoredSchedule?

  /// How the names of reminders begin, and what the dual schedule is called.
  static let reminderPrefix = "reminder_"
  static let dual = "dual_daily_notification"

  /// Whether its own text is all that it is meant to show.
  var isStatic: Bool { id.hasPrefix(PlannedOccurrence.reminderPrefix) }

  /// The schedule that a request's identifier belongs to: `daily_<id>`, or with a date behind it.
  static func scheduleID(of identifier: String) -> String {
    let prefix = "daily_"
    let id = identifier.hasPrefix(prefix) ? identifier.dropFirst(prefix.count) : identifier[...]
    guard let underscore = id.lastIndex(of: "_"),
      CivilDate(text: String(id[id.index(after: underscore)...])) != nil
    else { return String(id) }
    return String(id[..<underscore])
  }
}

extension TracedRequest {
  /// The schedule it belongs to.
  var scheduleID: String { PlannedOccurrence.scheduleID(of: identifier) }
}

extension Showing {
  /// The schedule it belongs to.
  var scheduleID: String { PlannedOccurrence.scheduleID(of: identifier) }
}

extension StoredSchedule {
  /// Whether it was stored when the wall clock read a time.
  func isStored(at milliseconds: Int64, in trace: RunTrace) -> Bool {
    trace.isReached(since, atWall: milliseconds - 1)
      && !(until.map { trace.isReached($0, atWall: milliseconds - 1) } ?? false)
  }

  /// Whether it fires at a time, by the zone that the phone is in then.
  func fires(at milliseconds: Int64, in trace: RunTrace) -> Bool {
    nextOccurrence(after: milliseconds - 1, trace) == milliseconds
  }

  /// The first occurrence strictly after a time, in milliseconds since the Unix epoch.
  func nextOccurrence(after milliseconds: Int64, _ trace: RunTrace) -> Int64? {
    guard let time = TimeOfDay(time) else { return nil }
    return zone(trace.zone(atWall: milliseconds))?
      .nextOccurrence(of: time, after: milliseconds)
  }

  /// The schedule's own zone, or the phone's.
  func zone(_ phone: Zone) -> Zone? {
    guard let timezone else { return phone }
    return try? Zone(identifier: timezone)
  }
}

/// Finds what was planned for a day.
struct DayPlan {
  let trace: RunTrace
  let index: TraceIndex
  let day: CivilDate

  /// What was planned, in the order of time.
  func occurrences() -> [PlannedOccurrence] {
    var found: [PlannedOccurrence] = []
    let candidates =
      trace.schedules.flatMap(times)
      + index.requests.filter { !$0.isDelivered }.map { ($0.scheduleID, $0.trigger) }
      + index.showings.map { ($0.scheduleID, $0.planned) }
    for (id, planned) in candidates where isOnDay(planned) {
      if found.contains(where: { $0.id == id && $0.planned == planned }) { continue }
      let plan = trace.schedules.first {
        $0.id == id && $0.isStored(at: planned, in: trace) && $0.fires(at: planned, in: trace)
      }
      found.append(PlannedOccurrence(id: id, planned: planned, plan: plan))
    }
    return found.sorted { ($0.planned, $0.id) < ($1.planned, $1.id) }
  }

  /// The times around the day at which a schedule fired, whatever zones the phone was in.
  private func times(of plan: StoredSchedule) -> [(String, Int64)] {
    guard let time = TimeOfDay(plan.time) else { return [] }
    return trace.zones.changes.flatMap { change in
      (-1...1).compactMap { offset in
        plan.zone(change.value)?.occurrence(of: time, on: day.adding(days: offset))
      }
    }.filter { plan.isStored(at: $0, in: trace) && plan.fires(at: $0, in: trace) }
      .map { (plan.id, $0) }
  }

  private func isOnDay(_ milliseconds: Int64) -> Bool {
    trace.zone(atWall: milliseconds).date(at: milliseconds) == day
  }
}
