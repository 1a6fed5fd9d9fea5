import CivilTime

/// What decides which content is fetched when: the schedules, the lead and the dual schedule.
struct PrefetchDemand {
  private(set) var schedules: [Schedule]
  /// The lead as it is now, in milliseconds; longer than usual while power is short.
  let leadMilliseconds: Int64
  /// The lead as configured, in milliseconds.
  let usualLeadMilliseconds: Int64
  /// The dual schedule, if there is one.
  let dual: DualConfiguration?
  /// How many notifications a day may have.
  let perDayMax: Int64
  /// How far ahead of now a begin date must be at least, in milliseconds.
  let aheadMilliseconds: Int64

  /// Whether any daily schedule needs content.
  var hasDaily: Bool { schedules.contains { $0.kind == .daily } }

  /// Puts a schedule in the place of the stored one of its name.
  mutating func replace(_ schedule: Schedule) {
    schedules.removeAll { $0.row.isNamed(schedule.row.id, schedule.kind) }
    schedules.append(schedule)
  }

  /// The earliest fetch that can still be submitted, of all kinds.
  ///
  /// Occurrences up to `fetchedThrough` have had their run; each further one is due one lead
  /// before it.
  func next(on platform: some StorageAccess & ClockAccess) -> PrefetchPlan? {
    let now = platform.wallMilliseconds
    let handled = max(PrefetchState.fetchedThrough(.daily, on: platform) ?? .min, now)
    var first: (begin: Int64, id: String, occurrence: Int64)?
    for schedule in schedules where schedule.kind == .daily {
      let lead = schedule.leadMilliseconds ?? leadMilliseconds
      let earliest = max(handled, now + aheadMilliseconds + lead - 1)
      guard let next = schedule.nextOccurrence(after: earliest) else { continue }
      let begin = next.time - lead
      if let first, (first.begin, first.id) <= (begin, schedule.row.id) { continue }
      first = (begin, schedule.row.id, next.time)
    }
    let daily = first.map {
      PrefetchPlan(owner: .daily(id: $0.id), occurrence: $0.occurrence, beginDate: $0.begin)
    }
    guard let dual = nextDual(on: platform) else { return daily }
    return daily.map { $0.beginDate <= dual.beginDate ? $0 : dual } ?? dual
  }

  /// The dual schedule's next fetch that can still be submitted.
  func nextDual(on platform: some StorageAccess & ClockAccess) -> PrefetchPlan? {
    guard let fetch = dual?.activeFetch else { return nil }
    let earliest = max(
      platform.wallMilliseconds + aheadMilliseconds - 1,
      PrefetchState.fetchedThrough(.dual, on: platform) ?? .min)
    guard let begin = fetch.schedule.nextOccurrence(after: earliest, in: platform.zone) else {
      return nil
    }
    return PrefetchPlan(
      owner: .dual, occurrence: dualOccurrence(after: begin, on: platform), beginDate: begin)
  }

  /// The notification that content fetched at a time is for; the time itself when there is none.
  func dualOccurrence(
    after time: Int64, on platform: some StorageAccess & ClockAccess
  ) -> Int64 {
    guard let schedule = dual?.activeNotification?.schedule else { return time }
    let recurrence = Recurrence.cron(schedule)
    let zone = platform.zone
    let perDay =
      platform.scheduleRow(DualConfiguration.scheduleID, .dual).map {
        Schedules.perDay($0, perDayMax, on: platform)
      } ?? .max
    let next = recurrence.first(after: time, in: zone).flatMap {
      recurrence.allowed($0, perDay: perDay, in: zone)
    }
    return next?.time ?? time
  }

  /// Whether a dual fetch is due that had no run of its own.
  func isDualDue(
    _ now: Int64, on platform: some StorageAccess & ClockAccess
  ) -> Bool {
    guard let fetch = dual?.activeFetch else { return false }
    let handled = PrefetchState.fetchedThrough(.dual, on: platform) ?? now
    let next = fetch.schedule.nextOccurrence(after: handled, in: platform.zone)
    return next.map { $0 < now + aheadMilliseconds } ?? false
  }

  /// The next occurrence of all daily schedules, and the lead of its prefetch.
  func nextDaily(after time: Int64) -> (time: Int64, lead: Int64)? {
    var first: (time: Int64, lead: Int64)?
    for schedule in schedules where schedule.kind == .daily {
      guard let next = schedule.nextOccurrence(after: time)?.time else { continue }
      if let first, first.time <= next { continue }
      first = (next, schedule.leadMilliseconds ?? leadMilliseconds)
    }
    return first
  }

  /// The daily schedule that fires at a time which is still ahead.
  func dailySchedule(firingAt time: Int64) -> Schedule? {
    schedules.first {
      $0.kind == .daily && $0.nextOccurrence(after: time - 1)?.time == time
    }
  }
}
