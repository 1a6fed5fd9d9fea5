import DailyNotification
import SimulationCore

/// Unique one-time work, as WorkManager keeps it: each needs the network.
///
/// Source: Android, "Managing work" (ExistingWorkPolicy), "Define work requests" (backoff from
/// 30 s up to five hours), "Support for long-running workers" (ten minutes); AOSP, androidx.work
/// WorkerWrapper (dependents of failed work fail). A run that was cut short begins again.
/// Not modelled: other constraints, periodic and expedited work, foreground services.
public struct WorkMachine: Sendable {
  /// How long a run may take.
  public static let runMilliseconds: Int64 = 600_000
  private static let backoffMin: Int64 = 30_000
  private static let backoffMax: Int64 = 5 * 3_600_000

  /// Work that has not ended.
  struct Item: Sendable {
    let name: String
    let serial: Int
    /// Whose code enqueued it.
    var owner = CodeOwner.plugin
    /// The earliest begin, ms since the Unix epoch.
    var beginDate: Int64
    /// How late after its begin date the system would run it, in milliseconds.
    var lateness: Int64
    /// How many runs have ended with a retry.
    var retries = 0
    /// Whether it would run as soon as the conditions hold.
    var isReady = false
    /// Whether it has waited for other jobs.
    var isBatched = false
    /// The event with which it becomes ready; nil while it waits for other work of its name.
    var token: EventToken?
    /// Its run, if it runs.
    var task: LaunchedTask?
    /// The event with which the time of its run is up.
    var deadline: EventToken?
  }

  /// What became of a request.
  enum EnqueueAction {
    /// There was work of the name, which stays.
    case kept
    /// It waits behind work of its name.
    case appended(serial: Int)
    /// It waits for its begin date, in the place of these.
    case enqueued(serial: Int, replaced: [Item])
  }

  /// What follows the end of a run.
  enum EndAction {
    /// The work has ended; the next one of its name, if there is one, waits for its begin date.
    case ended(Item, next: Item?)
    /// The work has failed, and with it those that waited for it.
    case failed(Item, dependents: [Item])
    /// The work runs again, not before its begin date.
    case again(Item)
    /// No such run.
    case unknown
  }

  /// The work, in the order it was enqueued.
  private(set) var items: [Item] = []
  /// Whether the system knows the work; after a force-stop not before the app runs again.
  public private(set) var isScheduled = true
  private var nextSerial = 1
  private var nextRun = 1

  /// Whether nothing runs.
  public var isIdle: Bool { !items.contains { $0.task != nil } }

  /// The runs, in the order their work was enqueued.
  var runs: [LaunchedTask] { items.compactMap(\.task) }

  /// The work that does not run, in the order it was enqueued.
  var waiting: [Item] { isIdle ? items : items.filter { $0.task == nil } }

  /// The work of a name; nil while there is none.
  func state(_ name: String) -> WorkState? {
    guard let first = items.firstIndex(where: { $0.name == name }) else { return nil }
    let waiting = items[first...].firstIndex { $0.task == nil && $0.name == name }
    return WorkState(
      name: name, isRunning: items[first].task != nil,
      beginDate: waiting.map { items[$0].beginDate })
  }

  /// Enqueues work, by the policy of its request.
  mutating func enqueue(
    _ request: WorkRequest, lateness: Int64, by owner: CodeOwner = .plugin
  ) -> EnqueueAction {
    let isThere = items.contains { $0.name == request.name }
    var replaced: [Item] = []
    switch request.policy {
    case .keep: if isThere { return .kept }
    case .replace: replaced = cancel(request.name)
    case .appendOrReplace: break
    }
    let serial = nextSerial
    nextSerial += 1
    items.append(
      Item(
        name: request.name, serial: serial, owner: owner, beginDate: request.beginDate,
        lateness: lateness))
    if isThere, request.policy == .appendOrReplace { return .appended(serial: serial) }
    return .enqueued(serial: serial, replaced: replaced)
  }

  /// Cancels the work of a name and returns it.
  mutating func cancel(_ name: String) -> [Item] {
    let cancelled = items.filter { $0.name == name }
    items.removeAll { $0.name == name }
    return cancelled
  }

  /// Cancels all work and returns it.
  mutating func cancelAll() -> [Item] {
    defer { items.removeAll() }
    return items
  }

  /// Remembers the event with which work becomes ready.
  mutating func attach(_ token: EventToken, to serial: Int) {
    guard let index = index(of: serial) else { return }
    items[index].token = token
  }

  /// The begin date of work has come, and its lateness has passed; false when it is gone.
  mutating func becomeReady(_ serial: Int) -> Bool {
    guard let index = index(of: serial) else { return false }
    items[index].isReady = true
    items[index].token = nil
    return true
  }

