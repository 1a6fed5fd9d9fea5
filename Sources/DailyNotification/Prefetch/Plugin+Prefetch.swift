import CivilTime

extension Plugin {
  /// A begin date must be at least this far ahead of now.
  static let aheadMilliseconds: Int64 = 60_000
  /// How long after its begin date a task that has not run counts as missed.
  static let missMilliseconds: Int64 = 15 * 60_000
  static let retriesMax: Int64 = 3

  /// The earliest fetch that can still be asked for, of all kinds.
  ///
  /// Occurrences up to `prefetchedThrough` have had their task; each further one is due one lead
  /// before it.
  func nextPrefetch(
    _ schedules: [Schedule], on platform: some Platform
  ) -> PrefetchPlan? {
    let now = platform.wallMilliseconds
    let usual = leadMilliseconds(on: platform)
    let handled = max(integer(.prefetchedThrough, platform) ?? .min, now)
    var first: PrefetchPlan?
    for schedule in schedules where schedule.kind == .daily {
      let lead = schedule.leadMilliseconds ?? usual
      let earliest = max(handled, now + Plugin.aheadMilliseconds + lead - 1)
      guard let next = schedule.nextOccurrence(after: earliest) else { continue }
      let begin = next.time - lead
      if let first, (first.beginDate, first.owner) <= (begin, schedule.row.id) { continue }
      first = PrefetchPlan(
        kind: .daily, owner: schedule.row.id, occurrence: next.time, beginDate: begin)
    }
    guard let dual = nextDualFetch(on: platform) else { return first }
    return first.map { $0.beginDate <= dual.beginDate ? $0 : dual } ?? dual
  }

  /// The dual schedule's next fetch that can still be asked for.
  func nextDualFetch(on platform: some Platform) -> PrefetchPlan? {
    guard let fetch = dual?.configuration.activeFetch else { return nil }
    let now = platform.wallMilliseconds
    let earliest = max(
      now + Plugin.aheadMilliseconds - 1, integer(.dualFetchedThrough, platform) ?? .min)
    guard let begin = fetch.schedule.nextOccurrence(after: earliest, in: platform.zone) else {
      return nil
    }
    return PrefetchPlan(
      kind: .dual, owner: DualConfiguration.scheduleID,
      occurrence: dualOccurrence(after: begin, on: platform), beginDate: begin)
  }

  /// The notification that content fetched at a time is for; the time itself when there is none.
  func dualOccurrence(after time: Int64, on platform: some Platform) -> Int64 {
    guard let schedule = dual?.configuration.activeNotification?.schedule else { return time }
    let recurrence = Recurrence.cron(schedule)
    let id = DualConfiguration.scheduleID
    let row = platform.scheduleRows.first { $0.isNamed(id, .dual) }
    let next = recurrence.first(after: time, in: platform.zone).flatMap { next in
      recurrence.allowed(
        next, perDay: row.map { perDay($0, on: platform) } ?? .max, in: platform.zone)
    }
    return next?.time ?? time
  }

  /// Asks for the prefetch of a schedule that is being armed; false when the task was refused.
  mutating func planPrefetch(
    for schedule: Schedule, _ next: Occurrence, on platform: inout some Platform
  ) throws(Rejection) -> Bool {
    let now = platform.wallMilliseconds
    platform.log(.prefetchPlanned(notificationTime: next.time))
    let lead = schedule.leadMilliseconds ?? leadMilliseconds(on: platform)
    let ahead = next.time - lead - now
    if ahead < Plugin.aheadMilliseconds {
      platform.log(.prefetchSkipped(aheadSeconds: ahead / 1000))
    }
    isSubmissionSuspended = false
    _ = store(nil, for: .prefetchedThrough, on: &platform)
    _ = store(nil, for: .retryCount, on: &platform)
    var schedules = readSchedules(on: &platform).filter {
      !$0.row.isNamed(schedule.row.id, schedule.kind)
    }
    schedules.append(schedule)
    guard let plan = nextPrefetch(schedules, on: platform) else { return true }
    if isOtherTaskEarlier(than: plan, for: .daily, on: platform) { return true }
    switch submit(plan, on: &platform) {
    case .submitted: return true
    case .refused: return false
    case .notStored: throw .notStored(StorageKey.earliestBeginDate.name)
    }
  }

  /// Whether the pending task is one of the other kind that comes before a plan: a retry, say.
  ///
  /// The next run asks for what is planned, so scheduling one kind leaves it alone.
  func isOtherTaskEarlier(
    than plan: PrefetchPlan, for kind: ScheduleKind, on platform: some Platform
  ) -> Bool {
    guard let pending = platform.pendingTask(TaskIdentifier.fetch), pending < plan.beginDate,
      let owner = text(.taskOwner, platform)
    else { return false }
    return (owner == PrefetchPlan.dualOwner) != (kind == .dual)
  }

  enum Submission {
    case submitted
    case refused
    case notStored
  }

