extension Plugin {
  /// A begin date must be at least this far ahead of now.
  static let aheadMilliseconds: Int64 = 60_000
  /// How long after its begin date a task that has not run counts as missed.
  static let missMilliseconds: Int64 = 15 * 60_000
  static let retriesMax: Int64 = 3

  /// The earliest fetch that can still be asked for.
  ///
  /// Occurrences up to `prefetchedThrough` have had their task; each further one is due one lead
  /// before it.
  func nextPrefetch(
    _ schedules: [DailySchedule], on platform: some Platform
  ) -> PrefetchPlan? {
    let now = platform.wallMilliseconds
    let handled = max(integer(.prefetchedThrough, platform) ?? .min, now)
    let lead = configuration.leadMilliseconds
    let earliest = max(handled, now + Plugin.aheadMilliseconds + lead - 1)
    return schedules.compactMap { schedule in
      schedule.nextOccurrence(after: earliest).map {
        PrefetchPlan(owner: schedule.row.id, occurrence: $0, beginDate: $0 - lead)
      }
    }.min { ($0.beginDate, $0.owner) < ($1.beginDate, $1.owner) }
  }

  /// Asks for the prefetch of a schedule that is being armed; false when the task was refused.
  mutating func planPrefetch(
    for schedule: DailySchedule, next: Int64, on platform: inout some Platform
  ) throws(Rejection) -> Bool {
    let now = platform.wallMilliseconds
    platform.log(.prefetchPlanned(notificationTime: next))
    let ahead = next - configuration.leadMilliseconds - now
    if ahead < Plugin.aheadMilliseconds {
      platform.log(.prefetchSkipped(aheadSeconds: ahead / 1000))
    }
    isSubmissionSuspended = false
    _ = store(nil, for: .prefetchedThrough, on: &platform)
    _ = store(nil, for: .retryCount, on: &platform)
    var schedules = readSchedules(on: &platform).filter { $0.row.id != schedule.row.id }
    schedules.append(schedule)
    guard let plan = nextPrefetch(schedules, on: platform) else { return true }
    switch submit(plan, on: &platform) {
    case .submitted: return true
    case .refused: return false
    case .notStored: throw .notStored(StorageKey.earliestBeginDate.name)
    }
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
      && store(.text(plan.owner), for: .taskOwner, on: &platform)
      && store(.integer(plan.occurrence), for: .taskOccurrence, on: &platform)
    if isStored { return .submitted }
    cancelPrefetch(on: &platform)
    return .notStored
  }

  /// Submits the next task when none is pending or the pending one is too late.
  mutating func keepPrefetch(_ schedules: [DailySchedule], on platform: inout some Platform) {
    guard !schedules.isEmpty else { return cancelPrefetch(on: &platform) }
    guard platform.authorization.allowsNotifications, !isSubmissionSuspended,
      let plan = nextPrefetch(schedules, on: platform)
    else { return }
    let pending = platform.pendingTask(TaskIdentifier.fetch)
    if let pending, pending <= plan.beginDate { return }
    _ = submit(plan, on: &platform)
  }

  /// Submits the pending task anew, by a lead that has changed.
  mutating func askAgain(on platform: inout some Platform) {
    guard platform.pendingTask(TaskIdentifier.fetch) != nil,
      let plan = nextPrefetch(readSchedules(on: &platform), on: platform)
    else { return }
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
    guard case .text(let owner)? = platform.value(.taskOwner) else {
      return forgetTask(on: &platform)
    }
    let occurrence = integer(.taskOccurrence, platform) ?? now
    _ = submit(
      PrefetchPlan(
        owner: owner, occurrence: occurrence, beginDate: now + Plugin.aheadMilliseconds),
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
