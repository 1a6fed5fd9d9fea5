import CivilTime

/// Fetching content ahead of its notification: of each scope one fetch at a time, and one piece of
/// background work.
///
/// The work belongs to the earliest fetch of its scope. When it runs, the next one is submitted
/// first, so that a run which dies leaves a successor.
struct Prefetch<Work: BackgroundWork>: Sendable {
  typealias System = Work.System

  /// The system's side of it.
  var work = Work()
  /// How often and when a failed fetch is tried again.
  let rules: RetryRules
  /// The fetches that have not ended, at most one of each scope.
  private(set) var fetches: [RunningFetch] = []
  /// The fetches that notifications wait for whose time has come.
  private var awaited: [RunningFetch] = []

  /// Nothing is fetched and nothing is pending.
  init(_ choices: PluginChoices) {
    switch choices.fetchRetries {
    case .three: rules = .three
    case .upstream: rules = Work.upstreamRetries
    }
  }

  /// The scopes, of each of which one piece of work may be pending.
  private static var scopes: [WorkScope] { Work.division.scopes }

  /// The fetch that began first of those that have not ended.
  var running: RunningFetch? { fetches.first }

  /// Whether a fetch for a kind runs, or one of its scope.
  func isFetching(for kind: ScheduleKind) -> Bool { running(Work.division.scope(of: kind)) != nil }

  /// Whether a fetch of a scope runs.
  func isFetching(_ scope: WorkScope) -> Bool { running(scope) != nil }

  private func running(_ scope: WorkScope) -> RunningFetch? {
    fetches.first { Work.division.scope(of: $0.target.kind) == scope }
  }

  // MARK: Submitting

  enum Submission {
    case submitted
    case refused
    case notStored
  }

  /// Submits a plan in place of what is pending and stores begin date, owner and occurrence.
  ///
  /// While notifications are not allowed nothing is submitted; an entry after a grant does it.
  @discardableResult
  mutating func submit(_ plan: PrefetchPlan, on platform: inout System) -> Submission {
    guard platform.authorization.allowsNotifications else { return .refused }
    let scope = Work.division.scope(of: plan.kind)
    guard work.submit(beginDate: plan.beginDate, scope, on: &platform) else {
      PrefetchState.forgetSubmitted(scope, on: &platform)
      return .refused
    }
    platform.telemetry.prefetchScheduled += 1
    if PrefetchState.storeSubmitted(plan, scope, on: &platform) { return .submitted }
    cancel(scope, on: &platform)
    return .notStored
  }

  /// Cancels all pending work and forgets what it was submitted for.
  mutating func cancel(on platform: inout System) {
    for scope in Prefetch.scopes { cancel(scope, on: &platform) }
  }

  private mutating func cancel(_ scope: WorkScope, on platform: inout System) {
    work.cancel(scope, on: &platform)
    PrefetchState.forgetSubmitted(scope, on: &platform)
  }

  /// A schedule is made anew: refusals and retries of before no longer count.
  mutating func beginAnew(_ kind: ScheduleKind, on platform: inout System) {
    work.resume()
    PrefetchState.storeRetries(nil, kind, on: &platform)
  }

  /// Submits the first fetch there is for a call that arms a kind; false when it was refused.
  ///
  /// Pending work of another kind of the scope that comes earlier is left alone (a retry, say): its
  /// run submits what is planned.
  mutating func submitFirst(
    _ demand: PrefetchDemand, for kind: ScheduleKind, on platform: inout System
  ) throws(Rejection) -> Bool {
    let scope = Work.division.scope(of: kind)
    guard let plan = demand.next(scope, on: platform) else {
      if kind == .dual { cancel(scope, on: &platform) }
      return true
    }
    if isOtherKindEarlier(than: plan, for: kind, scope, on: platform) { return true }
    if kind == .dual, plan.kind == .dual, let fetch = demand.dual?.activeFetch {
      platform.log(.dualFetchPlanned(schedule: fetch.schedule.text, date: plan.beginDate))
    }
    switch submit(plan, on: &platform) {
    case .submitted: return true
    case .refused: return false
    case .notStored: throw .notStored(scope.beginDateKey.name)
    }
  }

