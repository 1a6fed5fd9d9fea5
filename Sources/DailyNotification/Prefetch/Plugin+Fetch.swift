extension Plugin {
  /// Starts the fetch of an occurrence's content, with the identity's token and the known tag.
  ///
  /// Without a key for the active identity nothing is sent, and the fetch has failed at once. Where
  /// the host has to register a fetcher and has not, it brings the plugin's own content.
  mutating func startFetch(
    for target: FetchTarget, _ purpose: RunningFetch.Purpose, remaining: [FetchTarget] = [],
    failedKinds: Set<ScheduleKind> = [], retry: RunningFetch.Retry? = nil,
    isUnconditional: Bool = false, on platform: inout Family.System
  ) {
    let address = contentAddress(for: target)
    if isFetcherMissing, hasServer(for: target) { platform.log(.fetcherMissing) }
    var fetch = RunningFetch(
      number: 0, target: target, purpose: purpose, address: address, remaining: remaining,
      failedKinds: failedKinds, retry: retry)
    let request: FetchRequest
    if let address {
      do throws(Rejection) {
        fetch.token = try identity.token(of: activeDID, activeDID: activeDID, on: &platform)?.text
      } catch {
        return prefetchFailed(
          FetchFailure(reason: .authentication, status: nil), fetch, on: &platform)
      }
      tokenSent(fetch.token, on: &platform)
      fetch.plans = plansQuery(for: target, on: platform)
      let held =
        isUnconditional || fetch.plans != nil || !configuration.usesEntityTags
        ? nil : Contents.held(for: target, from: address, identity: activeDID, on: platform)
      fetch.heldOccurrence = held?.scheduledFor
      let configured =
        target.kind == .dual ? dual.configuration?.contentFetch?.timeoutMilliseconds : nil
      let timeout = purpose.timeout(
        configured ?? prefetch.rules.timeoutMilliseconds, at: platform.uptimeMilliseconds)
      request = .get(
        ContentRequest(
          url: address, token: fetch.token, identity: activeDID, etag: held?.etag,
          scheduledFor: fetch.plans == nil ? target.scheduledFor : nil,
          timeoutMilliseconds: timeout, plans: fetch.plans))
    } else {
      request = .fixed(
        body: contents.fixedBytes(for: target.scheduledFor),
        timeoutMilliseconds: purpose.timeout(
          prefetch.rules.timeoutMilliseconds, at: platform.uptimeMilliseconds))
    }
    fetch.number = platform.startFetch(request)
    prefetch.began(fetch)
  }

  /// The address of a target's content; nil while neither server nor native fetcher is configured.
  @inline(__always)
  private func contentAddress(for target: FetchTarget) -> String? {
    if isFetcherMissing { return nil }
    if target.kind == .dual, let url = dual.configuration?.contentFetch?.url { return url }
    // A method handed on as a value would take a copy of the plugin with it.
    guard let server = server(for: target) else { return nil }
    return requestAddress(of: server)
  }

  @inline(__always)
  private func server(for target: FetchTarget) -> String? {
    target.kind == .dual
      ? identity.fetcher?.apiBaseURL ?? configuration.apiServer
      : configuration.apiServer ?? identity.fetcher?.apiBaseURL
  }

  private func hasServer(for target: FetchTarget) -> Bool {
    server(for: target) != nil
      || target.kind == .dual && dual.configuration?.contentFetch?.url != nil
  }

  /// Where a server is asked, by the choice of its endpoint.
  func requestAddress(of server: String) -> String {
    switch choices.contentAPI {
    case .content: ServerAddress.content(of: server)
    case .plansLastUpdatedBetween: ServerAddress.plans(of: server)
    }
  }

  /// What is asked of the starred plans for a target; nil where content is asked for.
  ///
  /// A dual schedule with an address of its own asks that for content.
  private func plansQuery(
    for target: FetchTarget, on platform: Family.System
  ) -> PlansQuery? {
    if target.kind == .dual, dual.configuration?.contentFetch?.url != nil { return nil }
    return plansQuery(target.kind, for: target.scheduledFor, on: platform)
  }

  /// What is asked of the starred plans for a kind and time; nil where content is asked for.
  func plansQuery(
    _ kind: ScheduleKind, for occurrence: Int64, on platform: Family.System
  ) -> PlansQuery? {
    switch choices.contentAPI {
    case .content: nil
    case .plansLastUpdatedBetween:
      PlansQuery(
        planIDs: starredPlanIDs(on: platform), afterID: PlanCursor.value(kind, on: platform),
        scheduledFor: occurrence)
    }
  }

  /// Starts the running fetches anew, as another identity; what waits for content waits no longer.
  mutating func restartFetch(on platform: inout Family.System) {
    for waiting in prefetch.takeAwaited() {
      platform.cancelFetch(waiting.number)
      showAwaited(waiting.target, on: &platform)
    }
    for running in prefetch.takeRunning() {
      platform.cancelFetch(running.number)
      startFetch(
        for: running.target, running.purpose, remaining: running.remaining,
        failedKinds: running.failedKinds, retry: running.retry, on: &platform)
    }
  }

  /// A fetch ended: content is stored before the task completes.
  public mutating func fetchEnded(
    _ number: Int, _ outcome: FetchOutcome, on platform: inout Family.System
  ) {
    run(.fetch, on: &platform) { plugin, platform in
      if let test = plugin.identity.takeEndpointTest(number) {
        return plugin.settle(test, outcome, on: &platform)
      }
      guard let running = plugin.prefetch.takeEnded(number) else { return }
      // What was cancelled meanwhile has no use for content.
      if running.target.kind == .dual, plugin.dual.configuration == nil,
        running.purpose != .byHand
      {
        var given = running
        given.failedKinds.insert(.dual)
        return plugin.finish(given, on: &platform)
      }
      let stored = plugin.contents.store(
        outcome, of: running, identity: plugin.activeDID, on: &platform)
      switch stored {
      case .success(let stored): plugin.prefetchSucceeded(stored, running, on: &platform)
      case .failure(let failure) where failure.isValidatorUnknown:
        // Once only: what is fetched next sends no tag, so no answer can be about another one.
        plugin.startFetch(
          for: running.target, running.purpose, remaining: running.remaining,
          failedKinds: running.failedKinds, retry: running.retry, isUnconditional: true,
          on: &platform)
      case .failure(let failure): plugin.prefetchFailed(failure, running, on: &platform)
      }
    }
  }

  private mutating func prefetchSucceeded(
    _ stored: StoredContent, _ running: RunningFetch, on platform: inout Family.System
  ) {
    platform.log(.prefetchSucceeded(status: stored.status, bytes: stored.bytes))
    platform.telemetry.prefetchSuccess += 1
    PrefetchState.storeFetch(at: platform.wallMilliseconds, on: &platform)
    // A failure of the same kind in the same run is still to be tried again.
    if !running.failedKinds.contains(running.target.kind) {
      PrefetchState.storeRetries(nil, running.target.kind, on: &platform)
    }
    notifyHost(
      .prefetchCompleted(scheduledFor: running.scheduledFor, bytes: stored.bytes), on: &platform)
    Contents.removeExpired(retentionDays: configuration.retentionDays, on: &platform)
    if !stored.isEmpty { standIn(for: running, on: &platform) }
    updateContent(running.target.kind, on: &platform)
    if running.target.kind == .dual {
      let isLinked = contents.rules.isDualLinked && stored.isForTarget
      DualStatistics.countFetch(
        isSuccess: true, isLinked: isLinked, isEmpty: stored.isEmpty, on: &platform)
    }
    finish(running, on: &platform)
    platform.storeSnapshot()
  }

  private mutating func prefetchFailed(
    _ failure: FetchFailure, _ running: RunningFetch, on platform: inout Family.System
  ) {
    platform.log(.prefetchFailed(reason: failure.reason, status: failure.status))
    if failure.reason == .authentication { dropToken(running.token, on: &platform) }
    platform.telemetry.countFailure(failure.reason)
    notifyHost(.prefetchFailed(reason: failure.reason, status: failure.status), on: &platform)
    if running.target.kind == .dual {
      DualStatistics.countFetch(isSuccess: false, isLinked: false, on: &platform)
    }
    var failed = running
    if case .task = running.purpose {
      let demand = demand(on: &platform)
      failed.retry = prefetch.retry(failure, running, demand, on: &platform)
    }
    failed.failedKinds.insert(running.target.kind)
    if failed.retry == nil, standIn(for: running, on: &platform) {
      updateContent(.dual, on: &platform)
    }
    finish(failed, on: &platform)
  }

  /// A chained notification whose fetch has brought nothing that it can show gets the default
  /// text, unless it is skipped then; true if so.
  @discardableResult
  private mutating func standIn(
    for running: RunningFetch, on platform: inout Family.System
  ) -> Bool {
    guard running.target.kind == .dual, contents.rules.isDualChained,
      dual.configuration?.isSkippedWithoutContent == false,
      running.scheduledFor > platform.wallMilliseconds,
      let schedule = readSchedules(on: &platform).first(where: { $0.kind == .dual }),
      let occurrence = schedule.nextOccurrence(after: running.scheduledFor - 1),
      occurrence.time == running.scheduledFor,
      !contents.hasFresh(for: schedule, occurrence, on: platform)
    else { return false }
    return contents.storeDefault(of: schedule, occurrence, identity: activeDID, on: &platform)
  }

  /// Goes on with what the same task has to fetch, or completes it.
  private mutating func finish(
    _ running: RunningFetch, on platform: inout Family.System
  ) {
    if running.purpose.isAwaited { return showAwaited(running.target, on: &platform) }
    guard case .task(let task) = running.purpose else { return }
    guard let next = running.remaining.first else {
      return prefetch.complete(
        task, hasFailed: !running.failedKinds.isEmpty, demand(on: &platform), on: &platform)
    }
    startFetch(
      for: next, running.purpose, remaining: Array(running.remaining.dropFirst()),
      failedKinds: running.failedKinds, retry: running.retry, on: &platform)
  }

  /// Shows the notifications that have waited for a fetch, and accounts for them.
  private mutating func showAwaited(
    _ target: FetchTarget, on platform: inout Family.System
  ) {
    let schedules = readSchedules(on: &platform)
    let isAny = delivery.contentSettled(
      target.kind, for: target.scheduledFor, schedules, &contents, on: &platform)
    guard isAny else { return }
    _ = account(on: &platform)
    storeProgress(of: readSchedules(on: &platform), on: &platform)
  }
}
