/// Background work on Android: unique work that prefetches content, under a name for each kind.
///
/// Both names may wait at once, and run at once.
///
/// A worker must not replace its own work, since that would stop it: it appends its successor,
/// once, and what is decided later in the run is enqueued when it has returned.
public struct FetchWork<System: AndroidPlatform>: BackgroundWork {
  /// What is to follow the worker that runs under a name.
  private enum Successor: Hashable, Sendable {
    case begins(Int64)
    case nobody
  }

  /// What is to follow the workers that run now, by the name.
  private var successors: [String: Successor] = [:]
  /// The run that the system has stopped: it returns nothing any more.
  private var stopped: LaunchedTask?

  public init() {}

  public static var aheadMilliseconds: Int64 { 60_000 }

  /// Five tries, a minute apart at first and an hour at last.
  ///
  /// Source: commit c69640c of the original plugin. Not modelled: its breaker, which opens after
  /// five failures.
  public static var upstreamRetries: RetryRules {
    RetryRules(
      retriesMax: 4, delayMilliseconds: 60_000, delayMaxMilliseconds: 3_600_000,
      timeoutMilliseconds: PrefetchLimits.timeoutMilliseconds)
  }

  public func load(on platform: inout System) {}

  public static var division: WorkDivision { .byKind }

  public static func scope(of task: LaunchedTask) -> WorkScope {
    task.identifier == WorkName.dual ? .dual : .daily
  }

  public func pendingBeginDate(_ scope: WorkScope, on platform: System) -> Int64? {
    let name = WorkName.of(scope)
    guard let state = platform.work(name) else { return nil }
    guard state.isRunning, let successor = successors[name] else { return state.beginDate }
    switch successor {
    case .begins(let date): return date
    case .nobody: return nil
    }
  }

  public mutating func submit(
    beginDate: Int64, _ scope: WorkScope, on platform: inout System
  ) -> Bool {
    let name = WorkName.of(scope)
    // The worker that is being stopped runs again, and decides then what follows it.
    if stopped?.identifier == name { return true }
    if let state = platform.work(name), state.isRunning {
      if state.beginDate == nil, successors[name] == nil {
        platform.enqueueWork(
          WorkRequest(name: name, policy: .appendOrReplace, beginDate: beginDate))
      }
      successors[name] = .begins(beginDate)
    } else {
      platform.enqueueWork(WorkRequest(name: name, policy: .replace, beginDate: beginDate))
    }
    platform.log(.workScheduled(beginDate: beginDate))
    platform.log(.workReadBack(beginDate: pendingBeginDate(scope, on: platform)))
    return true
  }

  /// Cancels what waits; a worker that runs goes on, and nothing follows it.
  public mutating func cancel(_ scope: WorkScope, on platform: inout System) {
    let name = WorkName.of(scope)
    guard let state = platform.work(name) else { return }
    if state.isRunning {
      successors[name] = .nobody
    } else {
      platform.cancelWork(name)
    }
  }

  public func log(_ event: WorkEvent, on platform: inout System) {
    switch event {
    case .started(let task, let now):
      let begin = task.beginDate
      let late = begin.map { max(0, now - $0) / 1000 } ?? 0
      platform.log(.workStarted(beginDate: begin, actual: now, lateSeconds: late))
    case .expired: platform.log(.workExpired)
    case .missed: platform.log(.workMissed)
    }
  }

  /// The system is stopping a worker: it has nothing to return to.
  mutating func stop(_ task: LaunchedTask) { stopped = task }

  /// The worker has stopped; one that had nothing to fetch any more has not completed.
  mutating func endStop() { stopped = nil }

  /// What followed a worker that failed is gone with it, so that it is enqueued again.
  ///
  /// One that the system has stopped starts again, and what follows it stays.
  public mutating func complete(
    _ task: LaunchedTask, success: Bool, on platform: inout System
  ) {
    let name = task.identifier
    let successor = successors.removeValue(forKey: name)
    guard stopped != task else {
      // The system runs the work again, and then what was appended: neither is to be replaced.
      stopped = nil
      if case .nobody? = successor { platform.cancelWork(name) }
      return platform.log(.workCompleted(isSuccess: success))
    }
    platform.workEnded(task, result(of: task, success: success, on: platform))
    switch successor {
    case .begins(let date)? where platform.work(name)?.beginDate != date:
      platform.enqueueWork(WorkRequest(name: name, policy: .replace, beginDate: date))
    case .nobody? where platform.work(name) != nil: platform.cancelWork(name)
    case .begins?, .nobody?, nil: break
    }
    platform.log(.workCompleted(isSuccess: success))
  }

  /// A failure is tried again where the plugin has planned that: by its reason, and in time.
  private func result(of task: LaunchedTask, success: Bool, on platform: System) -> WorkResult {
    if success { return .success }
    let kind: ScheduleKind = FetchWork.scope(of: task) == .dual ? .dual : .daily
    return PrefetchState.retries(kind, on: platform) == nil ? .failure : .retry
  }

  /// Work is always accepted.
  public func canSubmit(on platform: System) -> Bool { true }

  public func resume() {}

  public var refusal: Rejection {
    Rejection(.taskSchedulingFailed, "The system refused the work; try again")
  }

  /// Nothing turns work off; it can only be held back.
  public func checkAllowed(on platform: System) throws(Rejection) {}
}

/// The names of the plugin's unique work.
public enum WorkName {
  /// The work that prefetches for daily schedules.
  public static let daily = "dnp_fetch_daily"
  /// The work that prefetches for the dual schedule.
  public static let dual = "dnp_fetch_dual"
  /// Both.
  public static let all = [daily, dual]

  /// The name of the work of a scope.
  static func of(_ scope: WorkScope) -> String {
    switch scope {
    case .every, .daily: daily
    case .dual: dual
    }
  }
}
