import CellGrid

/// Movements of the cursor, none of which scrolls.
extension VTScreen {
  mutating func moveUp(_ count: Int) {
    let row = pen.position.row
    let limit = row >= scrollRegion.lowerBound ? scrollRegion.lowerBound : 0
    pen.position.row = max(row - count, limit)
    pen.isWrapPending = false
  }

  mutating func moveDown(_ count: Int) {
    let row = pen.position.row
    let limit = row < scrollRegion.upperBound ? scrollRegion.upperBound : size.rows
    pen.position.row = min(row + count, limit - 1)
    pen.isWrapPending = false
  }

  mutating func moveLeft(_ count: Int) {
    pen.position.column = max(pen.position.column - count, 0)
    pen.isWrapPending = false
  }

  mutating func moveRight(_ count: Int) {
    pen.position.column = min(pen.position.column + count, size.columns - 1)
    pen.isWrapPending = false
  }

  /// Goes to a row counted from 0; with the origin mode, from the top of the scroll region.
  mutating func goTo(row: Int) {
    if pen.isOriginRelative {
      pen.position.row = min(scrollRegion.lowerBound + row, scrollRegion.upperBound - 1)
    } else {
      pen.position.row = min(row, size.rows - 1)
    }
    pen.isWrapPending = false
  }

  /// Goes to a column counted from 0.
  mutating func goTo(column: Int) {
    pen.position.column = min(column, size.columns - 1)
    pen.isWrapPending = false
  }
}
