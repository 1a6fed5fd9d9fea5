extension Plugin {
  /// A fetch ended: content is stored before the task completes.
  public mutating func fetchEnded(
    _ number: Int, _ outcome: FetchOutcome, on platform: inout some Platform
  ) {
    run(.fetch, on: &platform) { plugin, platform in
      if plugin.settleEndpointTest(number, outcome, on: &platform) { return }
      guard let running = plugin.fetch, running.number == number else { return }
      plugin.fetch = nil
      // What was cancelled meanwhile has no use for content.
      if running.target.kind == .dual, plugin.dual == nil, running.purpose != .byHand {
        return plugin.finish(running, isSuccess: false, on: &platform)
      }
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
    _ = store(nil, for: Plugin.retryKey(running.target.kind), on: &platform)
    platform.notifyHost(
      .prefetchCompleted(scheduledFor: running.scheduledFor, bytes: stored.bytes))
    cleanUp(&platform)
    refreshContents(running.target.kind, on: &platform)
    if running.target.kind == .dual {
      let isLinked = dual?.configuration.isLinked == true && stored.isForTarget
      countDualFetch(isSuccess: true, isLinked: isLinked, on: &platform)
    }
    finish(running, isSuccess: true, on: &platform)
    saveSnapshot(on: &platform)
  }

  private mutating func prefetchFailed(
    _ failure: FetchFailure, _ running: RunningFetch, on platform: inout some Platform
  ) {
    platform.log(.prefetchFailed(reason: failure.reason, status: failure.status))
    platform.telemetry.countFailure(failure.reason)
    platform.notifyHost(.prefetchFailed(reason: failure.reason, status: failure.status))
    if running.target.kind == .dual {
      countDualFetch(isSuccess: false, isLinked: false, on: &platform)
    }
    var failed = running
    if case .task = running.purpose, let retry = retry(failure, running, on: &platform) {
      failed.retry = retry
    }
    finish(failed, isSuccess: false, on: &platform)
  }

  /// Goes on with what the same task has to fetch, or completes it.
  private mutating func finish(
    _ running: RunningFetch, isSuccess: Bool, on platform: inout some Platform
  ) {
    guard case .task(let task) = running.purpose else { return }
    let hasFailed = running.hasFailed || !isSuccess
    if let next = running.remaining.first {
      startFetch(for: next, running.purpose, on: &platform)
      fetch?.remaining = Array(running.remaining.dropFirst())
      fetch?.hasFailed = hasFailed
      fetch?.retry = running.retry
      return
    }
    if !hasFailed, platform.pendingTask(TaskIdentifier.fetch) != nil {
      _ = store(
        .integer(platform.wallMilliseconds), for: .lastSuccessfulRun, on: &platform)
    }
    complete(task, success: !hasFailed, on: &platform)
  }

  /// Asks for the same content again, if that can help and there is time before the notification.
  ///
  /// There is one task: the later of two retries serves both kinds.
  private mutating func retry(
    _ failure: FetchFailure, _ running: RunningFetch, on platform: inout some Platform
  ) -> RunningFetch.Retry? {
    let kind = running.target.kind
    let count = integer(Plugin.retryKey(kind), platform) ?? 0
    let other = running.retry
    let begin = max(retryDate(failure, kind, on: platform), other?.beginDate ?? .min)
    let limit = isContentOnly(kind) ? .max : running.scheduledFor
    let schedules = readSchedules(on: &platform)
    let next = nextPrefetch(schedules, on: platform)?.beginDate ?? .max
    let owner = retryOwner(running.target, schedules, on: platform)
    guard failure.reason.isRetried, count < retriesMax(kind),
      begin < min(limit, other?.limit ?? .max),
      // The one task belongs to the earliest fetch; another schedule's is not pushed aside.
      begin + Plugin.aheadMilliseconds <= next, let owner
    else {
      _ = store(nil, for: Plugin.retryKey(kind), on: &platform)
      return nil
    }
    _ = store(.integer(count + 1), for: Plugin.retryKey(kind), on: &platform)
    let handled = kind == .daily ? integer(.prefetchedThrough, platform) : nil
    _ = submit(
      PrefetchPlan(
        kind: kind, owner: owner, occurrence: handled ?? running.scheduledFor, beginDate: begin),
      on: &platform)
    return RunningFetch.Retry(beginDate: begin, limit: min(limit, other?.limit ?? .max))
  }

  private func retryDate(
    _ failure: FetchFailure, _ kind: ScheduleKind, on platform: some Platform
  ) -> Int64 {
    let retryAfter = min(max(failure.retryAfterSeconds ?? 0, 0), 86_400) * 1000
    return platform.wallMilliseconds
      + max(Plugin.aheadMilliseconds, retryAfter, retryDelay(kind))
  }

  /// Whether a failed fetch of a kind has a retry ahead.
  func hasOpenRetry(_ kind: ScheduleKind, on platform: some Platform) -> Bool {
    integer(Plugin.retryKey(kind), platform) != nil
  }

  /// Where the tries after a kind's failed fetch are counted.
  static func retryKey(_ kind: ScheduleKind) -> StorageKey {
    kind == .dual ? .dualRetryCount : .retryCount
  }

  private func retriesMax(_ kind: ScheduleKind) -> Int64 {
    kind == .dual ? dual?.configuration.retriesMax ?? 0 : Plugin.retriesMax
  }

  private func retryDelay(_ kind: ScheduleKind) -> Int64 {
    kind == .dual ? dual?.configuration.contentFetch?.retryDelayMilliseconds ?? 0 : 0
  }

  /// Whether no notification waits for the content.
  private func isContentOnly(_ kind: ScheduleKind) -> Bool {
    kind == .dual && dual?.configuration.activeNotification == nil
  }

  /// The schedule that the content is for; nil when it is gone or fires at another time.
  private func retryOwner(
    _ target: FetchTarget, _ schedules: [Schedule], on platform: some Platform
  ) -> String? {
    if target.kind == .dual {
      return dual?.configuration.activeFetch == nil ? nil : DualConfiguration.scheduleID
    }
    return schedules.first {
      $0.kind == .daily
        && $0.nextOccurrence(after: target.scheduledFor - 1)?.time == target.scheduledFor
    }?.row.id
  }
}