  /// Cancels the pending task, submits the new one, reads it back and stores begin date and owner.
  ///
  /// While notifications are not allowed nothing is asked for; an entry after a grant does.
  mutating func submit(_ plan: PrefetchPlan, on platform: inout some Platform) -> Submission {
    guard platform.authorization.allowsNotifications else { return .refused }
    if platform.pendingTask(TaskIdentifier.fetch) != nil {
      platform.cancelTask(TaskIdentifier.fetch)
    }
    do {
      try platform.submitTask(TaskIdentifier.fetch, earliestBeginDate: plan.beginDate)
    } catch {
      isSubmissionSuspended = true
      lastTaskError = error
      let isExpected = platform.isSimulator && error == .unavailable
      platform.log(isExpected ? .taskRefusedOnSimulator : .taskRefused(code: error.rawValue))
      forgetTask(on: &platform)
      return .refused
    }
    platform.log(.taskScheduled(earliestBeginDate: plan.beginDate))
    platform.log(
      .taskReadBack(earliestBeginDate: platform.pendingTask(TaskIdentifier.fetch)))
    platform.telemetry.prefetchScheduled += 1
    let isStored =
      store(.integer(plan.beginDate), for: .earliestBeginDate, on: &platform)
      && store(.text(plan.storedOwner), for: .taskOwner, on: &platform)
      && store(.integer(plan.occurrence), for: .taskOccurrence, on: &platform)
    if isStored { return .submitted }
    cancelPrefetch(on: &platform)
    return .notStored
  }

  /// Submits the next task when none is pending, or one that is too late or for nothing.
  mutating func keepPrefetch(_ schedules: [Schedule], on platform: inout some Platform) {
    guard let plan = nextPrefetch(schedules, on: platform) else {
      return cancelPrefetch(on: &platform)
    }
    guard platform.authorization.allowsNotifications, !isSubmissionSuspended else { return }
    if let pending = platform.pendingTask(TaskIdentifier.fetch), pending <= plan.beginDate,
      !isWidened(pending, plan, on: platform),
      pending == plan.beginDate || !isStranded(pending, schedules, on: platform)
    {
      return
    }
    _ = submit(plan, on: &platform)
  }

  /// Whether a change of zone has moved away what the pending task was asked for.
  ///
  /// One that is due within a minute stays, since it may make up for a miss.
  private func isStranded(
    _ pending: Int64, _ schedules: [Schedule], on platform: some Platform
  ) -> Bool {
    let now = platform.wallMilliseconds
    guard pending > now + Plugin.aheadMilliseconds, let owner = text(.taskOwner, platform) else {
      return false
    }
    guard owner == PrefetchPlan.dualOwner else {
      let occurrence = integer(.taskOccurrence, platform) ?? now
      return occurrence > now && !isDailyOccurrence(occurrence, schedules)
    }
    guard let fetch = dual?.configuration.activeFetch, !hasOpenRetry(.dual, on: platform) else {
      return false
    }
    return fetch.schedule.nextOccurrence(after: pending - 1, in: platform.zone) != pending
  }

  /// Whether a daily schedule fires at a time that is ahead.
  func isDailyOccurrence(_ time: Int64, _ schedules: [Schedule]) -> Bool {
    schedules.contains {
      $0.kind == .daily && $0.nextOccurrence(after: time - 1)?.time == time
    }
  }

  /// Whether the pending task is the planned one by the lead of a power shortage that is over.
  private func isWidened(
    _ pending: Int64, _ plan: PrefetchPlan, on platform: some Platform
  ) -> Bool {
    let lead = configuration.leadMilliseconds
    return plan.kind == .daily && plan.beginDate == plan.occurrence - lead
      && pending == plan.occurrence - lead * Plugin.adaptiveFactor
      && integer(.taskOccurrence, platform) == plan.occurrence
      && text(.taskOwner, platform) == plan.storedOwner
  }

  /// Submits the pending task anew, by a lead that has changed; a retry stays where it is.
  mutating func askAgain(on platform: inout some Platform) {
    guard let pending = platform.pendingTask(TaskIdentifier.fetch),
      let plan = nextPrefetch(readSchedules(on: &platform), on: platform)
    else { return }
    let isDual = text(.taskOwner, platform) == PrefetchPlan.dualOwner
    let isRetry = integer(isDual ? .dualRetryCount : .retryCount, platform) != nil
    if pending < plan.beginDate, isDual || isRetry { return }
    _ = submit(plan, on: &platform)
  }

  /// Submits the pending task again as it is planned; one that is due earlier stays.
  mutating func renewTask(on platform: inout some Platform) {
    let schedules = readSchedules(on: &platform)
    guard let plan = nextPrefetch(schedules, on: platform) else { return }
    if let pending = platform.pendingTask(TaskIdentifier.fetch), pending < plan.beginDate,
      !isStranded(pending, schedules, on: platform)
    {
      return
    }
    _ = submit(plan, on: &platform)
  }

  /// Notices a task that has not run 15 minutes after its begin date, and asks for one in a minute.
  mutating func detectMissedTask(on platform: inout some Platform) {
    let now = platform.wallMilliseconds
    guard let begin = integer(.earliestBeginDate, platform),
      now > begin + Plugin.missMilliseconds,
      (integer(.lastSuccessfulRun, platform) ?? .min) < begin,
      platform.authorization.allowsNotifications
    else { return }
    platform.log(.taskMissed)
    platform.telemetry.prefetchMissed += 1
    guard let owner = text(.taskOwner, platform) else { return forgetTask(on: &platform) }
    let isDual = owner == PrefetchPlan.dualOwner
    _ = submit(
      PrefetchPlan(
        kind: isDual ? .dual : .daily, owner: isDual ? DualConfiguration.scheduleID : owner,
        occurrence: integer(.taskOccurrence, platform) ?? now,
        beginDate: now + Plugin.aheadMilliseconds),
      on: &platform)
  }

  mutating func cancelPrefetch(on platform: inout some Platform) {
    if platform.pendingTask(TaskIdentifier.fetch) != nil {
      platform.cancelTask(TaskIdentifier.fetch)
    }
    forgetTask(on: &platform)
  }

  func forgetTask(on platform: inout some Platform) {
    for key in [StorageKey.earliestBeginDate, .taskOwner, .taskOccurrence] {
      _ = store(nil, for: key, on: &platform)
    }
  }
}
