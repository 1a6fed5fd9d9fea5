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
  /// Takes back what `load` has registered where other code of the app has taken its place.
  mutating func configured(on platform: inout System)

  /// The app or the phone has started, or the app has come back: before anything is looked at.
  ///
  /// `isInUse`: whether the phone is being used; false when the phone itself has started.
  mutating func started(isInUse: Bool, on platform: inout System)

  /// Whether an entry comes after a boot that the app has not recovered from yet.
  func hasBooted(_ entry: PluginEntry, on platform: System) -> Bool

  // MARK: Arming

  /// Throws where the system keeps occurrences of a kind from being armed or shown.
  ///
  /// The permission to notify is looked at elsewhere.
  mutating func checkArmable(_ kind: ScheduleKind, on platform: inout System) throws(Rejection)
  /// Requests the permission for exact times, or what stands for it.
  mutating func requestExactTimes(on platform: inout System) -> CallOutcome
  /// A page of the system's settings was opened for a call.
  mutating func opened(_ page: SystemPage)
  /// What keeps stored schedules from being armed or shown now, apart from that permission.
  func obstacle(to rows: [ScheduleRow], on platform: System) -> Rejection.Kind?
  /// How many occurrences the system holds for this app at most.
  static var capacity: Int { get }
  /// Whether the next occurrences of so many schedules fit beside what other code has armed.
  func hasRoom(forSchedules count: Int, on platform: System) -> Bool
  /// Whether the system repeats a schedule by itself once it is armed.
  static func isRepeatedBySystem(_ schedule: Schedule) -> Bool
  /// The slot for the next occurrence of a schedule that is being armed.
  ///
  /// Nil while the slot, or room for it, waits for a withdrawal. Throws when there is no room.
  mutating func slot(
    for schedule: Schedule, _ next: Occurrence, _ ledger: Ledger, on platform: inout System
  ) throws(Rejection) -> DeliverySlot?
  /// Arms the next occurrence and reads it back; throws when the system did not keep it.
  mutating func arm(
    _ arming: Arming, _ contents: inout Contents, on platform: inout System
  ) throws(Rejection)
  /// Makes what is armed what the schedules ask for: arms what lacks, withdraws what is too much.
  ///
  /// What is on its way is left alone; the ledger knows it.
  mutating func replan(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: inout Contents,
    on platform: inout System
  ) -> ReplanResult
  /// The clock was set back from a time, ms since the Unix epoch.
  mutating func clockWentBack(from earlier: Int64, on platform: System)
  /// Whether what the system holds and has shown has not changed since the latest `replan`, by its
  /// change numbers, and nothing is on its way or being withdrawn.
  func isUnchanged(on platform: System) -> Bool
  /// Whether `replan` left something that has to wait for a withdrawal.
  var isReplanOwed: Bool { get }
  /// Whether what is withdrawn is gone at once, so that nothing has to wait for it.
  static var withdrawsAtOnce: Bool { get }
  /// Whether the plugin's own code shows what is due, and so knows at once what was shown.
  static var showsByItself: Bool { get }
  /// Re-plans as soon as what is being withdrawn is gone.
  mutating func replanAfterWithdrawals()
  /// Arms what the latest `replan` could not arm before withdrawals had taken effect.
  ///
  /// Nil, with nothing done, when anything else has changed since: then it takes another plan.
  mutating func armWaiting(on platform: inout System) -> [ArmedRequest]?
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

  /// How many notifications the system holds for other code in the app.
  func foreignCount(on platform: System) -> Int
  /// How many notifications of the plugin are armed, without those being withdrawn.
  func armedCount(on platform: System) -> Int
  /// Whether what was armed of a revision still is, overdue or being withdrawn included.
  func isHeld(_ row: LedgerRow, _ entry: ArmedOccurrence, on platform: System) -> Bool
  /// Whether an occurrence that was on its way, and is ahead again, has to be armed again.
  func isToBeArmedAgain(_ row: LedgerRow, _ entry: ArmedOccurrence, on platform: System) -> Bool
  /// The last wall minute of a revision that was armed, is armed no more and is still ahead.
  ///
  /// It may have been shown before the clock went back; nil where the plugin shows all by itself.
  func lastPerhapsShown(of row: LedgerRow, on platform: System) -> Int64?
  /// What is armed for an occurrence of a schedule's present revision, overdue included.
  mutating func held(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: System
  ) -> ArmedOccurrence?
  /// Whether something of a revision is armed that its row does not name.
  ///
  /// Then the row could not be written when that was armed, and nobody knows what else was.
  func holdsUnnamed(by row: LedgerRow, on platform: System) -> Bool
  /// What a revision's repeating request is aimed at, ms since the Unix epoch; nil without one.
  ///
  /// While it is on its way, that is the time that has come.
  func repeatingTrigger(_ row: LedgerRow, on platform: System) -> Int64?
  /// The wall minute that a revision's repeating request was added for; nil without one.
  func repeatingRequest(_ row: LedgerRow, on platform: System) -> Int64?
  /// Whether anything of a schedule is armed and not being withdrawn.
  func isArmed(_ id: String, _ kind: ScheduleKind, on platform: System) -> Bool
  /// When the next armed occurrence fires, of all schedules, a kind or one, ms since the epoch.
  ///
  /// What is on its way does not count.
  func nextTime(
    of kind: ScheduleKind?, _ id: String?, _ ledger: Ledger, on platform: System
  ) -> Int64?
  /// Compares what is armed with what the schedules ask for.
  func audit(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: Contents, on platform: System
  ) -> DeliveryAudit
  /// Makes a row that no longer decodes anew from what is armed of it; nil where nothing is.
  ///
  /// `dualTime` is the cron expression of the dual notification, which only its configuration has.
  func rebuilt(
    _ broken: ScheduleRow, dualTime: CronExpression?, on platform: System
  ) -> ScheduleRow?

  // MARK: What was shown

  /// What was shown and was not handed out before in this process, oldest first.
  mutating func takeShown(on platform: System) -> [ShownNotification]
  /// The fetch that notifications of an occurrence wait for has ended: they are shown.
  ///
  /// True if there were any, so that it is accounted for.
  mutating func contentSettled(
    _ kind: ScheduleKind, for occurrence: Int64, _ schedules: [Schedule],
    _ contents: inout Contents, on platform: inout System
  ) -> Bool
  /// What it means that an occurrence was not shown; `isSkipped`: its kind is not shown without
  /// fresh content.
  func absence(
    of occurrence: Occurrence, _ id: String, _ kind: ScheduleKind, _ arming: ArmingRecord,
    isSkipped: Bool, on platform: System
  ) -> Absence
}

