import CellGrid

/// Writing of characters, and the movements and scrolling that it causes.
extension VTScreen {
  /// Writes a character at the cursor.
  mutating func show(_ scalar: Unicode.Scalar) {
    let isDrawing = pen.isLineDrawing[pen.charset]
    let scalar = isDrawing ? LineDrawing.scalar(for: scalar) : scalar
    switch width(of: scalar) {
    case 0: addMark(scalar)
    case let width?: put(scalar, width: width)
    case nil:
      unknown("U+" + String(scalar.value, radix: 16, uppercase: true))
      put("\u{FFFD}", width: 1)
    }
  }

  private func width(of scalar: Unicode.Scalar) -> Int? {
    (0x20..<0x7F).contains(scalar.value) ? 1 : TextWidth.width(of: scalar)
  }

  private mutating func put(_ scalar: Unicode.Scalar, width: Int) {
    // A glyph wider than the whole screen.
    guard width <= size.columns else { return }
    if pen.isWrapPending || pen.position.column + width > size.columns { makeRoom(width) }
    if isInserting {
      buffer.insertCells(
        width, row: pen.position.row, column: pen.position.column, style: pen.style.erased)
    }
    let cell = VTCell(scalar, style: pen.style, width: UInt8(width))
    buffer.put(cell, row: pen.position.row, column: pen.position.column)
    lastWritten = scalar
    let next = pen.position.column + width
    pen.isWrapPending = next == size.columns && privateModes.contains(7)
    pen.position.column = min(next, size.columns - 1)
  }

  /// Wraps, or without automatic wrapping moves back to where the glyph still fits.
  private mutating func makeRoom(_ width: Int) {
    pen.isWrapPending = false
    guard privateModes.contains(7) else {
      pen.position.column = size.columns - width
      return
    }
    pen.position.column = 0
    lineFeed()
  }

  /// Adds a combining character to the glyph before the cursor.
  private mutating func addMark(_ mark: Unicode.Scalar) {
    let column = pen.isWrapPending ? pen.position.column : pen.position.column - 1
    guard column >= 0 else { return }
    buffer.addMark(mark, row: pen.position.row, column: column)
  }

  /// Moves down a row; at the end of the scroll region it scrolls instead.
  mutating func lineFeed() {
    pen.isWrapPending = false
    if pen.position.row == scrollRegion.upperBound - 1 {
      buffer.scrollUp(1, in: scrollRegion, style: pen.style.erased)
    } else {
      pen.position.row = min(pen.position.row + 1, size.rows - 1)
    }
  }

  /// Moves up a row; at the top of the scroll region it scrolls instead.
  mutating func reverseLineFeed() {
    pen.isWrapPending = false
    if pen.position.row == scrollRegion.lowerBound {
      buffer.scrollDown(1, in: scrollRegion, style: pen.style.erased)
    } else {
      pen.position.row = max(pen.position.row - 1, 0)
    }
  }

  mutating func carriageReturn() {
    pen.isWrapPending = false
    pen.position.column = 0
  }

  /// Moves to the next tab stop, or to the last column.
  mutating func tab(_ count: Int) {
    pen.isWrapPending = false
    for _ in 0..<min(count, size.columns) {
      let stop = tabStops.indices.first { $0 > pen.position.column && tabStops[$0] }
      pen.position.column = stop ?? size.columns - 1
    }
  }

  /// Moves to the previous tab stop, or to the first column.
  mutating func backTab(_ count: Int) {
    pen.isWrapPending = false
    for _ in 0..<min(count, size.columns) {
      pen.position.column = tabStops.indices.last { $0 < pen.position.column && tabStops[$0] } ?? 0
    }
  }
}
