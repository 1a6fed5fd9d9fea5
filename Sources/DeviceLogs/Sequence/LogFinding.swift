/// A difference between a sequence and its profile.
public struct LogFinding: Hashable, Sendable {
  /// The kind of difference.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case missing
    case outOfOrder
    case duplicated
    case late
    case early
    case forbidden

    /// The kind as words.
    public var words: String {
      switch self {
      case .outOfOrder: "out of order"
      case .missing, .duplicated, .late, .early, .forbidden: rawValue
      }
    }
  }

  public let kind: Kind
  public internal(set) var severity: LogProfile.Severity
  /// What is wrong, in one sentence.
  public internal(set) var text: String
  /// The line of the input that it is about, or the last one before a missing line.
  public let number: Int?
  /// The step it is about, as an index; nil for lines that belong to no step.
  public let step: Int?
  /// The pass of the sequence, from 1; 0 when it is about none.
  public let pass: Int
  /// When what is missing or late was due.
  var due: Due?
  /// The number of the first line that came after a missing one.
  var nextNumber: Int?

  /// Whether the line that is missing may be among those that the log has lost.
  func isHidden(by gap: LogEvidence) -> Bool {
    guard kind == .missing, gap.line.isGap else { return false }
    if let due { return gap.hides(due: due.time, until: due.time &+ due.grace) }
    return pass > 0 && gap.number > number ?? 0 && gap.number < nextNumber ?? .max
  }

  /// A time at which something was due, and how late it may be, in milliseconds.
  struct Due: Hashable, Sendable {
    let time: Int64
    let grace: Int64
  }
}