extension OccurrenceDelivery {
  public static var withdrawsAtOnce: Bool { false }

  public static var showsByItself: Bool { false }

  public mutating func configured(on platform: inout System) {}

  public mutating func started(isInUse: Bool, on platform: inout System) {}

  /// Whether the uptime is below a minute, or lower than at the last start of the app.
  public func hasBooted(_ entry: PluginEntry, on platform: System) -> Bool {
    if entry == .boot { return true }
    let uptime = platform.uptimeMilliseconds
    return platform.integer(.lastUptime).map {
      uptime < RecoveryScenario.bootMilliseconds || uptime < $0
    } ?? false
  }

  public mutating func checkArmable(
    _ kind: ScheduleKind, on platform: inout System
  ) throws(Rejection) {}

  public mutating func armWaiting(on platform: inout System) -> [ArmedRequest]? { nil }

  public mutating func opened(_ page: SystemPage) {}

  /// Whether the system no longer holds its request; it shows one that it holds.
  public func isToBeArmedAgain(
    _ row: LedgerRow, _ entry: ArmedOccurrence, on platform: System
  ) -> Bool { !isHeld(row, entry, on: platform) }

  public func lastPerhapsShown(of row: LedgerRow, on platform: System) -> Int64? { nil }

  public func obstacle(to rows: [ScheduleRow], on platform: System) -> Rejection.Kind? { nil }