  /// Work is to wait for other jobs; false for what has done so, or is tried again.
  mutating func batch(_ serial: Int) -> Bool {
    guard let index = index(of: serial), !items[index].isBatched, items[index].retries == 0 else {
      return false
    }
    items[index].isBatched = true
    return true
  }

  /// The first work that is ready and does not run; nil when there is none.
  var firstReady: Item? { items.first { $0.isReady && $0.task == nil } }

  /// The work that waits under a name; without one, that which may begin first.
  func waiting(_ name: String?) -> Item? {
    var found: Item?
    for item in items where item.task == nil && (name == nil || item.name == name) {
      if let found, found.beginDate <= item.beginDate { continue }
      if isFirstOfItsName(item) { found = item }
    }
    return found
  }

  /// Work of other code begins and ends; returns the next one of its name.
  mutating func endForeign(_ serial: Int) -> Item? {
    guard let index = index(of: serial) else { return nil }
    let name = items.remove(at: index).name
    return items.first { $0.name == name }
  }

  /// Work begins to run.
  mutating func begin(_ serial: Int) -> LaunchedTask? {
    guard let index = index(of: serial), items[index].task == nil else { return nil }
    let task = LaunchedTask(
      number: nextRun, identifier: items[index].name, beginDate: items[index].beginDate)
    nextRun += 1
    items[index].task = task
    items[index].isReady = false
    items[index].token = nil
    return task
  }

  /// Remembers the event with which the time of a run is up.
  mutating func attach(deadline: EventToken, toRun number: Int) {
    guard let index = index(ofRun: number) else { return }
    items[index].deadline = deadline
  }

  /// A worker returned at a wall time.
  mutating func end(_ task: LaunchedTask, _ result: WorkResult, at wall: Int64) -> EndAction {
    guard let index = index(ofRun: task.number) else { return .unknown }
    switch result {
    case .success:
      let item = items.remove(at: index)
      return .ended(item, next: items.first { $0.name == item.name })
    case .failure:
      let item = items.remove(at: index)
      return .failed(item, dependents: cancel(item.name))
    case .retry: return .again(runAgain(at: index, from: wall))
    }
  }

  /// The system stops a run; nil when there is no such run.
  ///
  /// The work begins again as soon as the conditions hold, or, when its time was up, after its
  /// backoff.
  mutating func stop(_ number: Int, isTimeUp: Bool, at wall: Int64) -> (before: Item, after: Item)?
  {
    guard let index = index(ofRun: number) else { return nil }
    let before = items[index]
    if isTimeUp { return (before, runAgain(at: index, from: wall)) }
    items[index].task = nil
    items[index].deadline = nil
    items[index].isReady = true
    return (before, items[index])
  }

  /// The process died: what ran begins again after its backoff.
  mutating func processDied(at wall: Int64) -> [(before: Item, after: Item)] {
    items.indices.filter { items[$0].task != nil }.map { index in
      let before = items[index]
      return (before, runAgain(at: index, from: wall))
    }
  }

  /// The system has forgotten the jobs; returns the events to cancel.
  mutating func unschedule() -> [EventToken] {
    isScheduled = false
    let tokens = items.compactMap(\.token)
    for index in items.indices {
      items[index].token = nil
      items[index].isReady = false
    }
    return tokens
  }

  /// The library hands its work to the system again; returns what waits for its begin date.
  mutating func reschedule() -> [Item] {
    guard !isScheduled else { return [] }
    isScheduled = true
    return items.filter { $0.task == nil && isFirstOfItsName($0) }
  }

  /// The clock was set by some milliseconds; a delay runs on elapsed time, so dates move with it.
  mutating func clockWarped(by milliseconds: Int64) {
    for index in items.indices { items[index].beginDate += milliseconds }
  }

  private mutating func runAgain(at index: Int, from wall: Int64) -> Item {
    let doublings = min(items[index].retries, 10)
    let backoff = min(WorkMachine.backoffMin << Int64(doublings), WorkMachine.backoffMax)
    items[index].retries += 1
    items[index].beginDate = wall + backoff
    items[index].lateness = 0
    items[index].isReady = false
    items[index].task = nil
    items[index].deadline = nil
    return items[index]
  }

  private func isFirstOfItsName(_ item: Item) -> Bool {
    items.first { $0.name == item.name }?.serial == item.serial
  }

  private func index(of serial: Int) -> Int? { items.firstIndex { $0.serial == serial } }

  private func index(ofRun number: Int) -> Int? {
    items.firstIndex { $0.task?.number == number }
  }
}