  private func isOtherKindEarlier(
    than plan: PrefetchPlan, for kind: ScheduleKind, _ scope: WorkScope, on platform: System
  ) -> Bool {
    guard let pending = work.pendingBeginDate(scope, on: platform), pending < plan.beginDate,
      let owner = PrefetchState.owner(scope, on: platform)
    else { return false }
    return owner.kind != kind
  }

  /// Submits the next fetches where none is pending, or one that is too late or without use.
  mutating func keep(_ demand: PrefetchDemand, on platform: inout System) {
    for scope in Prefetch.scopes { keep(demand, scope, on: &platform) }
  }

  private mutating func keep(
    _ demand: PrefetchDemand, _ scope: WorkScope, on platform: inout System
  ) {
    guard let plan = demand.next(scope, on: platform) else {
      return cancel(scope, on: &platform)
    }
    guard platform.authorization.allowsNotifications, work.canSubmit(on: platform) else { return }
    if let pending = work.pendingBeginDate(scope, on: platform), pending <= plan.beginDate,
      !isWidened(pending, plan, scope, demand, on: platform),
      pending == plan.beginDate || !isStranded(pending, scope, demand, on: platform)
    {
      return
    }
    submit(plan, on: &platform)
  }

  /// Submits the pending work as it is planned now; what is due earlier stays.
  mutating func renew(_ demand: PrefetchDemand, on platform: inout System) {
    for scope in Prefetch.scopes {
      guard let plan = demand.next(scope, on: platform) else { continue }
      if let pending = work.pendingBeginDate(scope, on: platform), pending < plan.beginDate,
        !isStranded(pending, scope, demand, on: platform)
      {
        continue
      }
      submit(plan, on: &platform)
    }
  }

  /// Submits the pending work anew, by a lead that has changed; a retry stays where it is.
  mutating func followLead(_ demand: PrefetchDemand, on platform: inout System) {
    for scope in Prefetch.scopes {
      guard let pending = work.pendingBeginDate(scope, on: platform),
        let plan = demand.next(scope, on: platform)
      else { continue }
      let kind = PrefetchState.owner(scope, on: platform)?.kind ?? .daily
      let isRetry = PrefetchState.retries(kind, on: platform) != nil
      if pending < plan.beginDate, kind == .dual || isRetry { continue }
      submit(plan, on: &platform)
    }
  }

  /// Gives the work of the dual schedule, which was cancelled, to the earliest fetch that is left
  /// of its scope, if there is one.
  mutating func handOver(_ demand: PrefetchDemand, on platform: inout System) {
    for scope in Prefetch.scopes {
      guard PrefetchState.owner(scope, on: platform) == .dual else {
        keep(demand, scope, on: &platform)
        continue
      }
      if let plan = demand.next(scope, on: platform) {
        submit(plan, on: &platform)
      } else {
        cancel(scope, on: &platform)
      }
    }
  }

  /// Whether a change of zone has moved away what the pending work was submitted for.
  ///
  /// Work that is due within a minute stays, since it may make up for a miss.
  private func isStranded(
    _ pending: Int64, _ scope: WorkScope, _ demand: PrefetchDemand, on platform: System
  ) -> Bool {
    let now = platform.wallMilliseconds
    guard pending > now + Work.aheadMilliseconds,
      let owner = PrefetchState.owner(scope, on: platform)
    else { return false }
    switch owner {
    case .daily:
      let occurrence = PrefetchState.occurrence(scope, on: platform) ?? now
      return occurrence > now && demand.dailySchedule(firingAt: occurrence) == nil
    case .dual:
      guard let fetch = demand.dual?.activeFetch,
        PrefetchState.retries(.dual, on: platform) == nil
      else { return false }
      return fetch.schedule.nextOccurrence(after: pending - 1, in: platform.zone) != pending
    }
  }

