/// A sequence of log lines that a run should write, defined in a data file.
public struct LogProfile: Hashable, Sendable {
  /// Which occurrences of the sequence are checked.
  public enum Passes: String, Hashable, Sendable, CaseIterable {
    /// Only its first occurrence.
    case first
    /// Each of its occurrences.
    case each
  }

  /// The severity of a finding; only errors make a sequence broken.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    case error
    case warning
  }

  /// The name on the command line.
  public var name: String
  public var title: String
  public var passes: Passes
  /// Lines, one of which is enough to show that the sequence applies to a log.
  public var signs: [LogEvent]
  /// What a log must show for the profile to be checked where nobody names it; nil for the signs.
  public var applies: Applies?
  /// How long after its beginning a pass may go on beside the next one, in milliseconds.
  public var overlapMilliseconds: Int64?
  /// Lines that begin a pass.
  public var begins: [LogEvent]
  /// Lines that begin a pass whose beginning is missing, if no pass is open.
  public var impliedBy: [LogEvent]
  /// Lines that end a pass without being part of it.
  public var until: [LogEvent]
  /// Lines that end a pass of which nothing is missing, since they begin what follows it.
  public var followedBy: [LogEvent]
  /// Lines that show that a pass was cut short, so that what it lacks is no error.
  public var cutBy: [Match]
  /// A line that makes a pass whole, whatever else it lacks; nil when there is none.
  public var enough: Enough?
  /// The steps, in order.
  public var steps: [Step]
  public var never: [Never]
  /// Lines of one pass that contradict each other.
  public var contradictions: [Contradiction]
  /// What holds from one line until another, and what must not or must happen meanwhile.
  public var states: [State]
  public var timings: [Timing]
  public var due: [Due]
  public var sums: [Sum]

  /// The first line of the plugin in a log, one of these, and lines that it must have besides.
  public struct Applies: Hashable, Sendable {
    public var first: [LogEvent]
    public var with: [LogEvent]
  }

  /// One of several lines, with the required values of its fields.
  public struct Match: Hashable, Sendable {
    public var lines: [LogEvent]
    public var conditions: [Condition]
  }

  /// A line that makes a pass whole unless the pass has one of others.
  public struct Enough: Hashable, Sendable {
    public var match: Match
    public var without: [LogEvent]
  }

  /// A line of the sequence, or alternatives for it.
  public struct Step: Hashable, Sendable {
    public var lines: [LogEvent]
    /// How often it is written in a pass; without an upper limit when `countMax` is nil.
    public var countMin: Int
    public var countMax: Int?
    /// The required values of fields, by name.
    public var conditions: [Condition]
  }

  /// A field and its required value.
  public struct Condition: Hashable, Sendable {
    public var field: String
    public var text: String
  }

  /// A line that should not occur.
  public struct Never: Hashable, Sendable {
    public var line: LogEvent
    /// What its fields must say to be meant.
    public var conditions: [Condition]
    public var kind: LogFinding.Kind
    public var severity: Severity
    /// Lines, one of which near it makes a finding a warning.
    public var explainedBy: [Match]
    /// How far away in time such a line may be.
    public var withinMilliseconds: Int64
    public var says: String
  }

  /// A line that must not end a pass that has one of others, unless it has one of a third kind.
  public struct Contradiction: Hashable, Sendable {
    public var match: Match
    public var with: [LogEvent]
    public var without: [LogEvent]
    public var severity: Severity
    public var says: String
  }

  /// What a line begins and another one ends.
  public struct State: Hashable, Sendable {
    public var name: String
    public var begins: [Match]
    public var ends: [Match]
    /// How long it lasts at most, in milliseconds; without times, 20 of the plugin's lines.
    public var withinMilliseconds: Int64?
    /// Lines that must not occur while it lasts.
    public var forbids: [Match]
    /// Lines, one of which must occur before it ends.
    public var needs: [LogEvent]
    public var severity: Severity
    public var says: String
  }

  /// Limits on the time between two fields, or on a number of seconds, in a pass.
  public struct Timing: Hashable, Sendable {
    public var name: String
    /// Empty when `to` is a number of seconds; one, or with `per` the last of several.
    public var from: [Reference]
    public var to: Reference
    /// A field of both lines: only those with one value belong together, in whatever pass.
    public var per: String?
    public var atLeastMilliseconds: Int64?
    public var atMostMilliseconds: Int64?
    /// Lines of steps: a pass that begins a step with one of them is not measured.
    public var unless: [LogEvent]
    public var severity: Severity
    public var says: String
  }

  /// A field of a line's first occurrence in a pass; `at` is the time of the line itself.
  public struct Reference: Hashable, Sendable {
    public var line: LogEvent
    public var field: String

    /// The field that every line has: its own time.
    public static let at = "at"
  }

  /// What must follow when a log continues past a time that a line names.
  public struct Due: Hashable, Sendable {
    public var reference: Reference
    /// A field of that line: what each of its values has due is waited for by itself.
    ///
    /// Nil when a line replaces what the one before has named.
    public var per: String?
    /// Whether the same is due on each day that follows, for as long as nothing takes it back.
    public var isEachDay: Bool
    public var graceMilliseconds: Int64
    /// Lines, one of which must follow.
    public var by: [LogEvent]
    /// Lines after which nothing of what was named before is due.
    public var withdrawnBy: [Match]
    public var severity: Severity
    /// Why it is a warning only in the log of an iPhone; nil where it is not.
    public var onIPhone: String?
    public var says: String
  }

  /// Numbers of lines that belong together, added up.
  public struct Sum: Hashable, Sendable {
    /// The lines whose numbers are added.
    public var lines: [LogEvent]
    /// The fields that are numbers.
    public var fields: [String]
    /// What lines that belong together say.
    public var conditions: [Condition]
    /// How much later a line may be than the one before.
    public var withinMilliseconds: Int64
    /// The fields that must be 0.
    public var zeros: [String]
    public var says: String
  }

  /// Whether it names what only other dialects have, so that their lines are signs of it.
  var knowsDialects: Bool {
    let named = signs + begins + impliedBy + steps.flatMap(\.lines) + never.map(\.line)
    return named.contains(where: \.isOfDialects)
  }
}
