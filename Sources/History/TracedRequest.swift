public import DailyNotification
public import DeviceModel
public import JSONText

/// A request from its addition to its end.
public struct TracedRequest: Sendable {
  /// How it ended.
  public enum End: Hashable, Sendable {
    case delivered
    case notDelivered(NotDeliveredReason)
    /// Another request with its identifier took its place.
    case replaced
    case removed
    case evicted
    /// An alarm fired, which its receiver shows.
    case fired
    case lost(AlarmLoss)

    /// Whether the system showed it, or should have, at its time.
    var isFiring: Bool {
      switch self {
      case .delivered, .notDelivered: true
      case .replaced, .removed, .evicted, .fired, .lost: false
      }
    }

    /// Whether it was taken away before its time.
    var isLoss: Bool {
      switch self {
      case .removed, .evicted, .lost: true
      case .delivered, .notDelivered, .replaced, .fired: false
      }
    }
  }

  /// Its name.
  public let identifier: String
  /// The schedule it belongs to.
  public let scheduleID: String
  /// When it fires, in milliseconds since the Unix epoch; a change of clock or zone may move it.
  public internal(set) var trigger: Int64
  /// The record that added it.
  public let begins: UInt64
  /// The records that moved it: of an alarm those that replaced it at another time of its name.
  public internal(set) var moves: [UInt64] = []
  /// The record that gave it a time that had passed by then; nil where none did.
  public internal(set) var jumped: UInt64?
  /// Until when the scheduled summary holds it, or held it, in milliseconds since the Unix epoch,
  /// and the record that says so; nil where it did not.
  public internal(set) var summary: (until: Int64, sequence: UInt64)?
  /// How it ended, and when; nil while it is pending.
  public private(set) var ending: (how: End, point: TracePoint)?

  init(identifier: String, trigger: Int64, begins: UInt64, jumped: UInt64?) {
    self.identifier = identifier
    scheduleID = PlannedOccurrence.scheduleID(of: identifier)
    self.trigger = trigger
    self.begins = begins
    self.jumped = jumped
  }

  mutating func end(_ how: End, _ point: TracePoint) { ending = (how, point) }

  /// The record that ended it.
  public var ends: UInt64? { ending?.point.sequence }

  /// Whether another request with its identifier replaced it.
  public var isReplaced: Bool { ending?.how == .replaced }

  /// Whether the system showed it.
  public var isDelivered: Bool { ending?.how == .delivered }

  /// Whether it became due at its own time.
  public var cameDue: Bool { !isReplaced && ending?.point.wallMilliseconds ?? .min >= trigger }
}

/// A notification that was shown.
public struct Showing: Hashable, Sendable {
  /// The name of its request.
  public let identifier: String
  /// Its planned time, in milliseconds since the Unix epoch.
  public internal(set) var planned: Int64
  /// The time that its record names as planned; of an alarm that was set for a later one, that.
  public let recorded: Int64
  /// The kind of its schedule.
  public let kind: ScheduleKind
  /// Where its text came from.
  public let source: ContentSource
  /// Whether it stands for its schedule's time, or for what the person has postponed.
  public let purpose: RequestPurpose
  /// When it was shown.
  public let point: TracePoint
  /// What was seen and heard of it.
  public let presentation: Presentation
  /// The schedule it belongs to.
  public let scheduleID: String

  init(
    identifier: String, planned: Int64, recorded: Int64, kind: ScheduleKind,
    source: ContentSource, purpose: RequestPurpose, point: TracePoint,
    _ presentation: Presentation
  ) {
    self.presentation = presentation
    self.identifier = identifier
    self.planned = planned
    self.recorded = recorded
    self.kind = kind
    self.source = source
    self.purpose = purpose
    self.point = point
    scheduleID = PlannedOccurrence.scheduleID(of: identifier)
  }
}

/// A notification of other code in the app that was shown.
public struct ForeignShowing: Hashable, Sendable {
  /// Its name.
  public let identifier: String
  /// When it was to be shown, in milliseconds since the Unix epoch.
  public let planned: Int64
  /// When it was shown.
  public let point: TracePoint
}

