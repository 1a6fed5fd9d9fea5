/// Something about a sequence that is not as its profile has it.
public struct LogFinding: Hashable, Sendable {
  /// What kind of thing it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case missing
    case outOfOrder
    case duplicated
    case late
    case early
    case forbidden

    /// The kind in words.
    public var words: String {
      switch self {
      case .outOfOrder: "out of order"
      case .missing, .duplicated, .late, .early, .forbidden: rawValue
      }
    }
  }

  public let kind: Kind
  public let severity: LogProfile.Severity
  /// What is wrong, in one sentence.
  public let text: String
  /// The line of the input that it is about, or that came last before something is missing.
  public let number: Int?
  /// The step it is about, as an index; nil for lines that belong to no step.
  public let step: Int?
  /// Which pass of the sequence, from 1; 0 when it is about none.
  public let pass: Int
}
