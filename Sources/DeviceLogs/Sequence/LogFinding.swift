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
}