/// A task from its submission, or from a launch without one, to the end of its run.
public struct TracedTask: Hashable, Sendable {
  /// The name it was submitted under.
  public let identifier: String
  /// The begin date; nil for a launch without a submission.
  public let begin: Int64?
  /// When it was submitted.
  public internal(set) var submitted: TracePoint?
  /// The cause of the record that submitted it.
  public internal(set) var cause: UInt64?
  /// Problems that were recorded while it was submitted.
  public internal(set) var findings: [PrefetchFinding] = []
  /// When it was taken back.
  public internal(set) var withdrawn: TracePoint?
  /// When it began.
  public internal(set) var started: TracePoint?
  /// The cause of the record that launched it.
  var startCause: UInt64?
  /// The number of its run.
  public internal(set) var run: Int64?
  /// The records that ended its run.
  public internal(set) var runEnds: [RunEnd] = []

  /// When it may begin, or began, in milliseconds since the Unix epoch.
  var due: Int64 { begin ?? started?.wallMilliseconds ?? .min }

  /// Whether it is waiting to be launched.
  public var isPending: Bool { withdrawn == nil && started == nil }

  /// Its records.
  public var records: [UInt64] {
    [submitted, started, withdrawn].compactMap { $0?.sequence } + findings.map(\.sequence)
      + runEnds.map(\.sequence)
  }
}

/// A record that ended the run of a task.
public struct RunEnd: Hashable, Sendable {
  /// The record's number.
  public let sequence: UInt64
  /// Whether Android stopped the work, for a reason that the record gives.
  public let isStop: Bool
}

/// A problem with a fetch or a task, and the record that reports it.
public struct PrefetchFinding: Hashable, Sendable {
  /// What went wrong.
  public let problem: PrefetchProblem
  /// The record's number.
  public let sequence: UInt64
}

/// A fetch and its outcome.
public struct TracedFetch: Hashable, Sendable {
  /// Its number, from 1.
  public let number: Int64
  /// When it began.
  public let started: TracePoint
  /// When its answer came.
  public internal(set) var ended: TracePoint?
  /// By how much the server's clock was ahead of the phone's, in milliseconds, where the server
  /// refused the request and its clock differed by more than it allows.
  public internal(set) var serverAheadMilliseconds: Int64?
  /// The record that gave it up.
  public internal(set) var cancelled: UInt64?
  /// The place of the task in whose run it began.
  let task: Int?
  /// The time that it asked for content for, in milliseconds since the Unix epoch; nil where it
  /// needs no network.
  let wanted: Int64?
  /// The time for which its content was stored; nil when it was not.
  public internal(set) var storedFor: Int64?
  /// The record that its content was stored.
  public internal(set) var stored: UInt64?
  /// The problems that were recorded of it.
  public internal(set) var findings: [PrefetchFinding] = []

  /// Its records.
  public var records: [UInt64] {
    [started.sequence, ended?.sequence, stored, cancelled].compactMap(\.self)
      + findings.map(\.sequence)
  }
}

/// A call and its reply.
public struct TracedCall: Hashable, Sendable {
  /// Its number, from 1.
  public let number: Int64
  /// When it was called.
  public let called: TracePoint
  /// The method's name.
  public let method: String
  /// Its options.
  public let options: JSONObject
  /// The record that answered it, or lost it.
  public internal(set) var answer: UInt64?
  /// Whether it was answered with a value.
  public internal(set) var isDone = false
}

/// A notification that the plugin reported as missed.
public struct ReportedMiss: Hashable, Sendable {
  /// The schedule's name among all kinds.
  public let id: String
  /// Its planned time, in milliseconds since the Unix epoch.
  public let planned: Int64
  /// Why, in the plugin's word.
  public let reason: MissedNotification.Reason
  /// How sure the plugin is.
  public let certainty: Certainty
  /// The record that says so.
  public let sequence: UInt64

  init(_ missed: MissedNotification, sequence: UInt64) {
    id = PlannedOccurrence.scheduleID(of: OccurrenceIdentifier(missed.kind, missed.id).text)
    planned = missed.plannedTime
    reason = missed.reason
    certainty = missed.certainty
    self.sequence = sequence
  }
}
