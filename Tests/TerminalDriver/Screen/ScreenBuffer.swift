import CellGrid

/// Rows of cells and the ways in which a terminal changes them.
///
/// Every row and column passed to it must be inside. A wide glyph that loses one half loses both.
struct ScreenBuffer: Sendable {
  private(set) var size: CellSize
  private(set) var rows: [[VTCell]]

  init(_ size: CellSize) {
    self.size = size
    rows = Array(
      repeating: Array(repeating: VTCell(), count: size.columns), count: size.rows)
  }

  /// Puts a glyph of one or two columns at a place where it fits.
  mutating func put(_ cell: VTCell, row: Int, column: Int) {
    separate(row: row, before: column)
    separate(row: row, before: column + Int(cell.width))
    rows[row][column] = cell
    if cell.width == 2 { rows[row][column + 1] = VTCell(style: cell.style, width: 0) }
  }

  /// Adds a combining character to the glyph at a place, or to the glyph it is the right half of.
  mutating func addMark(_ mark: Unicode.Scalar, row: Int, column: Int) {
    let base = rows[row][column].width == 0 ? max(column - 1, 0) : column
    rows[row][base].marks.append(mark)
  }

  mutating func erase(row: Int, columns: Range<Int>, style: VTStyle) {
    guard !columns.isEmpty else { return }
    separate(row: row, before: columns.lowerBound)
    separate(row: row, before: columns.upperBound)
    for column in columns { rows[row][column] = VTCell(style: style) }
  }

  mutating func eraseRows(_ range: Range<Int>, style: VTStyle) {
    for row in range { erase(row: row, columns: 0..<size.columns, style: style) }
  }

  /// Moves the cells from a column on to the right; cells beyond the edge are lost.
  mutating func insertCells(_ count: Int, row: Int, column: Int, style: VTStyle) {
    let count = min(count, size.columns - column)
    separate(row: row, before: column)
    separate(row: row, before: size.columns - count)
    rows[row].removeLast(count)
    rows[row].insert(contentsOf: blanks(count, style), at: column)
  }

  /// Removes cells from a column on; the rest of the row moves to the left.
  mutating func deleteCells(_ count: Int, row: Int, column: Int, style: VTStyle) {
    let count = min(count, size.columns - column)
    separate(row: row, before: column)
    separate(row: row, before: column + count)
    rows[row].removeSubrange(column..<column + count)
    rows[row].append(contentsOf: blanks(count, style))
  }

  /// Removes rows at the top of a region and adds blank ones at its end.
  mutating func scrollUp(_ count: Int, in region: Range<Int>, style: VTStyle) {
    let count = min(count, region.count)
    rows.removeSubrange(region.lowerBound..<region.lowerBound + count)
    let added = Array(repeating: blanks(size.columns, style), count: count)
    rows.insert(contentsOf: added, at: region.upperBound - count)
  }

  /// Adds blank rows at the top of a region; as many at its end are lost.
  mutating func scrollDown(_ count: Int, in region: Range<Int>, style: VTStyle) {
    let count = min(count, region.count)
    rows.removeSubrange(region.upperBound - count..<region.upperBound)
    let added = Array(repeating: blanks(size.columns, style), count: count)
    rows.insert(contentsOf: added, at: region.lowerBound)
  }

  /// Keeps the top left part; new cells are blank.
  mutating func resize(_ newSize: CellSize) {
    if newSize.columns < size.columns {
      for row in rows.indices {
        separate(row: row, before: newSize.columns)
        rows[row].removeLast(size.columns - newSize.columns)
      }
    } else {
      let added = blanks(newSize.columns - size.columns, .plain)
      for row in rows.indices { rows[row].append(contentsOf: added) }
    }
    rows.removeLast(max(0, size.rows - newSize.rows))
    let blank = blanks(newSize.columns, .plain)
    rows.append(contentsOf: Array(repeating: blank, count: newSize.rows - rows.count))
    size = newSize
  }

  /// Blanks both halves of a wide glyph that crosses a column's left edge.
  private mutating func separate(row: Int, before column: Int) {
    guard column > 0, column < size.columns, rows[row][column].width == 0 else { return }
    rows[row][column - 1] = VTCell(style: rows[row][column - 1].style)
    rows[row][column] = VTCell(style: rows[row][column].style)
  }

  private func blanks(_ count: Int, _ style: VTStyle) -> [VTCell] {
    Array(repeating: VTCell(style: style), count: count)
  }
}
