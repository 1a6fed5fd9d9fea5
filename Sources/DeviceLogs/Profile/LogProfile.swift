public import DailyNotification

/// A sequence of log lines that a run should write: a data file anybody can add.
public struct LogProfile: Hashable, Sendable {
  /// How often the sequence is looked for.
  public enum Passes: String, Hashable, Sendable, CaseIterable {
    /// Only its first occurrence.
    case first
    /// Each of its occurrences.
    case each
  }

  /// How much a finding matters; only errors make a sequence broken.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    case error
    case warning
  }

  /// The name on the command line.
  public var name: String
  public var title: String
  public var passes: Passes
  /// Lines of which one at least shows that the sequence belongs to a log.
  public var signs: [LogLine]
  /// Lines that begin a pass.
  public var begins: [LogLine]
  /// Lines that begin a pass whose beginning is missing, when none has begun.
  public var impliedBy: [LogLine]
  /// Lines that end a pass and are no part of it.
  public var until: [LogLine]
  /// The lines in their order.
  public var steps: [Step]
  public var never: [Never]
  public var timings: [Timing]
  public var due: [Due]

  /// A line of the sequence, or one of several that may stand in its place.
  public struct Step: Hashable, Sendable {
    public var lines: [LogLine]
    /// How often it is written in a pass; no upper bound when `countMax` is nil.
    public var countMin: Int
    public var countMax: Int?
    /// What fields must say, by their names.
    public var conditions: [Condition]
  }

  /// A field and the text it must have.
  public struct Condition: Hashable, Sendable {
    public var field: String
    public var text: String
  }

  /// A line that should not be there.
  public struct Never: Hashable, Sendable {
    public var line: LogLine
    public var kind: LogFinding.Kind
    public var severity: Severity
    public var says: String
  }

  /// Bounds on the time between two fields, or on a number of seconds, in one pass.
  public struct Timing: Hashable, Sendable {
    public var name: String
    /// Nil where `to` is a number of seconds.
    public var from: Reference?
    public var to: Reference
    public var atLeastMilliseconds: Int64?
    public var atMostMilliseconds: Int64?
    public var severity: Severity
    public var says: String
  }

  /// A field of a line's first occurrence in a pass; `at` is when the line was written.
  public struct Reference: Hashable, Sendable {
    public var line: LogLine
    public var field: String

    /// The field that every line has: when it was written.
    public static let at = "at"
  }

  /// What must have come when a log goes on past a time that a line has named.
  public struct Due: Hashable, Sendable {
    public var reference: Reference
    public var graceMilliseconds: Int64
    /// Lines of which one has to follow.
    public var by: [LogLine]
    public var severity: Severity
    public var says: String
  }
}
