import DailyNotification
import DeviceModel
import JSONText

extension PrefetchLinks {
  /// Why there was no content for a notification when it was shown, at a record.
  ///
  /// What happened after that record came too late, also at the same instant.
  public func missing(at shown: UInt64 = .max) -> ContentLoss {
    MissingContentJudge(links: self, shown: shown).loss()
  }
}

/// Says why a notification had no content, from its fetch, else from its task.
private struct MissingContentJudge {
  let links: PrefetchLinks
  /// The record of its showing.
  let shown: UInt64

  private var context: PhoneContext { links.context }
  private var index: HistoryIndex { links.index }
  private var planned: Int64 { links.planned }

  /// The calls that discard content; those with an option do so only when it is present.
  private static let identityCalls: [(method: String, option: String?)] = [
    ("configure", "activeDid"), ("setActiveDidFromHost", nil),
    ("refreshAuthenticationForNewIdentity", nil), ("clearCacheForNewIdentity", nil),
  ]

  func loss() -> ContentLoss {
    if index.isJumpedByZone(planned) { return ContentLoss(.zoneJumped) }
    let fetches = links.fetches.filter { $0.started.sequence < shown }
    // One that began when its time had come, as an alarm's receiver does, comes after the prefetch.
    if let fetch = fetches.last(where: { $0.started.wallMilliseconds < planned }) {
      return loss(of: fetch)
    }
    let word = [lastRefusal, lastSkip].compactMap(\.self).max { $0.records[0] < $1.records[0] }
    let tasks = links.tasks.filter { ($0.submitted ?? $0.started)?.sequence ?? 0 < shown }
    if let task = tasks.last, task.last(before: shown) > word?.records.first ?? 0 {
      return loss(of: task)
    }
    if let word { return word }
    if let task = waitingTask { return loss(of: task) }
    return fetches.last.map(loss) ?? neverAsked()
  }

  private func isReached(_ point: TracePoint) -> Bool {
    point.sequence < shown && context.isReached(point, atWall: planned)
  }

  // MARK: A fetch

  private func loss(of fetch: TracedFetch) -> ContentLoss {
    func loss(_ cause: MissingContent, _ records: [UInt64] = []) -> ContentLoss {
      ContentLoss(cause, fetch: fetch, records: records)
    }
    guard let ended = fetch.ended, isReached(ended) else {
      return loss(.fetchUnfinished, end(of: fetch))
    }
    if let finding = fetch.findings.first {
      return loss(.fetchFailed(problem(finding, of: fetch)), [finding.sequence])
    }
    let later = index.contentLosses.filter { $0.sequence > ended.sequence && isReached($0) }
    if !later.isEmpty { return loss(.contentLost, later.map(\.sequence)) }
    if let discard = index.discard(for: planned), discard > ended.sequence, discard < shown {
      return loss(.tooOld, [discard])
    }
    if planned - ended.wallMilliseconds > links.times.freshMilliseconds { return loss(.tooOld) }
    return identityChange(after: ended).map { loss(.identityChanged, [$0]) } ?? loss(.notTaken)
  }

  /// What was wrong with a fetch; a token may have been refused since the clocks differ.
  private func problem(_ finding: PrefetchFinding, of fetch: TracedFetch) -> PrefetchProblem {
    guard finding.problem == .failed(.authentication), let ahead = fetch.serverAheadMilliseconds
    else { return finding.problem }
    return .otherClock(serverAheadMilliseconds: ahead)
  }

  /// The record that ended a fetch without an answer; none while it runs.
  private func end(of fetch: TracedFetch) -> [UInt64] {
    if fetch.ended != nil { return [] }
    let runEnd = index.task(of: fetch)?.runEnds.first
    // Android gives the reason why it stops a worker; the worker then gives up its fetch.
    if let runEnd, runEnd.isStop { return [runEnd.sequence] }
    return [fetch.cancelled, runEnd?.sequence].compactMap(\.self).min().map { [$0] } ?? []
  }

  /// The call that set another identity while the content waited for its time.
  private func identityChange(after ended: TracePoint) -> UInt64? {
    index.calls.last { call in
      call.called.sequence > ended.sequence && isReached(call.called)
        && MissingContentJudge.identityCalls.contains { method, option in
          method == call.method && (option.map { call.options[$0] != nil } ?? true)
        }
    }?.called.sequence
  }

  // MARK: A task

