public import CivilTime

/// What was armed of one revision of a schedule, and how far that is accounted for, as stored.
///
/// A revision begins with the call that makes a schedule or changes its time, expression or zone.
/// Its occurrences are named by wall minutes, so that they stay the same in every zone.
///
/// The names stand in a shared box: a row is copied several times at each entry.
public struct LedgerRow: Hashable, Sendable {
  private let names: LedgerNames
  /// The wall minute up to which every occurrence was shown, reported, or is on its way.
  public var settledThrough: Int64
  /// When that was, ms since the Unix epoch.
  public var settledTime: Int64
  /// Later wall minutes that are accounted for while earlier ones are ahead: shown before the clock
  /// went back, or skipped.
  public var settledBeyond: [Int64] = []
  /// Those of them that the host asked to skip: nothing of them is shown, reported or missed.
  public var skipped: [Int64] = []
  /// Whether nothing of the revision has passed: it begins with what is ahead, whatever the clock.
  public var isUntouched = true
  /// The first wall minute that the repeating request stands for; nil while there is none.
  public var repeatsFrom: Int64?
  /// The wall minute that the repeating request was added for; another one was added later.
  public var repeatingRequest: Int64?
  /// When the repeating request's showing that was reported last was shown, ms since the epoch.
  public var lastShownAt: Int64?
  /// When the phone had started, by the clock at the last look while a repeating request stood, in
  /// ms since the epoch: it becomes earlier when the clock is set back, and later when it is set
  /// forward or the phone is started again.
  public var clockOrigin: Int64?
  /// The wall minute of the repeating request's date that had come at the last look and was not
  /// shown yet.
  public var onItsWay: Int64?
  /// The wall minute up to which what is ahead may have been shown before the clock went back.
  public var perhapsShownThrough: Int64?
  /// What has a request of its own and is not accounted for, ordered by wall minute.
  public var armed: [ArmedOccurrence]

  /// Makes the row of a revision that has just begun.
  public init(
    kind: ScheduleKind, scheduleID: String, revision: Int64, timezone: String?,
    settledThrough: Int64, settledTime: Int64
  ) {
    names = LedgerNames(
      kind: kind, scheduleID: scheduleID, revision: revision, timezone: timezone)
    self.settledThrough = settledThrough
    self.settledTime = settledTime
    armed = []
  }

  /// The kind of schedule.
  public var kind: ScheduleKind { names.kind }
  /// The schedule.
  public var scheduleID: String { names.scheduleID }
  /// When the revision began, ms since the Unix epoch; it names the revision.
  public var revision: Int64 { names.revision }
  /// The IANA zone of the revision; nil when it floats with the device's zone.
  public var timezone: String? { names.timezone }

  /// Whether the row is of the same revision of the same schedule.
  @inline(__always)
  public func isSameRevision(as other: LedgerRow) -> Bool {
    revision == other.revision && kind == other.kind && scheduleID == other.scheduleID
  }

  /// Whether what a notification shows stands for an occurrence of this revision; it copies none.
  func owns(_ content: NotificationContent) -> Bool {
    content.info.revision == revision && content.info.kind == kind
      && content.info.purpose == .occurrence && content.info.scheduleID == scheduleID
  }

  /// What is skipped and ahead of a time, in order; `zone`: the revision's own or the phone's.
  public func skipped(in zone: Zone, after time: Int64) -> [Occurrence] {
    skipped.compactMap { wallMinute in
      Recurrence.instant(ofWallMinute: wallMinute, in: zone).map {
        Occurrence(time: $0, wallMinute: wallMinute)
      }
    }.filter { $0.time > time }
  }

  /// Whether a notification stands for an occurrence of this revision.
  public func owns(_ info: RequestInfo) -> Bool {
    info.revision == revision && info.kind == kind && info.purpose == .occurrence
      && info.scheduleID == scheduleID
  }
}

/// What a row is of; copies of it share one.
private final class LedgerNames: Hashable, Sendable {
  let kind: ScheduleKind
  let scheduleID: String
  let revision: Int64
  let timezone: String?

  init(kind: ScheduleKind, scheduleID: String, revision: Int64, timezone: String?) {
    self.kind = kind
    self.scheduleID = scheduleID
    self.revision = revision
    self.timezone = timezone
  }

  static func == (left: LedgerNames, right: LedgerNames) -> Bool {
    left === right
      || left.revision == right.revision && left.kind == right.kind
        && left.scheduleID == right.scheduleID && left.timezone == right.timezone
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(scheduleID)
    hasher.combine(revision)
    hasher.combine(timezone)
  }
}

/// One occurrence that has a request of its own.
public struct ArmedOccurrence: Hashable, Sendable {
  /// The wall time in the revision's zone, in minutes since 1970-01-01 00:00 there.
  public var wallMinute: Int64
  /// The instant it was planned for, ms since the Unix epoch.
  public var plannedTime: Int64
  /// Whether its request is being withdrawn: unless it is shown all the same, it is nothing.
  public var isWithdrawn = false

  /// Makes an entry.
  public init(wallMinute: Int64, plannedTime: Int64) {
    self.wallMinute = wallMinute
    self.plannedTime = plannedTime
  }
}
