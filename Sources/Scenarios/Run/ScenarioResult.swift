public import DailyNotification
public import JSONText
public import LocatedYAML
public import SimulationCore

/// The outcome of a scenario or a step.
public enum RunOutcome: String, Hashable, Sendable, CaseIterable {
  case passed
  case failed
  /// Not reached, because an earlier step failed.
  case notRun
  /// Left out on purpose: a condition did not hold, or it needs a person.
  case skipped
  /// A person's press whose call has not been answered yet.
  case waiting
  /// A scenario whose run could not continue.
  case aborted
  /// A session, or a press, of which nobody has said what was expected.
  case notJudged
}

/// The result of a scenario's run; all values are plain, so that reports need no phone.
public struct ScenarioResult: Sendable {
  /// The scenario's name.
  public var name: String
  /// The file's path as given.
  public var path: String
  /// What it shows.
  public var summary: String
  /// Its tags.
  public var tags: [String]
  /// The phone that it ran on.
  public var setup: RunSetup
  /// Passed, failed, aborted, skipped, notRun or, of a session, notJudged; waiting is only for
  /// steps.
  public var outcome: RunOutcome
  /// Its steps, in order.
  public var steps: [StepResult]
  /// The log lines at info and above; of an interactive session the last ones.
  public var lines: [LoggedLine]
  /// The number of log lines at info and above.
  public var lineCount: Int
  /// The invariants with their counts.
  public var invariants: [InvariantCount]
  /// The violations of invariants, including allowed ones.
  public var violations: [BrokenInvariant]
  /// The hash over every record.
  public var traceHash: String
  /// The number of records.
  public var recordCount: UInt64
  /// The instant at which the run ended.
  public var endInstant: SimulationInstant
  /// The wall time at the end, in milliseconds since the Unix epoch.
  public var endWallMilliseconds: Int64
  /// The plugin's counters.
  public var telemetry: [TelemetrySample]
  /// The plugin's schedule snapshot.
  public var snapshot: JSONValue
  /// Whether servers answered the phone's requests, in this run or in the one that it repeats.
  public var wasLive = false
  /// What became of each planned notification.
  public var occurrences = OccurrenceList()
  /// The marks for the chart of the run.
  public var timeline = RunTimeline()
  /// Earlier attempts, in order; empty unless the scenario may be retried.
  public var earlierAttempts: [Attempt] = []

  /// A failed run of the same scenario that was followed by one with another seed.
  public struct Attempt: Hashable, Sendable {
    /// Its number, from 1.
    public var number: Int
    /// The seed it ran with.
    public var seed: UInt64
    /// Failed or aborted.
    public var outcome: RunOutcome
    /// The failures, one string each.
    public var failures: [String]
    /// Its virtual duration, in milliseconds.
    public var durationMilliseconds: Int64
  }

  /// Why it was skipped; nil if it was not.
  public var skipReason: String?

  /// What shows more of a run that did not pass; nil where nothing does.
  public var further: FurtherCommand?

  /// Whether it passed only after a failed attempt.
  public var isFlaky: Bool { outcome == .passed && !earlierAttempts.isEmpty }

  /// Where a step failed, or where it is written: `a.yaml:5:23`; nil for a person's press.
  public func place(of step: StepResult) -> String? {
    text(
      of: step.failure?.place ?? SourcePlace(line: step.line, column: step.column), in: step)
  }

  /// Where an expectation of a step is written; nil where nothing is.
  public func place(of mismatch: StepFailure.Other, in step: StepResult) -> String? {
    mismatch.place.flatMap { text(of: $0, in: step) }
  }

  private func text(of place: SourcePlace, in step: StepResult) -> String? {
    let file = step.includedFrom ?? path
    return file.isEmpty ? nil : "\(file):\(place.line):\(place.column)"
  }

  /// The failures, one string each: of steps first, then of invariants that must not break.
  public var failures: [String] {
    steps.compactMap(\.failureText) + violations.filter { !$0.isAllowed }.map(\.text)
  }
}

/// The configuration of a run, as strings.
public struct RunSetup: Hashable, Sendable {
  /// The seed of every random stream.
  public var seed: UInt64
  /// The platform: `ios` or `android`.
  public var platform: String
  /// The variant: `device` or `simulator`.
  public var variant: String
  /// The system's version.
  public var osVersion: String
  /// The IANA zone.
  public var zone: String
  /// The wall time at the start, in milliseconds since the Unix epoch.
  public var startMilliseconds: Int64
  /// The knobs as an object of names and values.
  public var knobs: JSONObject
  /// The hash of the above: 16 hexadecimal digits.
  public var hash: String
}