  private func loss(of task: TracedTask) -> ContentLoss {
    if let started = task.started, isReached(started), started.wallMilliseconds < planned {
      if let finding = task.findings.first(where: { $0.sequence > started.sequence }) {
        return ContentLoss(.fetchFailed(finding.problem), task: task, records: [finding.sequence])
      }
      return ContentLoss(.taskWithoutFetch, task: task, records: task.runEnds.map(\.sequence))
    }
    if let jumped = jumped(task) { return jumped }
    let withdrawn = task.started == nil ? task.withdrawn.flatMap { isReached($0) ? $0 : nil } : nil
    // One that was due by then had been kept from running first, if something kept it.
    if let withdrawn, withdrawn.wallMilliseconds < task.begin ?? .max {
      return ContentLoss(.taskWithdrawn, task: task, records: task.withdrawal)
    }
    if let held = held(task, until: withdrawn) { return held }
    return withdrawn == nil
      ? ContentLoss(.taskNotRun(.system), task: task, records: task.beginnings)
      : ContentLoss(.taskWithdrawn, task: task, records: task.withdrawal)
  }

  /// The clock was set forward over the notification's time before the task had run.
  private func jumped(_ task: TracedTask) -> ContentLoss? {
    guard let jump = context.jump(over: planned, before: shown),
      task.started?.sequence ?? .max > jump.set, task.withdrawn?.sequence ?? .max > jump.set
    else { return nil }
    // What held a task that was due when the clock was set is nearer.
    let from = jump.fromMilliseconds
    if task.begin ?? .min <= from,
      index.delay(of: task, atWall: from, before: jump.set, in: context) != nil
    {
      return nil
    }
    return ContentLoss(.taskNotRun(.jumped), task: task, records: [jump.set] + task.beginnings)
  }

  /// What kept the task from being launched for the longest part of the time that it had.
  ///
  /// Nothing did where the system was free to launch it for longer than any of that lasted.
  private func held(_ task: TracedTask, until withdrawn: TracePoint?) -> ContentLoss? {
    let end = withdrawn?.wallMilliseconds ?? planned
    let last = withdrawn?.sequence ?? shown
    let begin = min(max(task.begin ?? end - 1, task.submittedAt ?? .min), end - 1)
    let changes = index.changes(in: begin..<end, before: last)
    var longest: (milliseconds: Int64, found: (delay: PrefetchDelay, since: TracePoint)?)?
    var spans: [PrefetchDelay?: Int64] = [:]
    for (time, next) in zip([begin] + changes, changes + [end]) {
      let found = index.delay(of: task, atWall: time, before: last, in: context)
      let length = (spans[found?.delay] ?? 0) + next - time
      spans[found?.delay] = length
      if length >= longest?.milliseconds ?? 0 { longest = (length, found) }
    }
    guard let (delay, since) = longest?.found else { return nil }
    return ContentLoss(
      .taskNotRun(delay), task: task, records: [since.sequence] + task.beginnings, since: since)
  }

  // MARK: No task

  /// The last refused submission before the planned time.
  private var lastRefusal: ContentLoss? {
    index.refusals.last { refusal in
      refusal.sequence < shown
        && PrefetchLinks.reach(of: planned).contains(refusal.wallMilliseconds)
    }.map { ContentLoss(.taskRefused, records: [$0.sequence]) }
  }

  /// The plugin's log line that it was too late for a prefetch.
  private var lastSkip: ContentLoss? {
    let first = planned - links.times.leadMilliseconds - 60_000
    return index.skips.last { skip in
      skip.sequence < shown && (first...planned).contains(skip.wallMilliseconds)
    }.map { ContentLoss(.tooLateForTask, records: [$0.sequence]) }
  }

  private func neverAsked() -> ContentLoss {
    let last = index.lastTask { task in
      task.submitted.map(isReached) ?? false && mayServe(task)
    }
    guard let last, last.withdrawn != nil else { return ContentLoss(.noTask) }
    return ContentLoss(.noTask, task: last, records: last.withdrawal)
  }

  /// Whether a task fetches for a schedule that has a notification at the planned time.
  private func mayServe(_ task: TracedTask) -> Bool {
    guard OperatingSystem.onlyKind(ofWork: task.identifier) != nil else { return true }
    return context.schedules.contains {
      task.fetches(for: $0) && $0.nextOccurrence(after: planned - 1, context) == planned
    }
  }

  /// The task, if it was still waiting for an earlier notification, or might have run before its
  /// time.
  private var waitingTask: TracedTask? {
    index.lastTask { task in
      guard let submitted = task.submitted, isReached(submitted), (task.begin ?? 0) <= planned,
        mayServe(task)
      else { return false }
      return ![task.started, task.withdrawn].compactMap(\.self).contains {
        isReached($0) && $0.wallMilliseconds < planned
      }
    }
  }
}

extension TracedTask {
  /// The records that submitted and launched it.
  fileprivate var beginnings: [UInt64] { [submitted, started].compactMap { $0?.sequence } }

  /// The records that took it back, the reason first.
  fileprivate var withdrawal: [UInt64] {
    guard let withdrawn else { return [] }
    return [findings.first?.sequence ?? withdrawn.sequence, withdrawn.sequence]
  }

