import CivilTime

/// What decides which content is fetched when: the schedules, the lead and the dual schedule.
struct PrefetchDemand {
  private(set) var schedules: [Schedule]
  /// The lead as it is now, in milliseconds; longer than usual while power is short.
  let leadMilliseconds: Int64
  /// The lead as configured, in milliseconds.
  let usualLeadMilliseconds: Int64
  /// The lead while power is short, in milliseconds.
  let widenedLeadMilliseconds: Int64
  /// How old daily content may be at its trigger, in milliseconds.
  let ttlMilliseconds: Int64
  /// The dual schedule, if there is one; shared, since it is large.
  let sharedDual: Shared<DualConfiguration>?
  /// How many notifications a day may have.
  let perDayMax: Int64
  /// How far ahead of now a begin date must be at least, in milliseconds.
  let aheadMilliseconds: Int64

  /// The dual schedule, if there is one.
  var dual: DualConfiguration? { sharedDual?.value }

  /// Whether any daily schedule needs content.
  var hasDaily: Bool { schedules.contains { $0.kind == .daily } }

  /// Puts a schedule in the place of the stored one of its name.
  mutating func replace(_ schedule: Schedule) {
    schedules.removeAll { $0.row.isNamed(schedule.row.id, schedule.kind) }
    schedules.append(schedule)
  }

  /// The earliest regular fetch of a scope that can still be submitted.
  ///
  /// Each notification has a fetch of its own, one lead before it; content that an earlier run has
  /// brought for it doesn't take its place.
  func next(
    _ scope: WorkScope, on platform: some StorageAccess & ClockAccess
  ) -> PrefetchPlan? {
    switch scope {
    case .daily: return nextDailyFetch(on: platform)
    case .dual: return nextDual(on: platform)
    case .every:
      let daily = nextDailyFetch(on: platform)
      guard let dual = nextDual(on: platform) else { return daily }
      return daily.map { $0.beginDate <= dual.beginDate ? $0 : dual } ?? dual
    }
  }

  private func nextDailyFetch(on platform: some ClockAccess) -> PrefetchPlan? {
    let now = platform.wallMilliseconds
    var first: (begin: Int64, place: Int, occurrence: Int64)?
    // By place: holding on to a schedule would change the count of its references.
    for place in schedules.indices where schedules[place].kind == .daily {
      let lead = schedules[place].leadMilliseconds ?? leadMilliseconds
      let occurrence = schedules[place].nextOccurrence(
        after: now + aheadMilliseconds + lead - 1)
      guard let next = occurrence else { continue }
      let begin = next.time - lead
      if let first {
        if first.begin < begin { continue }
        if first.begin == begin, schedules[first.place].row.id <= schedules[place].row.id {
          continue
        }
      }
      first = (begin, place, next.time)
    }
    return first.map {
      PrefetchPlan(
        owner: .daily(id: schedules[$0.place].row.id), occurrence: $0.occurrence,
        beginDate: $0.begin)
    }
  }

  /// The dual schedule's next fetch that can still be submitted.
  func nextDual(on platform: some StorageAccess & ClockAccess) -> PrefetchPlan? {
    guard let fetch = dual?.activeFetch else { return nil }
    let earliest = platform.wallMilliseconds + aheadMilliseconds - 1
    return fetch.schedule.nextOccurrence(after: earliest, in: platform.zone).map {
      PrefetchPlan(
        owner: .dual, occurrence: dualOccurrence(after: $0, on: platform), beginDate: $0)
    }
  }

  /// The notification that content fetched at a time is for; the time itself when there is none.
  func dualOccurrence(
    after time: Int64, on platform: some StorageAccess & ClockAccess
  ) -> Int64 {
    guard let schedule = dual?.activeNotification?.schedule else { return time }
    let recurrence = Recurrence.cron(schedule)
    let zone = platform.zone
    let first = recurrence.first(after: time, in: zone)
    guard let first, let row = platform.scheduleRow(DualConfiguration.scheduleID, .dual) else {
      return first?.time ?? time
    }
    let perDay = Schedules.perDay(row, perDayMax, on: platform)
    return recurrence.allowed(first, perDay: perDay, in: zone)?.time ?? time
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

  /// The daily occurrences ahead whose fetch is due and has brought nothing, earliest first.
  func dueDaily(on platform: some StorageAccess & ClockAccess) -> [FetchTarget] {
    let now = platform.wallMilliseconds
    var due: [FetchTarget] = []
    for place in schedules.indices where schedules[place].kind == .daily {
      let lead = schedules[place].leadMilliseconds ?? leadMilliseconds
      var occurrence = schedules[place].nextOccurrence(after: now)
      while let next = occurrence, next.time - lead < now + aheadMilliseconds {
        if !isServed(next.time, lead: lead, on: platform),
          !due.contains(where: { $0.scheduledFor == next.time })
        {
          due.append(FetchTarget(kind: .daily, scheduledFor: next.time))
        }
        occurrence = schedules[place].nextOccurrence(after: next.time)
      }
    }
    return due.count > 1 ? due.sorted { $0.scheduledFor < $1.scheduledFor } : due
  }

  /// Whether an occurrence has content that was fetched when its own fetch was due, or later, and
  /// that will be fresh.
  private func isServed(
    _ occurrence: Int64, lead: Int64, on platform: borrowing some StorageAccess
  ) -> Bool {
    guard occurrence <= platform.contentRows.latestOccurrence,
      let row = platform.content(for: occurrence, .daily)
    else { return false }
    return occurrence - row.fetchedAt <= ttlMilliseconds
      && occurrence - lead < row.fetchedAt + aheadMilliseconds
  }

  /// How long ago the dual fetch for a notification was due, or how soon it is, in milliseconds.
  ///
  /// Nil unless it can no longer be submitted. A fetch that is due belongs to the notification that
  /// follows it. Looks back a year at most.
  func lateDualFetch(
    for occurrence: Int64, on platform: some StorageAccess & ClockAccess
  ) -> Int64? {
    guard let schedule = dual?.activeFetch?.schedule else { return nil }
    let now = platform.wallMilliseconds
    let zone = platform.zone
    var last = schedule.nextOccurrence(after: now, in: zone)
    if last.map({ $0 >= now + aheadMilliseconds }) ?? true {
      last = nil
      for days in [1, 8, 32, 367] as [Int64] where last == nil {
        var time = schedule.nextOccurrence(after: now - days * 86_400_000, in: zone)
        while let earlier = time, earlier <= now {
          last = earlier
          time = schedule.nextOccurrence(after: earlier, in: zone)
        }
      }
    }
    return last.flatMap {
      dualOccurrence(after: $0, on: platform) == occurrence ? $0 - now : nil
    }
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
