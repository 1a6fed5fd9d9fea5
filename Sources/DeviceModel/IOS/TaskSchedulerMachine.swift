import DailyNotification
import SimulationCore

/// The background task scheduler: handlers, pending requests, runs.
///
/// Source: BGTaskScheduler.h and Apple's pages on BGTask, submit(_:) and
/// BGTaskSchedulerErrorCode (unavailable 1, tooManyPendingTaskRequests 2, notPermitted 3).
/// Not modelled: the budget that the system learns per app, processing tasks' constraints.
public struct TaskSchedulerMachine: Sendable {
  /// The two kinds of tasks.
  public enum Kind: Hashable, Sendable, CaseIterable {
    case refresh
    case processing

    /// The kind of request that is submitted under an identifier: processing behind `.notify`.
    ///
    /// On a phone the class of the request says so; the plugin's names stand for it here.
    public init(of identifier: String) {
      // The prefetch task comes by far most often, and comparing is cheaper than searching.
      self =
        identifier != TaskIdentifier.fetch && identifier.hasSuffix(".notify")
        ? .processing : .refresh
    }

    /// How many requests of the kind may be pending.
    var pendingMax: Int { self == .refresh ? 1 : 10 }

    /// How long a task of the kind may run, in milliseconds.
    ///
    /// Source: Apple, BGAppRefreshTask (30 s) and BGProcessingTask (minutes; 5 are assumed).
    public var runMilliseconds: Int64 { self == .refresh ? 30_000 : 300_000 }

    /// The background mode that the app has to declare for it.
    var backgroundMode: String { self == .refresh ? "fetch" : "processing" }
  }

  /// How long after expiration the system waits for completion before it kills the app.
  static let graceMilliseconds: Int64 = 5_000

  /// A request that waits.
  public struct Pending: Hashable, Sendable {
    /// The task's identifier.
    public let identifier: String
    /// The lower bound that was asked for, wall ms.
    public let earliestBeginDate: Int64
    /// Whose code submitted it.
    let owner: CodeOwner
    let serial: Int
    var token: EventToken?
    /// How late after its begin date the system would run it, in milliseconds; nil for never.
    var lateness: Int64?
    /// Whether the system would run it as soon as the conditions hold.
    public var isReady = false
  }

  /// A launched task that has not been completed.
  struct Run: Hashable {
    let task: LaunchedTask
    var expiry: EventToken?
    var isExpired = false
  }

  /// What the system's conditions are when a request is submitted.
  struct SubmitConditions {
    let isSimulatorRefusing: Bool
    let isRefreshAvailable: Bool
    let isLowPowerRefusing: Bool
  }

  enum RegisterAction: Hashable {
    case registered
    case crash(String)
  }

  enum SubmitAction: Hashable {
    case accepted(serial: Int, replaced: EventToken?, isReplacement: Bool)
    case refused(TaskSubmissionError)
    case crash(String)
  }

  enum CompleteAction: Hashable {
    case completed(EventToken?)
    case completedTwice
    case unknown
  }

  let infoPlist: InfoPlist
  /// Background App Refresh as it is set.
  private(set) var backgroundRefresh = BackgroundRefreshStatus.available
  private(set) var handlers: [String] = []
  /// The pending requests, in the order they were submitted.
  public private(set) var pending: [Pending] = []
  private(set) var runs: [Run] = []
  private var completed: [Int] = []
  private var nextSerial = 1
  private var nextRun = 1

  init(infoPlist: InfoPlist) {
    self.infoPlist = infoPlist
  }

  /// Sets Background App Refresh.
  mutating func setBackgroundRefresh(_ status: BackgroundRefreshStatus) {
    backgroundRefresh = status
  }

  mutating func register(_ identifier: String, isLaunching: Bool) -> RegisterAction {
    guard isLaunching else {
      return .crash(
        "All launch handlers must be registered before application finishes launching")
    }
    guard infoPlist.permittedIdentifiers.contains(identifier) else {
      return .crash("\(identifier) is not in BGTaskSchedulerPermittedIdentifiers")
    }
    guard !handlers.contains(identifier) else {
      return .crash("Launch handler for \(identifier) has already been registered")
    }
    handlers.append(identifier)
    return .registered
  }

