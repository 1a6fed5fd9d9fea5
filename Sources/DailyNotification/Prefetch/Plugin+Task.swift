import CivilTime

extension Plugin {
  /// The system launched a background task.
  public mutating func taskLaunched(_ task: LaunchedTask, on platform: inout some Platform) {
    guard task.identifier == TaskIdentifier.fetch else {
      // Window maintenance is the re-planning that every entry does.
      run(.maintenance, on: &platform) { _, platform in
        platform.completeTask(task, success: true)
      }
      return
    }
    run(.task, on: &platform) { plugin, platform in
      guard platform.isProtectedDataAvailable else {
        // Nobody knows what to fetch yet; the next launch asks for the task again.
        return plugin.complete(task, success: false, on: &platform)
      }
      // Recovery tells a start of the phone by an uptime below the last one known.
      platform.setValue(.integer(platform.uptimeMilliseconds), for: .lastUptime)
      plugin.runPrefetch(task, on: &platform)
    }
  }

  /// The time of a launched task is up: its fetch is cancelled and it completes unsuccessfully.
  public mutating func taskExpired(_ task: LaunchedTask, on platform: inout some Platform) {
    run(.expiration, on: &platform) { plugin, platform in
      guard let running = plugin.fetch, running.purpose == .task(task) else { return }
      platform.cancelFetch(running.number)
      plugin.fetch = nil
      for target in [running.target] + running.remaining {
        _ = plugin.store(nil, for: Plugin.retryKey(target.kind), on: &platform)
      }
      platform.log(.taskExpired)
      platform.telemetry.countFailure(.expired)
      platform.notifyHost(.prefetchFailed(reason: .expired, status: nil))
      plugin.complete(task, success: false, on: &platform)
    }
  }

  /// Submits the next task first, then fetches.
  private mutating func runPrefetch(_ task: LaunchedTask, on platform: inout some Platform) {
    let now = platform.wallMilliseconds
    let late = task.earliestBeginDate.map { max(0, now - $0) / 1000 } ?? 0
    platform.log(
      .taskStarted(earliestBeginDate: task.earliestBeginDate, actual: now, lateSeconds: late))
    let schedules = readSchedules(on: &platform)
    if let running = fetch {
      guard case .task = running.purpose else {
        platform.cancelFetch(running.number)
        fetch = nil
        return fetchDue(task, schedules, on: &platform)
      }
      // One run at a time: the earlier one goes on.
      if let plan = nextPrefetch(schedules, on: platform) { _ = submit(plan, on: &platform) }
      return complete(task, success: false, on: &platform)
    }
    fetchDue(task, schedules, on: &platform)
  }

  /// Works out what is due, asks for the next task and fetches one after the other.
  private mutating func fetchDue(
    _ task: LaunchedTask, _ schedules: [Schedule], on platform: inout some Platform
  ) {
    let now = platform.wallMilliseconds
    var targets: [FetchTarget] = []
    let isDualOwner = text(.taskOwner, platform) == PrefetchPlan.dualOwner
    let hasDaily = schedules.contains { $0.kind == .daily }
    if isDualOwner || !hasDaily && dual?.configuration.activeFetch != nil {
      targets.append(dualTarget(now, isOwner: isDualOwner, on: &platform))
      if let daily = dueDailyTarget(schedules, now, on: &platform) { targets.append(daily) }
    } else {
      targets.append(dailyTarget(schedules, now, on: &platform))
      if isDualDue(now, on: platform) || hasOpenDualRetry(on: platform) {
        targets.append(dualTarget(now, isOwner: false, on: &platform))
      }
    }
    isSubmissionSuspended = false
    if let plan = nextPrefetch(schedules, on: platform) { _ = submit(plan, on: &platform) }
    startFetch(for: targets[0], .task(task), on: &platform)
    fetch?.remaining = Array(targets.dropFirst())
  }

  /// What the task was asked for, or the next daily notification when that is not to come.
  private func dailyTarget(
    _ schedules: [Schedule], _ now: Int64, on platform: inout some Platform
  ) -> FetchTarget {
    let next = nextDaily(schedules, after: now, on: platform)?.time
    let handled = integer(.taskOccurrence, platform) ?? next ?? now
    if integer(.prefetchedThrough, platform) != handled {
      _ = store(nil, for: .retryCount, on: &platform)
    }
    _ = store(.integer(handled), for: .prefetchedThrough, on: &platform)
    let isToCome = handled > now && isDailyOccurrence(handled, schedules)
    return FetchTarget(kind: .daily, scheduledFor: isToCome ? handled : next ?? now)
  }

  /// The daily content that is due by now, when the task belongs to the dual schedule.
  private func dueDailyTarget(
    _ schedules: [Schedule], _ now: Int64, on platform: inout some Platform
  ) -> FetchTarget? {
    if hasOpenRetry(.daily, on: platform), let handled = integer(.prefetchedThrough, platform),
      handled > now
    {
      return FetchTarget(kind: .daily, scheduledFor: handled)
    }
    let handled = max(integer(.prefetchedThrough, platform) ?? .min, now)
    guard let (next, lead) = nextDaily(schedules, after: handled, on: platform),
      next - lead < now + Plugin.aheadMilliseconds
    else { return nil }
    _ = store(.integer(next), for: .prefetchedThrough, on: &platform)
    return FetchTarget(kind: .daily, scheduledFor: next)
  }

  private func dualTarget(
    _ now: Int64, isOwner: Bool, on platform: inout some Platform
  ) -> FetchTarget {
    // A run before its time counts for what it was asked for.
    let asked = isOwner ? integer(.earliestBeginDate, platform) ?? .min : .min
    if isDualDue(max(now, asked), on: platform) {
      _ = store(nil, for: .dualRetryCount, on: &platform)
    }
    let due = max(now + Plugin.aheadMilliseconds - 1, asked)
    _ = store(.integer(due), for: .dualFetchedThrough, on: &platform)
    return FetchTarget(kind: .dual, scheduledFor: dualOccurrence(after: now, on: platform))
  }

  /// Whether a dual fetch is due that had no task of its own.
  private func isDualDue(_ now: Int64, on platform: some Platform) -> Bool {
    guard let fetch = dual?.configuration.activeFetch else { return false }
    let handled = integer(.dualFetchedThrough, platform) ?? now
    let next = fetch.schedule.nextOccurrence(after: handled, in: platform.zone)
    return next.map { $0 < now + Plugin.aheadMilliseconds } ?? false
  }

  private func hasOpenDualRetry(on platform: some Platform) -> Bool {
    hasOpenRetry(.dual, on: platform) && dual?.configuration.activeFetch != nil
  }

  /// The next occurrence of all daily schedules, and how long before it a prefetch is due.
  func nextDaily(
    _ schedules: [Schedule], after time: Int64, on platform: some Platform
  ) -> (time: Int64, lead: Int64)? {
    let usual = leadMilliseconds(on: platform)
    var first: (time: Int64, lead: Int64)?
    for schedule in schedules where schedule.kind == .daily {
      guard let next = schedule.nextOccurrence(after: time)?.time else { continue }
      if let first, first.time <= next { continue }
      first = (next, schedule.leadMilliseconds ?? usual)
    }
    return first
  }

  func complete(
    _ task: LaunchedTask, success: Bool, on platform: inout some Platform
  ) {
    platform.completeTask(task, success: success)
    platform.log(.taskCompleted(isSuccess: success))
  }
}
