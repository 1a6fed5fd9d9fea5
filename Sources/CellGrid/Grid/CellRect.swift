/// A rectangle of cells: its first row and column, counted from 0, and its size.
public struct CellRect: Hashable, Sendable {
  /// Its first row.
  public var row: Int
  /// Its first column.
  public var column: Int
  /// Its height.
  public var rows: Int
  /// Its width.
  public var columns: Int

  /// Creates a rectangle; a negative size becomes 0.
  public init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(rows, 0)
    self.columns = max(columns, 0)
  }

  /// Whether it contains no cell.
  public var isEmpty: Bool { rows == 0 || columns == 0 }

  /// One of its rows as a rectangle; 0 is its first row, -1 the row above it.
  public func line(_ offset: Int) -> CellRect {
    CellRect(row: row + offset, column: column, rows: 1, columns: columns)
  }

  /// The cells that are in both rectangles.
  public func intersection(_ other: CellRect) -> CellRect {
    let top = max(row, other.row)
    let left = max(column, other.column)
    return CellRect(
      row: top, column: left,
      rows: min(row + rows, other.row + other.rows) - top,
      columns: min(column + columns, other.column + other.columns) - left)
  }

  /// Splits off rows at the top: those rows, and the rest.
  public func split(top count: Int) -> (top: CellRect, rest: CellRect) {
    let count = min(max(count, 0), rows)
    return (
      CellRect(row: row, column: column, rows: count, columns: columns),
      CellRect(row: row + count, column: column, rows: rows - count, columns: columns)
    )
  }

  /// Splits off rows at the bottom: the rest, and those rows.
  public func split(bottom count: Int) -> (rest: CellRect, bottom: CellRect) {
    let parts = split(top: rows - min(max(count, 0), rows))
    return (parts.top, parts.rest)
  }

  /// Splits off columns on the left: those columns, and the rest.
  public func split(left count: Int) -> (left: CellRect, rest: CellRect) {
    let count = min(max(count, 0), columns)
    return (
      CellRect(row: row, column: column, rows: rows, columns: count),
      CellRect(row: row, column: column + count, rows: rows, columns: columns - count)
    )
  }

  /// A rectangle of a size in the middle of this one, clamped to its size.
  public func centered(_ size: CellSize) -> CellRect {
    let height = min(size.rows, rows)
    let width = min(size.columns, columns)
    return CellRect(
      row: row + (rows - height) / 2, column: column + (columns - width) / 2, rows: height,
      columns: width)
  }
}
