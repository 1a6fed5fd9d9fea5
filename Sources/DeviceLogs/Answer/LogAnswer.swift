public import DailyNotification

/// What was found out about a log.
public struct LogAnswer: Sendable {
  /// What became of a sequence, or of all of them.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case passed
    case broken
    /// Nothing in the log shows that the sequence belongs to it.
    case notObserved
  }

  /// A sequence.
  public struct Profile: Sendable {
    public let name: String
    public let title: String
    public let verdict: Verdict
    /// How often the sequence came, and how often something was wrong with it.
    public let passes: Int
    public let brokenPasses: Int
    public let steps: [Step]
    public let timings: [Timing]
    public let findings: [LogFinding]
    public let findingsOmitted: Int
  }

  /// A step of a sequence.
  public struct Step: Sendable {
    /// What became of it in all passes: the worst.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
      case ok
      case missing
      case outOfOrder
      case duplicated
      /// Only a line whose text is hidden can be it.
      case hidden
      /// Its category is absent from the whole log.
      case notObserved
      /// It may be absent, and is.
      case absent
    }

    public let lines: [LogLine]
    /// What the step looks like in a log, as it came first or as it may come.
    public let title: String
    public let verdict: Verdict
    public let seen: Int
    /// Which of the lines came first.
    public let firstLine: LogLine?
    public let firstNumber: Int?
    public let firstTime: LogTime?
    /// Its place among the steps in the order in which they first came, from 1.
    public let place: Int?
  }

  /// A bound on times.
  public struct Timing: Sendable {
    public let name: String
    public let says: String
    public let checked: Int
    public let broken: Int
    /// Why it was not checked; nil when it was, or when its lines are absent.
    public let unchecked: String?
  }

  public let format: LogFormat
  /// Whether the format was given, not found.
  public let isFormatGiven: Bool
  public let tally: LogTally
  public let inferences: [LogInference]
  public let warnings: [String]
  /// The parts of the plugin that wrote lines.
  public let categories: [LogCategory]
  public let profiles: [Profile]
  public let verdict: Verdict
}
