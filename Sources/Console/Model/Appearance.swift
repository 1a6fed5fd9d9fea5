/// What the terminal can show.
public struct Appearance: Hashable, Sendable {
  /// Whether colours may be used; without them, emphasis shows what colours would.
  public var isColored: Bool
  /// Whether only ASCII may be shown.
  public var isASCII: Bool

  /// Describes a terminal.
  public init(isColored: Bool, isASCII: Bool) {
    self.isColored = isColored
    self.isASCII = isASCII
  }
}
