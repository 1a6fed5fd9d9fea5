import PlainText

/// What the terminal can show, and how the person wants it.
public struct Appearance: Hashable, Sendable {
  /// Whether colours may be used; without them, emphasis shows what colours would.
  public var isColored: Bool
  /// Whether only ASCII may be shown.
  public var isASCII: Bool
  /// The look of the roles, where colours may be used.
  public var theme: Theme
  /// What is wrong with the person's own settings, each with its file and line.
  public var problems: [String]

  /// Describes a terminal.
  public init(
    isColored: Bool, isASCII: Bool, theme: Theme = .standard, problems: [String] = []
  ) {
    self.isColored = isColored
    self.isASCII = isASCII
    self.theme = theme
    self.problems = problems
  }

  /// What is said of the settings at first; nil when they are all right.
  var notice: Notice? {
    guard let first = problems.first else { return nil }
    let more = problems.count - 1
    return .warning(first + (more > 0 ? " (and \(more.counted("line")) more; :messages)" : ""))
  }

  /// The theme that is used.
  var effectiveTheme: Theme { isColored ? theme : .mono }
}
