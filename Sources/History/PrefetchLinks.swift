import CivilTime
public import DailyNotification
import DeviceModel
import SimulationCore

/// Ties tasks and fetches to the notification that they should have brought content for.
public struct PrefetchLinks {
  let context: PhoneContext
  let index: HistoryIndex
  /// The kind of the notification's schedule.
  private let kind: ScheduleKind
  /// The planned time, in milliseconds since the Unix epoch.
  let planned: Int64

  /// Ties what a history knows to a planned time, in milliseconds since the Unix epoch.
  public init(_ history: PhoneHistory, _ kind: ScheduleKind, planned: Int64) {
    context = history.context
    index = history.index
    self.kind = kind
    self.planned = planned
  }

  /// How far before a notification its prefetch may be, in milliseconds: two days.
  private static let reachMilliseconds: Int64 = 172_800_000

  /// The tasks that should have fetched for the planned time, in order.
  public var tasks: [TracedTask] {
    index.tasks(due: reach).filter { isOfKind($0) && occurrence(of: $0) == planned }
  }

  /// The fetches that should have brought content for the planned time, in order.
  public var fetches: [TracedFetch] {
    index.fetches(startedIn: reach).filter { serves($0) && occurrence(of: $0) == planned }
  }

  /// The latest fetch that had stored content for the notification before a record.
  ///
  /// Of Android's dual one that may be content for one before it, up to thirty days ago.
  public func latestStored(before sequence: UInt64) -> TracedFetch? {
    index.fetches(startedIn: planned - 30 * 86_400_000...planned).last { fetch in
      guard let stored = fetch.storedFor, serves(fetch),
        kind == .dual && context.platform == .android ? stored <= planned : stored == planned
      else { return false }
      return fetch.ended.map { $0.sequence < sequence } ?? false
    }
  }

  /// Whether a fetch is for the schedule: on Android a dual one's content is its own, and so is
  /// that of the others, for which the receiver of an alarm fetches, too.
  private func serves(_ fetch: TracedFetch) -> Bool {
    guard context.platform == .android else { return true }
    let own = index.task(of: fetch).flatMap { OperatingSystem.onlyKind(ofWork: $0.identifier) }
    return (own == .dual) == (kind == .dual)
  }

  private func isOfKind(_ task: TracedTask) -> Bool {
    guard let own = OperatingSystem.onlyKind(ofWork: task.identifier) else { return true }
    return (own == .dual) == (kind == .dual)
  }

  private var reach: ClosedRange<Int64> { PrefetchLinks.reach(of: planned) }

  /// The plugin's settings at the planned time.
  public var times: PluginTimes {
    context.settings.change(atWall: planned, in: context)?.value ?? PluginTimes()
  }

  /// The wall times in which a prefetch for a planned time may be.
  public static func reach(of planned: Int64) -> ClosedRange<Int64> {
    planned - reachMilliseconds...planned
  }

  /// A task is for the occurrence one lead after its begin date, a retry for the next one.
  private func occurrence(of task: TracedTask) -> Int64? {
    guard let begin = task.begin else {
      return task.started.flatMap { next(after: $0.wallMilliseconds, of: task) }
    }
    let lead =
      task.submitted.flatMap { context.settings.change(at: $0.sequence)?.value }
      ?? PluginTimes()
    let exact = begin + lead.leadMilliseconds
    return next(after: exact - 1, of: task) == exact ? exact : next(after: begin, of: task)
  }

  private func occurrence(of fetch: TracedFetch) -> Int64? {
    if let time = fetch.wanted ?? fetch.storedFor { return time }
    let started = fetch.started.wallMilliseconds
    let task = index.task(of: fetch)
    if let wanted = task.flatMap(occurrence), wanted > started { return wanted }
    return next(after: started, of: task)
  }

  /// The next time of any schedule stored then that content, or a task, is fetched for.
  func next(after milliseconds: Int64, of task: TracedTask?) -> Int64? {
    context.schedules.compactMap { plan in
      if plan.id.hasPrefix(PlannedOccurrence.reminderPrefix) { return nil }
      if let task, !task.fetches(for: plan) { return nil }
      return plan.nextOccurrence(after: milliseconds, context).flatMap {
        plan.isStored(at: $0, in: context) ? $0 : nil
      }
    }.min()
  }
}

extension TracedTask {
  /// Whether it may fetch for a schedule: on Android work fetches for those of its kind.
  public func fetches(for plan: StoredSchedule) -> Bool {
    guard let kind = OperatingSystem.onlyKind(ofWork: identifier) else { return true }
    return (kind == .dual) == (plan.id == PlannedOccurrence.dual)
  }
}
