/// A cell of the emulated screen.
public struct VTCell: Hashable, Sendable {
  /// The glyph's base; a blank in an empty cell and in the right half of a wide glyph.
  public var scalar: Unicode.Scalar
  /// The combining characters on it, in the order of writing.
  public var marks: [Unicode.Scalar]
  /// The style.
  public var style: VTStyle
  /// The columns of the glyph: 1, 2, or 0 for the right half of a wide one.
  public var width: UInt8

  /// Creates a cell.
  public init(
    _ scalar: Unicode.Scalar = " ", marks: [Unicode.Scalar] = [], style: VTStyle = .plain,
    width: UInt8 = 1
  ) {
    self.scalar = scalar
    self.marks = marks
    self.style = style
    self.width = width
  }
}

/// A place of the screen, counted from 0 at the top left.
public struct ScreenPosition: Hashable, Sendable {
  public var row: Int
  public var column: Int

  /// Creates a position.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
