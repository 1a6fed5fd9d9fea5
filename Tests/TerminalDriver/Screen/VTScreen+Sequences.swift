import CellGrid

/// Control sequences: what follows `ESC [`.
extension VTScreen {
  mutating func sequence(_ sequence: ControlSequence) {
    guard
      moveCursor(sequence) || changeCells(sequence) || changeState(sequence)
    else {
      return unknown(sequence.description)
    }
  }

  private mutating func moveCursor(_ sequence: ControlSequence) -> Bool {
    let count = sequence.count
    switch sequence.kind {
    case "A": moveUp(count)
    case "B", "e": moveDown(count)
    case "C", "a": moveRight(count)
    case "D": moveLeft(count)
    case "E":
      moveDown(count)
      carriageReturn()
    case "F":
      moveUp(count)
      carriageReturn()
    case "G", "`": goTo(column: count - 1)
    case "d": goTo(row: count - 1)
    case "H", "f":
      goTo(row: count - 1)
      goTo(column: max(sequence.value(1, or: 1), 1) - 1)
    case "I": tab(count)
    case "Z": backTab(count)
    case "s": saved = pen
    case "u": restorePen()
    default: return false
    }
    return true
  }

  private mutating func changeCells(_ sequence: ControlSequence) -> Bool {
    let count = sequence.count
    let row = pen.position.row
    let column = pen.position.column
    let style = pen.style.erased
    switch sequence.kind {
    case "@": buffer.insertCells(count, row: row, column: column, style: style)
    case "P": buffer.deleteCells(count, row: row, column: column, style: style)
    case "X":
      let end = min(column + count, size.columns)
      buffer.erase(row: row, columns: column..<end, style: style)
    case "L", "M": changeRows(sequence)
    case "S": buffer.scrollUp(count, in: scrollRegion, style: style)
    case "T" where sequence.parameters.count == 1:
      buffer.scrollDown(count, in: scrollRegion, style: style)
    case "b": repeatLast(count)
    case "J": return eraseScreen(sequence.value(0, or: 0))
    case "K": return eraseLine(sequence.value(0, or: 0))
    default: return false
    }
    if sequence.kind != "b" { pen.isWrapPending = false }
    return true
  }

  private mutating func changeState(_ sequence: ControlSequence) -> Bool {
    switch sequence.kind {
    case "m": return setStyle(sequence.parameters)
    case "r": setScrollRegion(sequence)
    case "?h": return setPrivateModes(sequence, isOn: true)
    case "?l": return setPrivateModes(sequence, isOn: false)
    case "h": return setModes(sequence, isOn: true)
    case "l": return setModes(sequence, isOn: false)
    case "g": return clearTabStops(sequence.value(0, or: 0))
    case "!p": softReset()
    // Window reports and title stacks, which `smcup` and `rmcup` of xterm push and pop.
    case "t": break
    default: return false
    }
    return true
  }

  /// Inserts or deletes rows at the cursor, inside the scroll region.
  private mutating func changeRows(_ sequence: ControlSequence) {
    guard scrollRegion.contains(pen.position.row) else { return }
    let region = pen.position.row..<scrollRegion.upperBound
    if sequence.final == "L" {
      buffer.scrollDown(sequence.count, in: region, style: pen.style.erased)
    } else {
      buffer.scrollUp(sequence.count, in: region, style: pen.style.erased)
    }
    pen.position.column = 0
  }

  private mutating func repeatLast(_ count: Int) {
    guard let lastWritten else { return }
    // The repeated character has already been translated to a line.
    let isDrawing = pen.isLineDrawing
    pen.isLineDrawing = [false, false]
    for _ in 0..<min(count, size.rows * size.columns) { show(lastWritten) }
    pen.isLineDrawing = isDrawing
  }

  private mutating func eraseLine(_ part: Int) -> Bool {
    let row = pen.position.row
    let column = pen.position.column
    let columns: Range<Int>
    switch part {
    case 0: columns = column..<size.columns
    case 1: columns = 0..<column + 1
    case 2: columns = 0..<size.columns
    default: return false
    }
    buffer.erase(row: row, columns: columns, style: pen.style.erased)
    pen.isWrapPending = false
    return true
  }

  private mutating func eraseScreen(_ part: Int) -> Bool {
    let style = pen.style.erased
    switch part {
    case 0: buffer.eraseRows(pen.position.row + 1..<size.rows, style: style)
    case 1: buffer.eraseRows(0..<pen.position.row, style: style)
    case 2: buffer.eraseRows(0..<size.rows, style: style)
    // The scrollback, which is not kept.
    case 3: return true
    default: return false
    }
    return eraseLine(part)
  }

  private mutating func clearTabStops(_ which: Int) -> Bool {
    switch which {
    case 0: tabStops[pen.position.column] = false
    case 3: tabStops = [Bool](repeating: false, count: size.columns)
    default: return false
    }
    return true
  }

  private mutating func setScrollRegion(_ sequence: ControlSequence) {
    let top = max(sequence.value(0, or: 1), 1) - 1
    let bottom = sequence.value(1, or: size.rows)
    let end = bottom == 0 ? size.rows : min(bottom, size.rows)
    // A region of fewer than two rows is ignored.
    guard top + 1 < end else { return }
    scrollRegion = top..<end
    goTo(row: 0)
    goTo(column: 0)
  }
}