  /// Whether the pending work is the planned one by the lead of a power shortage that is over.
  private func isWidened(
    _ pending: Int64, _ plan: PrefetchPlan, _ scope: WorkScope, _ demand: PrefetchDemand,
    on platform: System
  ) -> Bool {
    plan.kind == .daily && demand.widenedLeadMilliseconds > demand.usualLeadMilliseconds
      && plan.beginDate == plan.occurrence - demand.usualLeadMilliseconds
      && pending == plan.occurrence - demand.widenedLeadMilliseconds
      && PrefetchState.occurrence(scope, on: platform) == plan.occurrence
      && PrefetchState.owner(scope, on: platform) == plan.owner
  }

  /// Notices work that has not run 15 minutes after its begin date, and submits it once more.
  ///
  /// A successful run in the future was one before the clock was set back: it counts as none.
  mutating func detectMiss(on platform: inout System) {
    for scope in Prefetch.scopes { detectMiss(scope, on: &platform) }
  }

  private mutating func detectMiss(_ scope: WorkScope, on platform: inout System) {
    let now = platform.wallMilliseconds
    var successfulRun = PrefetchState.lastSuccessfulRun(scope, on: platform) ?? .min
    // The clock went back: a run of the future counts as none, also once its time has come again.
    if successfulRun > now {
      successfulRun = .min
      PrefetchState.forgetSuccessfulRun(scope, on: &platform)
    }
    guard let begin = PrefetchState.beginDate(scope, on: platform),
      now > begin + PrefetchLimits.missMilliseconds, successfulRun < begin,
      platform.authorization.allowsNotifications
    else { return }
    work.log(.missed, on: &platform)
    platform.telemetry.prefetchMissed += 1
    guard let owner = PrefetchState.owner(scope, on: platform) else {
      return PrefetchState.forgetSubmitted(scope, on: &platform)
    }
    submit(
      PrefetchPlan(
        owner: owner, occurrence: PrefetchState.occurrence(scope, on: platform) ?? now,
        beginDate: now + Work.aheadMilliseconds),
      on: &platform)
  }

  // MARK: Running

  /// A fetch has started.
  mutating func began(_ fetch: RunningFetch) {
    if fetch.purpose.isAwaited { awaited.append(fetch) } else { fetches.append(fetch) }
  }

  /// Takes out the fetch of a number that has ended; nil when it is none of these.
  mutating func takeEnded(_ number: Int) -> RunningFetch? {
    if let place = fetches.firstIndex(where: { $0.number == number }) {
      return fetches.remove(at: place)
    }
    return awaited.firstIndex { $0.number == number }.map { awaited.remove(at: $0) }
  }

  /// Whether notifications wait for the fetch of a target.
  func isAwaited(_ target: FetchTarget) -> Bool { awaited.contains { $0.target == target } }

  /// Takes out the fetches that notifications wait for.
  mutating func takeAwaited() -> [RunningFetch] {
    defer { awaited = [] }
    return awaited
  }

  /// Whether background work of a scope is fetching.
  func isRunning(_ scope: WorkScope) -> Bool {
    guard let running = running(scope), case .task = running.purpose else { return false }
    return true
  }

  /// Takes out the running fetches, those that notifications wait for apart.
  mutating func takeRunning() -> [RunningFetch] {
    defer { fetches = [] }
    return fetches
  }

  /// Ends the running fetch of a scope without an outcome.
  mutating func cancelFetch(_ scope: WorkScope, on platform: inout System) {
    guard let running = running(scope) else { return }
    fetches.removeAll { $0.number == running.number }
    platform.cancelFetch(running.number)
  }

  /// What a launched task has to fetch; the next work is submitted before it starts.
  ///
  /// That is what is due and has no content from its own prefetch; otherwise the next occurrence.
  mutating func targets(
    of demand: PrefetchDemand, _ task: LaunchedTask, on platform: inout System
  ) -> [FetchTarget] {
    let scope = Work.scope(of: task)
    let targets: [FetchTarget] =
      switch scope {
      case .every: targetsOfAll(demand, on: &platform)
      case .daily: dailyTargets(demand, isOwner: true, on: &platform)
      case .dual: [dualTarget(demand, on: &platform)]
      }
    work.resume()
    if let plan = demand.next(scope, on: platform) {
      submit(plan, on: &platform)
    }
    return targets
  }

