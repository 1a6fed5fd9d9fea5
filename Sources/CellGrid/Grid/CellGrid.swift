/// A screen as a value: rows of cells that views draw into and a terminal presents.
///
/// Nothing outside the grid can be written, a wide glyph is never cut in half, and every string
/// passes through `Glyphs`, so the content of a cell is safe to show.
public struct CellGrid: Hashable, Sendable {
  /// The maximum size of a grid; of a larger terminal only a part is used.
  public static let sizeMax = CellSize(rows: 500, columns: 1_000)

  /// Its rows and columns.
  public let size: CellSize
  /// The cells, row by row.
  public private(set) var cells: [Cell]

  /// A size clamped to the possible sizes of a grid.
  public static func held(_ size: CellSize) -> CellSize {
    CellSize(
      rows: min(max(size.rows, 0), sizeMax.rows),
      columns: min(max(size.columns, 0), sizeMax.columns))
  }

  /// A blank grid; the size is clamped to 0…`sizeMax`.
  public init(_ size: CellSize) {
    self.size = CellGrid.held(size)
    cells = [Cell](repeating: .blank, count: self.size.rows * self.size.columns)
  }

  /// The whole grid.
  public var bounds: CellRect {
    CellRect(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  /// The cell at a place, which must be inside the grid.
  public subscript(row: Int, column: Int) -> Cell {
    precondition(
      row >= 0 && row < size.rows && column >= 0 && column < size.columns, "inside the grid")
    return cells[row * size.columns + column]
  }

  /// Puts a glyph at a place; does nothing outside the grid or where it does not fit.
  public mutating func put(_ glyph: Glyph, row: Int, column: Int, style: CellStyle) {
    guard row >= 0, row < size.rows, column >= 0, column + glyph.width <= size.columns else {
      return
    }
    let index = row * size.columns + column
    separate(at: index, column: column)
    if glyph.width == 2 { separate(at: index + 1, column: column + 1) }
    cells[index] = Cell(
      glyph.scalar, mark: glyph.mark, style: style, width: UInt8(glyph.width))
    if glyph.width == 2 { cells[index + 1] = Cell(" ", style: style, width: 0) }
  }

  /// Fills a rectangle with blanks of a style.
  public mutating func fill(_ rect: CellRect, _ style: CellStyle) {
    let area = rect.intersection(bounds)
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns {
        put(Glyph.blank, row: row, column: column, style: style)
      }
    }
  }

  /// Changes the style of every cell of a rectangle, without changing glyphs.
  public mutating func restyle(_ rect: CellRect, _ change: (inout CellStyle) -> Void) {
    let area = rect.intersection(bounds)
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns {
        change(&cells[row * size.columns + column].style)
      }
    }
  }

  /// Replaces every non-ASCII character by an ASCII one; a wide glyph becomes that and a blank.
  public mutating func replaceNonASCII(_ replacement: (Unicode.Scalar) -> Unicode.Scalar) {
    for index in cells.indices where !cells[index].scalar.isASCII || cells[index].width != 1 {
      let style = cells[index].style
      let isBlank = cells[index].width == 0
      cells[index] = Cell(isBlank ? " " : replacement(cells[index].scalar), style: style)
    }
    for index in cells.indices where cells[index].mark != nil { cells[index].mark = nil }
  }

  /// Blanks the other half of a wide glyph, one half of which is about to be overwritten.
  private mutating func separate(at index: Int, column: Int) {
    switch cells[index].width {
    case 0 where column > 0:
      cells[index - 1] = Cell(" ", style: cells[index - 1].style)
    case 2 where column + 1 < size.columns:
      cells[index + 1] = Cell(" ", style: cells[index + 1].style)
    default: break
    }
  }
}

extension Glyph {
  /// A blank.
  public static let blank = Glyph(scalar: " ", mark: nil, width: 1)

  /// A character that is one column wide.
  public init(_ scalar: Unicode.Scalar) {
    precondition(TextWidth.width(of: scalar) == 1, "a glyph of one column")
    self.init(scalar: scalar, mark: nil, width: 1)
  }
}