  mutating func submit(
    _ identifier: String, earliestBeginDate: Int64, by owner: CodeOwner = .plugin,
    _ conditions: SubmitConditions
  ) -> SubmitAction {
    guard handlers.contains(identifier) else {
      return .crash("No launch handler registered for task with identifier \(identifier)")
    }
    guard !conditions.isSimulatorRefusing, conditions.isRefreshAvailable,
      !conditions.isLowPowerRefusing
    else { return .refused(.unavailable) }
    let kind = Kind(of: identifier)
    guard infoPlist.permittedIdentifiers.contains(identifier),
      infoPlist.backgroundModes.contains(kind.backgroundMode)
    else { return .refused(.notPermitted) }
    let others = pending.count { $0.identifier != identifier && Kind(of: $0.identifier) == kind }
    guard others < kind.pendingMax else {
      return .refused(.tooManyPendingTaskRequests)
    }
    let old = pending.first { $0.identifier == identifier }
    pending.removeAll { $0.identifier == identifier }
    let serial = nextSerial
    nextSerial += 1
    pending.append(
      Pending(
        identifier: identifier, earliestBeginDate: earliestBeginDate, owner: owner, serial: serial))
    return .accepted(serial: serial, replaced: old?.token, isReplacement: old != nil)
  }

  mutating func attach(_ token: EventToken, toRequest serial: Int) {
    guard let index = pending.firstIndex(where: { $0.serial == serial }) else { return }
    pending[index].token = token
  }

  mutating func attach(_ token: EventToken, toRequest serial: Int, lateness: Int64) {
    guard let index = pending.firstIndex(where: { $0.serial == serial }) else { return }
    pending[index].token = token
    pending[index].lateness = lateness
  }

  /// The clock was set: whether the system would run a request is seen anew.
  mutating func unready(_ serial: Int) {
    guard let index = pending.firstIndex(where: { $0.serial == serial }) else { return }
    pending[index].isReady = false
  }

  mutating func cancel(_ identifier: String) -> Pending? {
    guard let index = pending.firstIndex(where: { $0.identifier == identifier }) else {
      return nil
    }
    return pending.remove(at: index)
  }

  /// The system would run a request from now on; false when it is gone.
  mutating func becomeReady(_ serial: Int) -> Bool {
    guard let index = pending.firstIndex(where: { $0.serial == serial }) else { return false }
    pending[index].isReady = true
    pending[index].token = nil
    return true
  }

  /// The first request that waits only for the conditions to hold.
  var firstReady: Pending? { pending.first { $0.isReady } }

  /// Launches a task; its pending request, if there is one, is consumed.
  mutating func launch(_ identifier: String) -> (task: LaunchedTask, consumed: Pending?) {
    let consumed = cancel(identifier)
    let task = LaunchedTask(
      number: nextRun, identifier: identifier, beginDate: consumed?.earliestBeginDate)
    nextRun += 1
    runs.append(Run(task: task))
    return (task, consumed)
  }

  mutating func attach(_ token: EventToken, toRun number: Int) {
    guard let index = runs.firstIndex(where: { $0.task.number == number }) else { return }
    runs[index].expiry = token
  }

  /// The time of a run is up; nil when it has been completed.
  mutating func expire(_ number: Int) -> LaunchedTask? {
    guard let index = runs.firstIndex(where: { $0.task.number == number }) else { return nil }
    runs[index].isExpired = true
    return runs[index].task
  }

  /// Whether no launched task is waiting to be completed.
  public var isIdle: Bool { runs.isEmpty }

  func isRunning(_ number: Int) -> Bool {
    runs.contains { $0.task.number == number }
  }

  func run(of identifier: String) -> Run? {
    runs.first { $0.task.identifier == identifier && !$0.isExpired }
  }

  mutating func complete(_ task: LaunchedTask) -> CompleteAction {
    guard let index = runs.firstIndex(where: { $0.task == task }) else {
      return completed.contains(task.number) ? .completedTwice : .unknown
    }
    completed.append(task.number)
    if completed.count > 16 { completed.removeFirst() }
    return .completed(runs.remove(at: index).expiry)
  }

  /// The app's process died: handlers and runs go with it; pending requests stay.
  mutating func processDied() -> [Run] {
    let lost = runs
    runs.removeAll()
    handlers.removeAll()
    return lost
  }
}