  /// The last record of it before another one; that it was taken back is none.
  fileprivate func last(before sequence: UInt64) -> UInt64 {
    let points = [submitted, started].compactMap { $0?.sequence }
    return (withdrawn == nil ? records : points).filter { $0 < sequence }.max() ?? 0
  }

  /// When it was submitted, in milliseconds since the Unix epoch.
  fileprivate var submittedAt: Int64? { submitted?.wallMilliseconds }
}

extension HistoryIndex {
  /// What kept due tasks from being launched when the wall clock showed a time, and since when.
  fileprivate func delay(
    of task: TracedTask, atWall time: Int64, before shown: UInt64, in context: PhoneContext
  ) -> (delay: PrefetchDelay, since: TracePoint)? {
    let conditions = prefetchConditions(atWall: time, before: shown, in: context)
    if let hold = conditions.hold {
      let change = timeline(of: hold).change(atWall: time, before: shown, in: context)
      return change.map { (.held(hold), $0.point) }
    }
    let bucket = android?.timeline(of: .bucket)
    guard let change = bucket?.change(atWall: time, before: shown, in: context),
      OperatingSystem.limitedBuckets.contains(change.value)
    else { return nil }
    return (.bucket(change.value), change.point)
  }

  /// What decided whether the system might run a due prefetch when the wall clock showed a time.
  private func prefetchConditions(
    atWall time: Int64, before shown: UInt64, in context: PhoneContext
  ) -> PrefetchConditions {
    func value(_ timeline: Timeline<String>) -> String? {
      timeline.change(atWall: time, before: shown, in: context)?.value
    }
    var conditions = PrefetchConditions()
    conditions.platform = context.platform
    conditions.power = value(timeline(of: .power)).flatMap(PowerMachine.State.init) ?? .unlocked
    let process = value(timeline(of: .process)).flatMap(ProcessMachine.State.init) ?? .notRunning
    conditions.isOnScreen = process.isOnScreen
    conditions.isForceQuit = process == .forceQuit
    conditions.isRefreshOff = value(timeline(of: .backgroundRefresh)) != "available"
    conditions.isPowerSavingOn = value(timeline(of: .powerSaving)) == "on"
    guard let android else { return conditions }
    conditions.isRestricted = value(android.timeline(of: .restricted)) == "true"
    conditions.isExempt = value(android.timeline(of: .exempt)) == "true"
    conditions.isPowerSavingOn = value(android.timeline(of: .batterySaver)) == "on"
    conditions.isStopped = value(android.timeline(of: .stopped)) != "false"
    conditions.isOffline = value(android.timeline(of: .network)) == "offline"
    conditions.isDozing = value(android.timeline(of: .doze)) == "idle"
    conditions.forgotten = isBootUnheard(atWall: time, before: shown, in: context)
    return conditions
  }

  /// What keeps the system from knowing the work since the phone's start: no code of the app has
  /// run since; nil where some has.
  private func isBootUnheard(
    atWall time: Int64, before shown: UInt64, in context: PhoneContext
  ) -> PrefetchHold? {
    let last = starts.last { $0.sequence < shown && context.isReached($0, atWall: time) }
    guard let start = last?.sequence else { return nil }
    let hasRun = timeline(of: .process).changes.contains { change in
      change.point.sequence > start && change.point.sequence < shown
        && context.isReached(change.point, atWall: time)
        && ProcessMachine.State(rawValue: change.value)?.isAlive == true
    }
    return hasRun ? nil : .bootUnheard
  }

  /// When what may hold a prefetch back has changed in a stretch of wall time before a record.
  fileprivate func changes(in times: Range<Int64>, before shown: UInt64) -> [Int64] {
    var timelines = DeviceCondition.allCases.filter { $0 != .permission }.map(timeline)
    if let android {
      timelines += AndroidConditions.Condition.allCases.map { android.timeline(of: $0) }
    }
    let points = timelines.flatMap(\.changes).map(\.point).filter {
      $0.sequence < shown && times.contains($0.wallMilliseconds)
    }
    return Set(points.map(\.wallMilliseconds)).sorted().filter { $0 > times.lowerBound }
  }

  /// The states of which one holds prefetches back.
  private func timeline(of hold: PrefetchHold) -> Timeline<String> {
    func onAndroid(_ condition: AndroidConditions.Condition) -> Timeline<String> {
      android?.timeline(of: condition) ?? Timeline()
    }
    return switch hold {
    case .phoneOff, .lockedSinceStart, .justStarted, .bootUnheard: timeline(of: .power)
    case .forceQuit, .appInFront: timeline(of: .process)
    case .refreshOff: timeline(of: .backgroundRefresh)
    case .lowPower: timeline(of: .powerSaving)
    case .stopped: onAndroid(.stopped)
    case .doze: onAndroid(.doze)
    case .offline: onAndroid(.network)
    case .batterySaver: onAndroid(.batterySaver)
    case .restricted: onAndroid(.restricted)
    }
  }
}
