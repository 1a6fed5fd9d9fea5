public import DailyNotification
public import JSONText
public import SimulationCore

/// How a scenario or a step came out.
public enum RunOutcome: String, Hashable, Sendable, CaseIterable {
  case passed
  case failed
  /// A step after the one that failed.
  case notRun
  /// What was left out on purpose: a condition did not hold, or it needs a person.
  case skipped
  /// A person's press whose call has not been answered yet.
  case waiting
  /// A scenario whose run could not go on.
  case aborted
}

/// What a scenario's run has to tell; all values are plain, so that reports need no phone.
public struct ScenarioResult: Sendable {
  /// The scenario's name.
  public var name: String
  /// Its file as it was named.
  public var path: String
  /// What it shows.
  public var summary: String
  /// Its tags.
  public var tags: [String]
  /// The phone that it ran on.
  public var setup: RunSetup
  /// Passed, failed, aborted, skipped or notRun; waiting is a step's only.
  public var outcome: RunOutcome
  /// Its steps, in order.
  public var steps: [StepResult]
  /// The log lines at info and above; of an interactive session the last ones.
  public var lines: [LoggedLine]
  /// How many log lines at info and above there were.
  public var lineCount: Int
  /// The invariants with their counts.
  public var invariants: [InvariantCount]
  /// The invariants that broke, allowed ones too.
  public var violations: [BrokenInvariant]
  /// The hash over every record.
  public var traceHash: String
  /// How many records there were.
  public var recordCount: UInt64
  /// The instant at which the run ended.
  public var endInstant: SimulationInstant
  /// What the wall clock read then, in milliseconds since the Unix epoch.
  public var endWallMilliseconds: Int64
  /// The plugin's counters.
  public var telemetry: [TelemetrySample]
  /// The plugin's schedule snapshot.
  public var snapshot: JSONValue
  /// What the picture of the run shows.
  public var timeline = RunTimeline()
  /// The attempts before this one, in order; none unless the scenario may be retried.
  public var earlierAttempts: [Attempt] = []

  /// A run of the same scenario that failed and was tried again with another seed.
  public struct Attempt: Hashable, Sendable {
    /// Its number, from 1.
    public var number: Int
    /// The seed it ran with.
    public var seed: UInt64
    /// Failed or aborted.
    public var outcome: RunOutcome
    /// What went wrong, one text each.
    public var failures: [String]
    /// How much virtual time it took, in milliseconds.
    public var durationMilliseconds: Int64
  }

  /// Why it was skipped.
  public var skipReason: String?

  /// Whether it passed only after an attempt that did not.
  public var isFlaky: Bool { outcome == .passed && !earlierAttempts.isEmpty }

  /// What went wrong, one text each: steps first, then invariants that may not break.
  public var failures: [String] {
    steps.compactMap(\.failureText) + violations.filter { !$0.isAllowed }.map(\.text)
  }
}

/// The configuration of a run, as text.
public struct RunSetup: Hashable, Sendable {
  /// The seed of every random stream.
  public var seed: UInt64
  /// The platform: ios.
  public var platform: String
  /// `device` or `simulator`.
  public var variant: String
  /// The system's version.
  public var osVersion: String
  /// The IANA zone.
  public var zone: String
  /// The wall clock when the run began, in milliseconds since the Unix epoch.
  public var startMilliseconds: Int64
  /// The knobs as an object of name and value.
  public var knobs: JSONObject
  /// The hash of the above: 16 hexadecimal digits.
  public var hash: String
}

/// One step's result.
public struct StepResult: Hashable, Sendable {
  /// The step's number, from 1.
  public var number: Int
  /// The line it stands on.
  public var line: Int
  /// Its label, or the step in words.
  public var title: String
  /// The step in words.
  public var text: String
  /// Passed, failed, skipped or notRun; waiting for a press without a reply.
  public var outcome: RunOutcome
  /// When it began.
  public var instant: SimulationInstant
  /// What the wall clock read then, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// How long it took in virtual milliseconds, a call's wait for its reply included.
  public var durationMilliseconds: Int64
  /// Why it failed.
  public var failure: StepFailure?
  /// The part of the scenario that it belongs to.
  public var phase = StepPhase.body
  /// The file it stands in, when that is not the scenario's own.
  public var includedFrom: String?
  /// Why it was skipped.
  public var skipReason: String?
  /// What a person said about it.
  public var judgement: Judgement?
}

extension StepResult {
  /// What went wrong, or what a person found wrong; nil when nothing did.
  fileprivate var failureText: String? {
    if let failure { return "step \(number) '\(title)': \(failure.text)" }
    guard judgement?.verdict == .fail else { return nil }
    let note = judgement?.note ?? ""
    return "step \(number) '\(title)': judged fail" + (note.isEmpty ? "" : ": \(note)")
  }
}

/// The parts of a scenario, in the order of their running.
public enum StepPhase: String, Hashable, Sendable, CaseIterable {
  case setup
  case body
  /// Runs always, after a failure too.
  case teardown
}

/// What a person says about a step of a guided run.
public struct Judgement: Hashable, Sendable {
  /// The verdicts a person may give.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case pass
    case fail
    case skip
  }

  /// The verdict; nil for a note alone.
  public var verdict: Verdict?
  /// What the person wrote.
  public var note: String

  /// Makes a judgement.
  public init(verdict: Verdict?, note: String) {
    self.verdict = verdict
    self.note = note
  }
}

/// What was expected, what was found, when, and what came before.
public struct StepFailure: Hashable, Sendable {
  /// What was expected.
  public var expected: String
  /// What was found.
  public var found: String
  /// When it was noticed.
  public var instant: SimulationInstant
  /// What the wall clock read then, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// The last ten records, a line each.
  public var lastRecords: [String]

  /// Both in one line.
  public var text: String { "expected \(expected), found \(found)" }
}

/// A log line that the phone wrote.
public struct LoggedLine: Hashable, Sendable {
  /// The line as the phone prints it.
  public var text: String
  /// Its level: info, warning or error.
  public var level: String
  /// What the wall clock read, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// The record's number.
  public var sequence: UInt64
}

/// How often an invariant was checked and broken.
public struct InvariantCount: Hashable, Sendable {
  /// The invariant's number.
  public var id: Int
  /// Its name.
  public var name: String
  /// How often it was checked.
  public var checks: Int
  /// How often it was broken.
  public var violations: Int
}

/// One violation of an invariant.
public struct BrokenInvariant: Hashable, Sendable {
  /// The invariant's number.
  public var id: Int
  /// Its name.
  public var name: String
  /// What the wall clock read, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// The last record when it was noticed.
  public var sequence: UInt64
  /// What was wrong.
  public var message: String
  /// Whether the scenario allows it to break.
  public var isAllowed: Bool

  /// Number, name and what was wrong.
  public var text: String { "invariant \(id) (\(name)): \(message)" }
}
