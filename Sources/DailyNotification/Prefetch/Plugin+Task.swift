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
    run(.task, on: &platform) { plugin, platform in plugin.runPrefetch(task, on: &platform) }
  }

  /// The time of a launched task is up: its fetch is cancelled and it completes unsuccessfully.
  public mutating func taskExpired(_ task: LaunchedTask, on platform: inout some Platform) {
    run(.expiration, on: &platform) { plugin, platform in
      guard let running = plugin.fetch, running.purpose == .task(task) else { return }
      platform.cancelFetch(running.number)
      plugin.fetch = nil
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
      guard running.purpose == .onDemand else {
        // One run at a time: the earlier one goes on.
        if let plan = nextPrefetch(schedules, on: platform) { _ = submit(plan, on: &platform) }
        return complete(task, success: false, on: &platform)
      }
      platform.cancelFetch(running.number)
      fetch = nil
    }
    let target = schedules.compactMap { $0.nextOccurrence(after: now) }.min()
    let handled = integer(.taskOccurrence, platform) ?? target ?? now
    if integer(.prefetchedThrough, platform) != handled {
      _ = store(nil, for: .retryCount, on: &platform)
    }
    _ = store(.integer(handled), for: .prefetchedThrough, on: &platform)
    isSubmissionSuspended = false
    if let plan = nextPrefetch(schedules, on: platform) { _ = submit(plan, on: &platform) }
    startFetch(for: handled > now ? handled : target ?? now, .task(task), on: &platform)
  }

  /// A fetch ended: content is stored before the task completes.
  public mutating func fetchEnded(
    _ number: Int, _ outcome: FetchOutcome, on platform: inout some Platform
  ) {
    run(.fetch, on: &platform) { plugin, platform in
      guard let running = plugin.fetch, running.number == number else { return }
      plugin.fetch = nil
      switch plugin.storeContent(outcome, of: running, on: &platform) {
      case .success(let stored): plugin.prefetchSucceeded(stored, running, on: &platform)
      case .failure(let failure): plugin.prefetchFailed(failure, running, on: &platform)
      }
    }
  }

  private mutating func prefetchSucceeded(
    _ stored: StoredContent, _ running: RunningFetch, on platform: inout some Platform
  ) {
    let now = platform.wallMilliseconds
    platform.log(.prefetchSucceeded(status: stored.status, bytes: stored.bytes))
    platform.telemetry.prefetchSuccess += 1
    _ = store(.integer(now), for: .lastPrefetch, on: &platform)
    _ = store(nil, for: .retryCount, on: &platform)
    platform.notifyHost(
      .prefetchCompleted(scheduledFor: running.scheduledFor, bytes: stored.bytes))
    cleanUp(&platform)
    refreshContents(on: &platform)
    if case .task(let task) = running.purpose {
      if platform.pendingTask(TaskIdentifier.fetch) != nil {
        _ = store(.integer(now), for: .lastSuccessfulRun, on: &platform)
      }
      complete(task, success: true, on: &platform)
    }
    saveSnapshot(on: &platform)
  }

  private mutating func prefetchFailed(
    _ failure: FetchFailure, _ running: RunningFetch, on platform: inout some Platform
  ) {
    platform.log(.prefetchFailed(reason: failure.reason, status: failure.status))
    platform.telemetry.countFailure(failure.reason)
    platform.notifyHost(.prefetchFailed(reason: failure.reason, status: failure.status))
    guard case .task(let task) = running.purpose else { return }
    retry(failure, running, on: &platform)
    complete(task, success: false, on: &platform)
  }

  /// Asks for the same content again, if that can help and there is time before the notification.
  private mutating func retry(
    _ failure: FetchFailure, _ running: RunningFetch, on platform: inout some Platform
  ) {
    let count = integer(.retryCount, platform) ?? 0
    let now = platform.wallMilliseconds
    let retryAfter = min(max(failure.retryAfterSeconds ?? 0, 0), 86_400)
    let begin = now + max(Plugin.aheadMilliseconds, retryAfter * 1000)
    let schedules = readSchedules(on: &platform)
    let next = nextPrefetch(schedules, on: platform)?.beginDate ?? .max
    guard failure.reason.isRetried, count < Plugin.retriesMax, begin < running.scheduledFor,
      // The one task belongs to the earliest fetch; another schedule's is not pushed aside.
      begin + Plugin.aheadMilliseconds <= next,
      let schedule = schedules.first(where: {
        $0.nextOccurrence(after: running.scheduledFor - 1) == running.scheduledFor
      })
    else {
      _ = store(nil, for: .retryCount, on: &platform)
      return
    }
    _ = store(.integer(count + 1), for: .retryCount, on: &platform)
    _ = submit(
      PrefetchPlan(
        owner: schedule.row.id,
        occurrence: integer(.prefetchedThrough, platform) ?? running.scheduledFor,
        beginDate: begin),
      on: &platform)
  }

  private func complete(
    _ task: LaunchedTask, success: Bool, on platform: inout some Platform
  ) {
    platform.completeTask(task, success: success)
    platform.log(.taskCompleted(isSuccess: success))
  }
}
