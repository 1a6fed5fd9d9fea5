public import CivilTime

/// How a planned occurrence reaches the person: the part of the plugin that arms it.
///
/// iOS hands the system requests in advance (`RequestWindow`); another system may set an alarm and
/// run plugin code when it fires. A conformer keeps only what dies with the process: what is armed
/// is read from the system each time.
public protocol OccurrenceDelivery: Sendable {
  /// What the plugin runs on.
  associatedtype System: Platform

  /// Makes the delivery of a process that has just started.
  init()
  /// Registers what has to be registered before the launch finishes.
  mutating func load(on platform: inout System)

  // MARK: Arming

  /// How many occurrences the system holds for this app at most.
  static var capacity: Int { get }
  /// Whether schedules of these kinds, one of them new, fit side by side; nil: an unreadable kind.
  static func hasRoom(for kinds: [ScheduleKind?]) -> Bool
  /// Whether the system repeats a schedule by itself once it is armed.
  static func isRepeatedBySystem(_ schedule: Schedule) -> Bool
  /// The slot for the next occurrence of a schedule that is being armed.
  ///
  /// Nil while the slot, or room for it, waits for a withdrawal. Throws when there is no room.
  func slot(
    for schedule: Schedule, _ next: Occurrence, on platform: System
  ) throws(Rejection) -> DeliverySlot?
  /// Arms the next occurrence and reads it back; throws when the system did not keep it.
  mutating func arm(
    _ arming: Arming, _ contents: inout Contents, on platform: inout System
  ) throws(Rejection)
  /// Makes what is armed what the schedules ask for: arms what lacks, withdraws what is too much.
  mutating func replan(
    _ schedules: [Schedule], _ contents: inout Contents, on platform: inout System
  ) -> ReplanResult
  /// What the latest `replan` did.
  var lastReplan: ReplanResult { get }
  /// Whether `replan` left something that has to wait for a withdrawal.
  var isReplanOwed: Bool { get }
  /// Re-plans as soon as what is being withdrawn is gone.
  mutating func replanAfterWithdrawals()
  /// Gives the next occurrences of a kind the content that was fetched; true asks to re-plan.
  mutating func updateContent(
    _ kind: ScheduleKind, of schedules: [Schedule], _ contents: inout Contents,
    on platform: inout System
  ) -> Bool

  // MARK: Withdrawing

  /// Withdraws everything.
  mutating func withdrawAll(on platform: inout System)
  /// Withdraws what is armed for one schedule.
  mutating func withdraw(_ id: String, _ kind: ScheduleKind, on platform: inout System)

  // MARK: What is armed

  /// How many occurrences the system holds, those being withdrawn included.
  func heldCount(on platform: System) -> Int
  /// How many occurrences are armed, without those being withdrawn.
  func armedCount(on platform: System) -> Int
  /// Whether one occurrence is armed, overdue ones included.
  func isHeld(_ schedule: Schedule, _ occurrence: Occurrence, on platform: System) -> Bool
  /// Whether anything of a schedule is armed, overdue ones included.
  func isHeld(_ schedule: Schedule, on platform: System) -> Bool
  /// Whether anything of a schedule is armed and not being withdrawn.
  func isArmed(_ id: String, _ kind: ScheduleKind, on platform: System) -> Bool
  /// When the next armed occurrence of stored rows fires, ms since the Unix epoch.
  func nextTime(of rows: [ScheduleRow], on platform: System) -> Int64?
  /// When the next armed occurrence of a kind fires, ms since the Unix epoch.
  func nextTime(of kind: ScheduleKind, on platform: System) -> Int64?
  /// Compares what is armed with what the schedules ask for.
  func audit(
    _ schedules: [Schedule], _ contents: Contents, on platform: System
  ) -> DeliveryAudit
  /// Makes a row that no longer decodes anew from what is armed of it; nil where nothing is.
  ///
  /// `dualTime` is the cron expression of the dual notification, which only its configuration has.
  func rebuilt(
    _ broken: ScheduleRow, dualTime: CronExpression?, on platform: System
  ) -> ScheduleRow?

  // MARK: What was shown

  /// How an occurrence was shown, if the system still knows.
  func shown(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: System
  ) -> ShownNotification?
  /// The latest notification of a schedule that was shown, if the system still knows.
  func lastShown(_ schedule: Schedule, on platform: System) -> ShownNotification?
}

/// Where the next occurrence of a schedule that is being armed will stand.
public struct DeliverySlot: Hashable, Sendable {
  /// What the system will know it by.
  let identifier: String
  /// The schedule's earlier occurrence that is overdue: it is left alone.
  let overdue: Occurrence?
}

/// What re-planning found and did.
public struct ReplanResult: Hashable, Sendable {
  /// How many occurrences were armed as they should be.
  var verified = 0
  /// How many were armed now.
  var added = 0
  /// How many were withdrawn now.
  var removed = 0
  /// How many had been armed and were lost by the system.
  var lost = 0
  /// Per schedule, the last occurrence that is armed, ms since the Unix epoch.
  ///
  /// Empty while nothing may be armed.
  var armedThrough: [Int64] = []

  /// Makes the result of doing nothing.
  public init() {}
}

/// How what is armed compares with what the schedules ask for.
public struct DeliveryAudit: Hashable, Sendable {
  /// How many occurrences should be armed.
  let expected: Int
  /// The earliest of them, ms since the Unix epoch.
  let nextTime: Int64?
  /// Whether anything at all is armed whose time is still ahead.
  let isAnyAhead: Bool
  /// Whether each expected occurrence is armed, at whatever time.
  let isComplete: Bool
  /// Whether exactly the expected occurrences are armed, each at its time.
  let isExact: Bool
}

/// A notification that was shown, as the delivery knows it.
public struct ShownNotification: Hashable, Sendable {
  /// What it showed.
  let content: NotificationContent
  /// When it was shown, ms since the Unix epoch.
  let deliveredAt: Int64
}
