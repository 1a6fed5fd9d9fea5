/// A piece of text that takes one or two columns: a base and at most one combining mark.
public struct Glyph: Hashable, Sendable {
  /// The base.
  public let scalar: Unicode.Scalar
  /// The mark on it.
  public let mark: Unicode.Scalar?
  /// 1 or 2 columns.
  public let width: Int

  /// The replacement for a scalar that must not be sent to a terminal.
  public static let replacement = Glyph(scalar: "\u{FFFD}", mark: nil, width: 1)
}
