public import DailyNotification

/// The result of validating a log.
public struct LogAnswer: Sendable {
  /// The verdict on a sequence, or on all of them.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case passed
    case broken
    /// The sequence occurs, and nothing that it claims could be judged.
    case notJudged
    /// Nothing in the log shows that the sequence applies to it.
    case notObserved
  }

  /// A sequence.
  public struct Profile: Sendable {
    public let name: String
    public let title: String
    /// The app or the phone that it is about; nil where the log has one.
    public let writer: String?
    public let verdict: Verdict
    /// The number of passes, and of those with an error.
    public let passes: Int
    public let brokenPasses: Int
    public let steps: [Step]
    public let timings: [Timing]
    public let findings: [LogFinding]
    public let findingsOmitted: Int
    /// Why it was not looked for; nil where it was, or the log has nothing of it.
    public let reason: String?
    /// What it claims and the log could not show, each with the reason.
    public let unchecked: [String]
    /// Numbers of lines that belong together, added up.
    public let sums: [LogSum]
    /// The lines that the verdict rests on, where they were asked for, and how many more there are.
    public let uses: [LogUse]
    public let usesOmitted: Int
  }

  /// A step of a sequence.
  public struct Step: Sendable {
    /// The verdict on a step, the worst of all passes.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
      case ok
      case missing
      case outOfOrder
      case duplicated
      /// Only a line with hidden text can be it.
      case hidden
      /// Its category does not occur in the log.
      case notObserved
      /// It is optional and absent.
      case absent
    }

    public let lines: [LogEvent]
    /// The step's line as it first occurred, or as it would look.
    public let title: String
    public let verdict: Verdict
    public let seen: Int
    /// The line that occurred first; nil when none did.
    public let firstLine: LogEvent?
    public let firstNumber: Int?
    public let firstTime: LogTime?
    /// Its place, from 1, among the steps in the order of first occurrence.
    public let place: Int?
  }

  /// A limit on times.
  public struct Timing: Sendable {
    public let name: String
    public let says: String
    public let checked: Int
    public let broken: Int
    /// Why it was not checked; nil when it was, or when its lines are absent.
    public let unchecked: String?
  }

  public let format: LogFormat
  /// Whether the format was given rather than detected.
  public let isFormatGiven: Bool
  public let tally: LogTally
  /// What other programs had put around the lines, and was taken off.
  public let peeled: [String]
  public let inferences: [LogInference]
  public let warnings: [String]
  /// The categories of the plugin that wrote lines.
  public let categories: [LogCategory]
  /// The system's lines that may be about the plugin's app.
  public let evidence: [LogEvidence]
  public let profiles: [Profile]
  public let verdict: Verdict

  /// Everything that could not be judged, or only by a guess; a strict check passes without any.
  public var doubts: [String] {
    warnings
      + inferences.filter { $0.value == nil }.map {
        "the \($0.kind.rawValue) of the lines is unknown: \($0.reason)"
      }
      + profiles.flatMap { profile in
        let unchecked = profile.verdict == .notObserved ? [] : profile.unchecked
        return unchecked.map { "\(profile.name): not checked: \($0)" }
          + profile.findings.filter { $0.severity == .warning }.map {
            "\(profile.name): \($0.kind.words): \($0.text)"
          }
      }
  }
}