  /// What work that fetches for all kinds has to fetch: what its owner lacks comes first.
  private func targetsOfAll(
    _ demand: PrefetchDemand, on platform: inout System
  ) -> [FetchTarget] {
    let isDualOwner = PrefetchState.owner(.every, on: platform) == .dual
    let hasDualFetch = demand.dual?.activeFetch != nil
    let isDailyRun = !isDualOwner && (demand.hasDaily || !hasDualFetch)
    let daily = dailyTargets(demand, isOwner: isDailyRun, on: &platform)
    var targets = isDailyRun ? daily : []
    let hasDualRetry = PrefetchState.retries(.dual, on: platform) != nil && hasDualFetch
    if !isDailyRun || hasDualRetry || demand.isDualDue(platform.wallMilliseconds, on: platform) {
      targets.append(dualTarget(demand, on: &platform))
    }
    if !isDailyRun { targets += daily }
    return targets
  }

  private func dailyTargets(
    _ demand: PrefetchDemand, isOwner: Bool, on platform: inout System
  ) -> [FetchTarget] {
    let now = platform.wallMilliseconds
    var targets = demand.dueDaily(on: platform)
    if targets.isEmpty, isOwner || PrefetchState.retries(.daily, on: platform) != nil {
      let next = demand.nextDaily(after: now)?.time
      if let next = next ?? (isOwner ? now : nil) {
        targets = [FetchTarget(kind: .daily, scheduledFor: next)]
      }
    }
    if let first = targets.first?.scheduledFor {
      if PrefetchState.fetchedThrough(.daily, on: platform) != first {
        PrefetchState.storeRetries(nil, .daily, on: &platform)
      }
      PrefetchState.storeFetchedThrough(first, .daily, on: &platform)
    }
    return targets
  }

  /// The dual notification that comes next.
  private func dualTarget(
    _ demand: PrefetchDemand, on platform: inout System
  ) -> FetchTarget {
    let now = platform.wallMilliseconds
    if demand.isDualDue(now, on: platform) {
      PrefetchState.storeRetries(nil, .dual, on: &platform)
    }
    PrefetchState.storeFetchedThrough(now + Work.aheadMilliseconds - 1, .dual, on: &platform)
    return FetchTarget(
      kind: .dual, scheduledFor: demand.dualOccurrence(after: now, on: platform))
  }

  /// What an entry fetches itself, because no work brings it before the next notification.
  func onDemandTarget(_ demand: PrefetchDemand, on platform: System) -> FetchTarget? {
    let now = platform.wallMilliseconds
    guard platform.authorization.allowsNotifications else { return nil }
    if !isFetching(for: .daily), let (next, lead) = demand.nextDaily(after: now),
      next - lead < now + Work.aheadMilliseconds, platform.content(for: next, .daily) == nil
    {
      // The work that was submitted for one lead before may still run.
      let due = next - lead
      let scope = Work.division.scope(of: .daily)
      if due <= now || work.pendingBeginDate(scope, on: platform) != due {
        return FetchTarget(kind: .daily, scheduledFor: next)
      }
    }
    // As for daily content: when the next dual notification comes before the next dual fetch.
    guard !isFetching(for: .dual), demand.dual?.activeNotification != nil,
      let fetch = demand.nextDual(on: platform)
    else { return nil }
    let next = demand.dualOccurrence(after: now, on: platform)
    let scope = Work.division.scope(of: .dual)
    guard next <= fetch.beginDate, platform.content(for: next, .dual) == nil,
      work.pendingBeginDate(scope, on: platform).map({ $0 > next }) ?? true
    else { return nil }
    return FetchTarget(kind: .dual, scheduledFor: next)
  }

  // MARK: Ending