/// The result of a step.
public struct StepResult: Hashable, Sendable {
  /// The step's number, from 1.
  public var number: Int
  /// Its line in the file.
  public var line: Int
  /// Its column in that line.
  public var column = 1
  /// Its label, or the step as words.
  public var title: String
  /// The step as words.
  public var text: String
  /// Passed, failed, skipped or notRun; waiting for a press without a reply.
  public var outcome: RunOutcome
  /// The instant at which it began.
  public var instant: SimulationInstant
  /// The wall time at which it began, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// Its virtual duration in milliseconds, including a call's wait for its reply.
  public var durationMilliseconds: Int64
  /// Why it failed; nil if it did not.
  public var failure: StepFailure?
  /// The part of the scenario that it belongs to.
  public var phase = StepPhase.body
  /// The file it comes from, if that is not the scenario's own.
  public var includedFrom: String?
  /// Why it was skipped; nil if it was not.
  public var skipReason: String?
  /// What a person said about it.
  public var judgement: Judgement?
  /// How what it did to the phone ended: a value, a rejection or a refusal; nil for other steps.
  public var reply: JSONValue?
}

extension StepResult {
  /// Why it failed, or what a person found wrong; nil for neither.
  var failureText: String? {
    if let failure { return "step \(number) '\(title)': \(failure.text)" }
    guard judgement?.verdict == .fail else { return nil }
    let note = judgement?.note ?? ""
    return "step \(number) '\(title)': judged fail" + (note.isEmpty ? "" : ": \(note)")
  }
}

/// The parts of a scenario, in the order in which they run.
public enum StepPhase: String, Hashable, Sendable, CaseIterable {
  case setup
  case body
  /// Always runs, also after a failure.
  case teardown
}

/// A person's judgement of a step of a guided run.
public struct Judgement: Hashable, Sendable {
  /// The possible verdicts.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case pass
    case fail
    case skip
  }

  /// The verdict; nil for a note alone.
  public var verdict: Verdict?
  /// The person's note.
  public var note: String

  /// Creates a judgement.
  public init(verdict: Verdict?, note: String) {
    self.verdict = verdict
    self.note = note
  }
}

/// A failure: what was expected, what was found, when, and the records before.
public struct StepFailure: Hashable, Sendable {
  /// What was expected.
  public var expected: String
  /// What was found.
  public var found: String
  /// The instant at which it was noticed.
  public var instant: SimulationInstant
  /// The wall time then, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// The date then in the phone's zone: yyyy-MM-dd.
  public var day: String
  /// The phone's zone then, by its IANA name: the one of `day` and `lastRecords`.
  public var zone: String
  /// The last ten records that something can be learnt from, one line each.
  public var lastRecords: [String]
  /// Where what was expected is written; of what is secret, its step; nil where nothing is.
  public var place: SourcePlace?
  /// What is written there; nil where nothing is, or where it is secret.
  public var excerpt: SourceExcerpt?
  /// What else was not as expected at the same step.
  public var others: [Other] = []
  /// What may have been forgotten, if that is known.
  public var hint: String?

  /// An expectation that did not hold, and what was found.
  public struct Other: Hashable, Sendable {
    /// What was expected.
    public var expected: String
    /// What was found.
    public var found: String
    /// Where it is written.
    public var place: SourcePlace?
    /// What is written there; nil where nothing is, or where it is secret.
    public var excerpt: SourceExcerpt?
  }

  /// Everything that was not as expected, in order.
  public var all: [Other] {
    [Other(expected: expected, found: found, place: place, excerpt: excerpt)] + others
  }

  /// Expected and found on one line.
  public var text: String {
    "expected \(expected), found \(found)"
      + (others.isEmpty ? "" : " (and \(others.count) more)")
  }
}

/// A line in the phone's log.
public struct LoggedLine: Hashable, Sendable {
  /// The line as the phone prints it.
  public var text: String
  /// Its level: info, warning or error.
  public var level: String
  /// The wall time, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// The record's sequence number.
  public var sequence: UInt64
  /// How far the phone's zone was from UTC then, in seconds.
  public var offsetSeconds = 0
  /// Which of the app's processes wrote it, from 1.
  public var process = 1
}

/// How often an invariant was checked and violated.
public struct InvariantCount: Hashable, Sendable {
  /// The invariant's number.
  public var id: Int
  /// Its name.
  public var name: String
  /// How often it was checked.
  public var checks: Int
  /// How often it was violated.
  public var violations: Int
}

/// A violation of an invariant.
public struct BrokenInvariant: Hashable, Sendable {
  /// The invariant's number.
  public var id: Int
  /// Its name.
  public var name: String
  /// The wall time, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// The sequence number of the last record when it was noticed.
  public var sequence: UInt64
  /// What was wrong.
  public var message: String
  /// Whether the scenario allows this invariant to break.
  public var isAllowed: Bool

  /// Number, name and what was wrong.
  public var text: String { "invariant \(id) (\(name)): \(message)" }
}
