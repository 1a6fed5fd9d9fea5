/// A request from its addition to its end.
struct TracedRequest: Hashable, Sendable {
  let identifier: String
  /// When it fires, in milliseconds since the Unix epoch; a change of clock or zone may move it.
  var trigger: Int64
  let begins: UInt64
  /// The records that moved it: of an alarm those that replaced it at another time of its name.
  var moves: [UInt64] = []
  /// The record that gave it a time that had passed by then; nil where none did.
  var jumped: UInt64?
  var ends: UInt64?
  /// Whether another request with its identifier replaced it.
  var isReplaced = false
  var isDelivered = false
}

/// A notification that was shown.
struct Showing: Hashable, Sendable {
  let identifier: String
  /// Its planned time, in milliseconds since the Unix epoch.
  var planned: Int64
  let source: String
  let point: TracePoint
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
  let options: String
  var answer: UInt64?
  /// Whether it was answered with a value.
  var isDone = false
}

/// A notification that the plugin reported as missed.
struct ReportedMiss: Hashable, Sendable {
  let id: String
  /// Its planned time, in milliseconds since the Unix epoch.
  let planned: Int64
  let sequence: UInt64
}
