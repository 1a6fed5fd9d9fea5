/// One place of the screen: a glyph of one or two columns, or the right half of one.
public struct Cell: Hashable, Sendable {
  /// The glyph's base; a blank in the right half of a wide glyph.
  public var scalar: Unicode.Scalar
  /// A combining mark on the base; nil for none.
  public var mark: Unicode.Scalar?
  /// The style.
  public var style: CellStyle
  /// The columns of the glyph: 1, 2, or 0 for the right half of a wide one.
  public var width: UInt8

  /// A blank in the terminal's default style.
  public static let blank = Cell(" ")

  /// Creates a cell.
  public init(
    _ scalar: Unicode.Scalar, mark: Unicode.Scalar? = nil, style: CellStyle = .plain,
    width: UInt8 = 1
  ) {
    self.scalar = scalar
    self.mark = mark
    self.style = style
    self.width = width
  }
}
