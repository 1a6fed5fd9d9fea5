import JSONText

/// Background work on iOS: the one refresh task that prefetches content.
public struct RefreshTask<System: IOSPlatform>: BackgroundWork {
  /// What can make the system refuse a task, and change while the app runs.
  private struct Conditions: Hashable, Sendable {
    let backgroundRefresh: BackgroundRefreshStatus
    let isPowerSavingOn: Bool
    let pendingTaskCount: Int
  }

  /// What held when the system refused the last task; nil once a task may be submitted again.
  ///
  /// While nothing of it has changed, another refusal would be all there is to gain.
  private var refusedUnder: Conditions?
  /// Why the system refused the last task.
  private var lastError: TaskSubmissionError?

  public init() {}

  /// A begin date that is nearer than this is not submitted, in milliseconds.
  public static var aheadMilliseconds: Int64 { 60_000 }

  /// One try of twelve seconds.
  ///
  /// Source: commit 5eebae9 of the original plugin (2025-09-08).
  public static var upstreamRetries: RetryRules {
    RetryRules(
      retriesMax: 0, delayMilliseconds: 0, delayMaxMilliseconds: 0, timeoutMilliseconds: 12_000)
  }

  /// Launch handlers have to be registered before the launch finishes.
  public func load(on platform: inout System) {
    platform.registerTaskHandler(TaskIdentifier.fetch)
    platform.registerTaskHandler(TaskIdentifier.notify)
  }

  public static var division: WorkDivision { .one }

  public static func scope(of task: LaunchedTask) -> WorkScope { .every }

  @inline(__always)
  public func pendingBeginDate(_ scope: WorkScope, on platform: System) -> Int64? {
    platform.pendingTask(TaskIdentifier.fetch)
  }

  /// Cancels the pending task, submits the new one and reads it back.
  public mutating func submit(
    beginDate: Int64, _ scope: WorkScope, on platform: inout System
  ) -> Bool {
    cancel(scope, on: &platform)
    do {
      try platform.submitTask(TaskIdentifier.fetch, earliestBeginDate: beginDate)
    } catch {
      refusedUnder = RefreshTask.conditions(on: platform)
      lastError = error
      let isExpected = platform.isSimulator && error == .unavailable
      platform.log(isExpected ? .taskRefusedOnSimulator : .taskRefused(code: error.rawValue))
      return false
    }
    refusedUnder = nil
    platform.log(.taskScheduled(beginDate: beginDate))
    platform.log(.taskReadBack(beginDate: pendingBeginDate(scope, on: platform)))
    return true
  }

  public func cancel(_ scope: WorkScope, on platform: inout System) {
    if pendingBeginDate(scope, on: platform) != nil { platform.cancelTask(TaskIdentifier.fetch) }
  }

  public func log(_ event: WorkEvent, on platform: inout System) {
    switch event {
    case .started(let task, let now):
      let begin = task.beginDate
      let late = begin.map { max(0, now - $0) / 1000 } ?? 0
      platform.log(.taskStarted(beginDate: begin, actual: now, lateSeconds: late))
    case .expired: platform.log(.taskExpired)
    case .missed: platform.log(.taskMissed)
    }
  }

  public func complete(_ task: LaunchedTask, success: Bool, on platform: inout System) {
    platform.completeTask(task, success: success)
    platform.log(.taskCompleted(isSuccess: success))
  }

  public func canSubmit(on platform: System) -> Bool {
    refusedUnder.map { $0 != RefreshTask.conditions(on: platform) } ?? true
  }

  public mutating func resume() { refusedUnder = nil }

  private static func conditions(on platform: System) -> Conditions {
    Conditions(
      backgroundRefresh: platform.backgroundRefresh,
      isPowerSavingOn: platform.isPowerSavingOn, pendingTaskCount: platform.pendingTaskCount)
  }

  public var refusal: Rejection { .taskSchedulingFailed(lastError) }

  public func checkAllowed(on platform: System) throws(Rejection) {
    guard platform.backgroundRefresh == .available else {
      throw .backgroundRefreshDisabled(platform.backgroundRefresh)
    }
  }
}

/// The plugin's two background task identifiers, as `assets/Info.plist` permits them.
public enum TaskIdentifier {
  /// The refresh task that prefetches content.
  public static let fetch = "com.timesafari.dailynotification.fetch"
  /// The processing task for window maintenance: it has a handler and is never submitted.
  public static let notify = "com.timesafari.dailynotification.notify"
}

/// Why a task request was not accepted, with Apple's codes.
///
/// Source: BGTaskScheduler.h, `BGTaskSchedulerErrorCode`.
public enum TaskSubmissionError: Int, Error, Hashable, Sendable, CaseIterable {
  case unavailable = 1
  case tooManyPendingTaskRequests = 2
  case notPermitted = 3
}

extension Rejection {
  static func backgroundRefreshDisabled(_ status: BackgroundRefreshStatus) -> Rejection {
    Rejection(
      .backgroundRefreshDisabled,
      "Background App Refresh is \(status.rawValue); turn it on in Settings, then try again",
      data: ["status": .string(status.rawValue)])
  }

  static func taskSchedulingFailed(_ error: TaskSubmissionError?) -> Rejection {
    let code = (error ?? .unavailable).rawValue
    return Rejection(
      .taskSchedulingFailed,
      "The system refused the background task (code \(code)); "
        + "check Background App Refresh and the app's Info.plist, then try again",
      data: ["code": .integer(Int64(code))])
  }
}

extension Plugin {
  /// The system launched a background task.
  public mutating func taskLaunched<System>(
    _ task: LaunchedTask, on platform: inout System
  ) where Family == IOS<System> {
    guard task.identifier == TaskIdentifier.fetch else {
      // Window maintenance is the re-planning that every entry does.
      run(.maintenance, on: &platform) { _, platform in
        platform.completeTask(task, success: true)
      }
      return
    }
    workLaunched(task, on: &platform)
  }
}
