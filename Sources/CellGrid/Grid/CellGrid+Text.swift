extension CellGrid {
  /// Writes a string into one row of a rectangle; returns the number of columns it took.
  ///
  /// A string that does not fit ends with `…`. Rows are counted inside the rectangle.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, in rect: CellRect, row: Int = 0, column: Int = 0,
    style: CellStyle = .plain
  ) -> Int {
    guard row >= 0, row < rect.rows, column >= 0, column < rect.columns else { return 0 }
    let line = rect.row + row
    let first = rect.column + column
    let end = rect.column + rect.columns
    var next = first
    var last = (glyph: Glyph.blank, column: first)
    for glyph in Glyphs(text) {
      guard next + glyph.width <= end else {
        return endShort(last, line, before: end, next: next, style: style) - first
      }
      put(glyph, row: line, column: next, style: style)
      last = (glyph, next)
      next += glyph.width
    }
    return next - first
  }

  /// Writes strings of several styles one after the other; returns the number of columns they took.
  @discardableResult
  public mutating func write(
    _ spans: [StyledText], in rect: CellRect, row: Int = 0, column: Int = 0
  ) -> Int {
    var taken = 0
    for span in spans {
      taken += write(span.text, in: rect, row: row, column: column + taken, style: span.style)
    }
    return taken
  }

  /// Writes a string so that it ends at the right edge of a rectangle's row.
  public mutating func writeRight(
    _ text: some StringProtocol, in rect: CellRect, row: Int = 0, style: CellStyle = .plain
  ) {
    let width = TextWidth.columns(of: text)
    write(text, in: rect, row: row, column: max(0, rect.columns - width), style: style)
  }

  /// Ends a string that is too long with an ellipsis.
  private mutating func endShort(
    _ last: (glyph: Glyph, column: Int), _ line: Int, before end: Int, next: Int,
    style: CellStyle
  ) -> Int {
    let column = next < end ? next : last.column
    put(Glyph.ellipsis, row: line, column: column, style: style)
    // The second half of the wide glyph that the ellipsis replaced.
    if column + 1 < end { put(Glyph.blank, row: line, column: column + 1, style: style) }
    return end
  }
}

/// A string with a style.
public struct StyledText: Hashable, Sendable {
  /// The string.
  public var text: String
  /// The style.
  public var style: CellStyle

  /// Creates a string with a style.
  public init(_ text: String, _ style: CellStyle = .plain) {
    self.text = text
    self.style = style
  }
}

extension Glyph {
  static let ellipsis = Glyph(scalar: "\u{2026}", mark: nil, width: 1)
}
