import DailyNotification
import DeviceModel
import JSONText

/// A request from its addition to its end.
struct TracedRequest: Sendable {
  /// How it ended.
  enum End: Hashable, Sendable {
    case delivered
    case notDelivered(NotDeliveredReason)
    /// Another request with its identifier took its place.
    case replaced
    case removed
    case evicted
    /// An alarm fired, which its receiver shows.
    case fired
    case lost(AlarmLoss)
  }

  let identifier: String
  /// The schedule it belongs to.
  let scheduleID: String
  /// When it fires, in milliseconds since the Unix epoch; a change of clock or zone may move it.
  var trigger: Int64
  let begins: UInt64
  /// The records that moved it: of an alarm those that replaced it at another time of its name.
  var moves: [UInt64] = []
  /// The record that gave it a time that had passed by then; nil where none did.
  var jumped: UInt64?
  private(set) var ending: (how: End, point: TracePoint)?

  init(identifier: String, trigger: Int64, begins: UInt64, jumped: UInt64?) {
    self.identifier = identifier
    scheduleID = PlannedOccurrence.scheduleID(of: identifier)
    self.trigger = trigger
    self.begins = begins
    self.jumped = jumped
  }

  mutating func end(_ how: End, _ point: TracePoint) { ending = (how, point) }

  /// The record that ended it.
  var ends: UInt64? { ending?.point.sequence }

  /// Whether another request with its identifier replaced it.
  var isReplaced: Bool { ending?.how == .replaced }

  var isDelivered: Bool { ending?.how == .delivered }

  /// Whether it became due at its own time.
  var cameDue: Bool { !isReplaced && ending?.point.wallMilliseconds ?? .min >= trigger }
}

/// A notification that was shown.
struct Showing: Hashable, Sendable {
  let identifier: String
  /// Its planned time, in milliseconds since the Unix epoch.
  var planned: Int64
  let source: ContentSource
  let point: TracePoint
  /// The schedule it belongs to.
  let scheduleID: String

  init(identifier: String, planned: Int64, source: ContentSource, point: TracePoint) {
    self.identifier = identifier
    self.planned = planned
    self.source = source
    self.point = point
    scheduleID = PlannedOccurrence.scheduleID(of: identifier)
  }
}

/// A task from its submission, or from a launch without one, to the end of its run.
struct TracedTask: Hashable, Sendable {
  let identifier: String
  /// The begin date; nil for a launch without a submission.
  let begin: Int64?
  var submitted: UInt64?
  /// The cause of the record that submitted it.
  var cause: UInt64?
  /// Problems that were recorded while it was submitted.
  var findings: [UInt64] = []
  var withdrawn: UInt64?
  var started: TracePoint?
  var run: Int64?
  var runEnds: [UInt64] = []

  /// Whether it is waiting to be launched.
  var isPending: Bool { withdrawn == nil && started == nil }

  /// Its records.
  var records: [UInt64] {
    [submitted, started?.sequence, withdrawn].compactMap(\.self) + findings + runEnds
  }
}

/// A fetch and its outcome.
struct TracedFetch: Hashable, Sendable {
  let number: Int64
  let started: TracePoint
  var ended: TracePoint?
  var cancelled: UInt64?
  /// The time for which its content was stored; nil when it was not.
  var storedFor: Int64?
  var stored: UInt64?
  var findings: [UInt64] = []

  /// Its records.
  var records: [UInt64] {
    [started.sequence, ended?.sequence, stored, cancelled].compactMap(\.self) + findings
  }
}

/// A call and its reply.
struct TracedCall: Hashable, Sendable {
  let number: Int64
  let called: TracePoint
  let method: String
  let options: JSONObject
  var answer: UInt64?
  /// Whether it was answered with a value.
  var isDone = false
}

/// A notification that the plugin reported as missed.
struct ReportedMiss: Hashable, Sendable {
  let id: String
  /// Its planned time, in milliseconds since the Unix epoch.
  let planned: Int64
  let reason: MissedNotification.Reason
  let sequence: UInt64

  init(_ missed: MissedNotification, sequence: UInt64) {
    id = PlannedOccurrence.scheduleID(of: OccurrenceIdentifier(missed.kind, missed.id).text)
    planned = missed.plannedTime
    reason = missed.reason
    self.sequence = sequence
  }
}
