/// How background work is requested, which prefetches content: one piece of it, or one for each
/// kind of schedule.
///
/// A conformer keeps only what dies with the process: what is pending is read from the system.
public protocol BackgroundWork: Sendable {
  /// What the plugin runs on.
  associatedtype System: Platform

  /// Makes the part of a process that has just started.
  init()
  /// Registers what has to be registered before the launch finishes.
  mutating func load(on platform: inout System)

  /// How far ahead of now a begin date must be at least, in milliseconds.
  static var aheadMilliseconds: Int64 { get }
  /// How other versions of the plugin try a failed fetch again on this platform.
  static var upstreamRetries: RetryRules { get }
  /// How many pieces of work may be pending at once, and what each of them fetches.
  static var division: WorkDivision { get }
  /// The scope of work that the system has launched.
  static func scope(of task: LaunchedTask) -> WorkScope
  /// When the pending work of a scope may begin, ms since the Unix epoch; nil while there is none.
  func pendingBeginDate(_ scope: WorkScope, on platform: System) -> Int64?
  /// Replaces the pending work of a scope by one that may begin at a time; false when the system
  /// refused.
  mutating func submit(
    beginDate: Int64, _ scope: WorkScope, on platform: inout System
  ) -> Bool
  /// Cancels the pending work of a scope, if there is any.
  mutating func cancel(_ scope: WorkScope, on platform: inout System)
  /// Logs what became of the work, in the system's words.
  func log(_ event: WorkEvent, on platform: inout System)
  /// Reports to the system that a run is over, and logs it.
  mutating func complete(_ task: LaunchedTask, success: Bool, on platform: inout System)

  /// Whether submitting can succeed: the system has not refused it, or something has changed since.
  func canSubmit(on platform: System) -> Bool
  /// Lets the next entry try again, whatever the system has refused.
  mutating func resume()
  /// Why the call fails whose work the system refused.
  var refusal: Rejection { get }
  /// Throws where the person has turned background work off.
  func checkAllowed(on platform: System) throws(Rejection)
}

extension BackgroundWork {
  /// When the first of the pending work may begin, ms since the Unix epoch; nil while none is
  /// pending.
  func pendingBeginDate(on platform: System) -> Int64? {
    var first: Int64?
    for scope in Self.division.scopes {
      guard let date = pendingBeginDate(scope, on: platform) else { continue }
      first = min(first ?? .max, date)
    }
    return first
  }
}

/// The kinds of schedules that one piece of background work fetches for.
public enum WorkScope: Hashable, Sendable {
  /// All of them: the work belongs to the earliest fetch.
  case every
  /// Daily schedules.
  case daily
  /// The dual schedule.
  case dual
}

/// How the fetches share in background work.
public enum WorkDivision: Hashable, Sendable {
  /// One piece of work fetches for all kinds.
  case one
  /// Each kind that fetches has a piece of work of its own.
  case byKind

  private static let undivided: [WorkScope] = [.every]
  private static let divided: [WorkScope] = [.daily, .dual]

  /// The scopes, of each of which one piece of work may be pending.
  var scopes: [WorkScope] {
    switch self {
    case .one: WorkDivision.undivided
    case .byKind: WorkDivision.divided
    }
  }

  /// The scope of a kind's fetches; reminders fetch nothing.
  func scope(of kind: ScheduleKind) -> WorkScope {
    switch self {
    case .one: .every
    case .byKind:
      switch kind {
      case .daily, .reminder: .daily
      case .dual: .dual
      }
    }
  }
}

/// What became of background work.
public enum WorkEvent: Hashable, Sendable {
  /// A run began at a time, ms since the Unix epoch.
  case started(LaunchedTask, at: Int64)
  /// A run's time was up.
  case expired
  /// Work has not run long after its begin date; it is submitted again.
  case missed
}

/// Background work that the system has launched.
public struct LaunchedTask: Hashable, Sendable {
  /// The launch's number in its run.
  public let number: Int
  /// The task's identifier.
  public let identifier: String
  /// The earliest begin that was submitted, in milliseconds since the Unix epoch.
  ///
  /// Nil when nothing was pending (a debug launch).
  public let beginDate: Int64?

  /// Makes the record of a launch.
  public init(number: Int, identifier: String, beginDate: Int64?) {
    self.number = number
    self.identifier = identifier
    self.beginDate = beginDate
  }
}