  public mutating func contentSettled(
    _ kind: ScheduleKind, for occurrence: Int64, _ schedules: [Schedule],
    _ contents: inout Contents, on platform: inout System
  ) -> Bool { false }

  /// What the system showed by itself and nobody saw is not known.
  public func absence(
    of occurrence: Occurrence, _ id: String, _ kind: ScheduleKind, _ arming: ArmingRecord,
    isSkipped: Bool, on platform: System
  ) -> Absence {
    let wasArmed = arming != .notArmed
    if !wasArmed, isSkipped { return .skipped }
    let reason: MissedNotification.Reason =
      if !platform.authorization.allowsNotifications {
        .notificationsDenied
      } else {
        wasArmed ? .notDelivered : .noCodeRan
      }
    return .missed(wasArmed ? .unknown : .certain, reason)
  }
}

/// Why an occurrence was not shown.
public enum Absence: Hashable, Sendable {
  /// On purpose: without fresh content it is left out.
  case skipped
  case missed(Certainty, MissedNotification.Reason)
}

/// Where the next occurrence of a schedule that is being armed will stand.
public struct DeliverySlot: Hashable, Sendable {
  /// What the system will know it by.
  let identifier: String
  /// Whether the schedule's repeating request stays as it is, since it is on its way.
  let isKept: Bool

  init(identifier: String, isKept: Bool = false) {
    self.identifier = identifier
    self.isKept = isKept
  }
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
  /// Those of them that had a request of their own: they are ahead, and one that was shown before
  /// the clock went back looks the same.
  var gone: [GoneOccurrence] = []
  /// Whether the system denies exact times, without which nothing is armed.
  var isExactTimeDenied = false
  /// The indices of the schedules that have an occurrence the system refused.
  var refused: [Int] = []
  /// Whether `armed` says what is armed now: not while nothing may be armed.
  var isArmedKnown = false
  /// What is armed now.
  var armed: [ArmedRequest] = []

  /// Makes the result of doing nothing.
  public init() {}
}

extension ReplanResult {
  /// What re-planning finds when nothing has changed since.
  var repeated: ReplanResult {
    var result = self
    result.verified += added
    result.refused = []
    (result.added, result.removed, result.lost, result.gone) = (0, 0, 0, [])
    return result
  }
}

/// An occurrence whose request is gone though its time is ahead.
struct GoneOccurrence: Hashable, Sendable {
  /// The place of its schedule in the list that was planned.
  let schedule: Int
  let wallMinute: Int64
}

/// An occurrence that is armed, and of which schedule.
public struct ArmedRequest: Hashable, Sendable {
  /// The index of its schedule in the list that was planned.
  let schedule: Int
  let entry: ArmedOccurrence
  /// Whether a repeating request stands for it and for all that follow.
  var isRepeating = false
}

/// What is armed of one schedule.
struct ArmedSchedule: Hashable, Sendable {
  /// The occurrences that have a request of their own.
  var entries: [ArmedOccurrence] = []
  /// From which wall minute on a repeating request stands for every occurrence; nil without one.
  var repeatsFrom: Int64?

  /// What of a list is of the schedule with an index.
  init(_ armed: [ArmedRequest], of schedule: Int) {
    entries.reserveCapacity(armed.count)
    for request in armed where request.schedule == schedule {
      if request.isRepeating {
        repeatsFrom = request.entry.wallMinute
      } else {
        entries.append(request.entry)
      }
    }
  }
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
  /// Whether its request repeats, so that its content names another date than it stands for.
  var isRepeating = false
}