  /// Submits the same content again, if that can help and there is time before the notification.
  ///
  /// One piece of work has one begin date: the later of two retries serves both kinds of it.
  mutating func retry(
    _ failure: FetchFailure, _ running: RunningFetch, _ demand: PrefetchDemand,
    on platform: inout System
  ) -> RunningFetch.Retry? {
    let kind = running.target.kind
    let dual = kind == .dual ? demand.dual : nil
    let count = PrefetchState.retries(kind, on: platform) ?? 0
    let retriesMax = kind == .dual ? rules.retriesMax(of: dual) : rules.retriesMax
    let other = running.retry
    // What one run fetches of a kind is one try, which has been decided on.
    if running.failedKinds.contains(kind) { return other }
    let delay = max(
      Work.aheadMilliseconds, rules.delay(afterRetries: count),
      min(max(failure.retryAfterSeconds ?? 0, 0), 86_400) * 1000,
      dual?.contentFetch?.retryDelayMilliseconds ?? 0)
    let begin = max(platform.wallMilliseconds + delay, other?.beginDate ?? .min)
    // Dual content without a notification is never too late.
    let isContentOnly = kind == .dual && dual?.activeNotification == nil
    let limit = min(isContentOnly ? .max : running.scheduledFor, other?.limit ?? .max)
    let scope = Work.division.scope(of: kind)
    let next = demand.next(scope, on: platform)?.beginDate ?? .max
    guard failure.reason.isRetried, count < retriesMax, begin < limit,
      // The work belongs to the earliest fetch of its scope; another schedule's is not displaced.
      begin + Work.aheadMilliseconds <= next, let owner = owner(of: running.target, demand)
    else {
      PrefetchState.storeRetries(nil, kind, on: &platform)
      return other
    }
    PrefetchState.storeRetries(count + 1, kind, on: &platform)
    submit(
      PrefetchPlan(owner: owner, occurrence: running.scheduledFor, beginDate: begin),
      on: &platform)
    return RunningFetch.Retry(beginDate: begin, limit: limit)
  }

  /// The schedule that content is for; nil when it is gone or fires at another time.
  private func owner(
    of target: FetchTarget, _ demand: PrefetchDemand
  ) -> PrefetchState.Owner? {
    if target.kind == .dual { return demand.dual?.activeFetch == nil ? nil : .dual }
    return demand.dailySchedule(firingAt: target.scheduledFor).map { .daily(id: $0.row.id) }
  }

  /// A task whose fetches are all done completes.
  ///
  /// What it did not bring, and can still be fetched, gets its work back first.
  mutating func complete(
    _ task: LaunchedTask, hasFailed: Bool, _ demand: PrefetchDemand, on platform: inout System
  ) {
    keep(demand, on: &platform)
    let scope = Work.scope(of: task)
    if !hasFailed, work.pendingBeginDate(scope, on: platform) != nil {
      PrefetchState.storeSuccessfulRun(scope, at: platform.wallMilliseconds, on: &platform)
    }
    work.complete(task, success: !hasFailed, on: &platform)
  }

  /// The time of a task is up: what it fetches is given up; false when it fetches nothing.
  mutating func expire(_ task: LaunchedTask, on platform: inout System) -> Bool {
    guard let running = fetches.first(where: { $0.purpose == .task(task) }) else { return false }
    cancelFetch(Work.scope(of: task), on: &platform)
    for target in [running.target] + running.remaining {
      PrefetchState.storeRetries(nil, target.kind, on: &platform)
    }
    return true
  }

  /// The dual schedule is gone: nothing more is fetched for it.
  mutating func dropDual(on platform: inout System) {
    for place in fetches.indices { fetches[place].remaining.removeAll { $0.kind == .dual } }
    let scope = Work.division.scope(of: .dual)
    if let running = running(scope), running.target.kind == .dual, running.purpose == .onDemand {
      cancelFetch(scope, on: &platform)
    }
  }
}

/// The rules of prefetching that are the same on every platform.
enum PrefetchLimits {
  /// How long after its begin date work that has not run counts as missed.
  static let missMilliseconds: Int64 = 15 * 60_000
  /// How often a failed fetch is tried again.
  static let retriesMax: Int64 = 3
  /// How long the plugin waits for an answer, unless the host says otherwise.
  static let timeoutMilliseconds: Int64 = 15_000
  /// How long a notification whose time has come waits for content.
  static let awaitedMilliseconds: Int64 = 8_000
}
