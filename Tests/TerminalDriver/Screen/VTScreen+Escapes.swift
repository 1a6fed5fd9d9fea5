import CellGrid

/// Control characters and the sequences of ESC and one letter.
extension VTScreen {
  mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x00, 0x7F: break
    case 0x07: bellCount += 1
    case 0x08: moveLeft(1)
    case 0x09: tab(1)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: carriageReturn()
    case 0x0E: pen.charset = 1
    case 0x0F: pen.charset = 0
    default: unknown(ByteText.shown([byte]))
    }
  }

  mutating func escape(_ intermediates: [UInt8], _ final: UInt8) {
    let name = String(decoding: intermediates + [final], as: UTF8.self)
    switch name {
    case "7": saved = pen
    case "8": restorePen()
    case "D": lineFeed()
    case "E":
      carriageReturn()
      lineFeed()
    case "H": tabStops[pen.position.column] = true
    case "M": reverseLineFeed()
    case "c": reset()
    case "=": isKeypadApplication = true
    case ">": isKeypadApplication = false
    case "g": bellCount += 1
    case "(B", "(A": pen.isLineDrawing[0] = false
    case "(0": pen.isLineDrawing[0] = true
    case ")B", ")A": pen.isLineDrawing[1] = false
    case ")0": pen.isLineDrawing[1] = true
    // Memory lock of HP terminals, which some terminfo entries contain.
    case "l", "m": break
    default: unknown("ESC" + name)
    }
  }

  mutating func restorePen() {
    pen = saved ?? Pen()
    pen.position.row = min(pen.position.row, size.rows - 1)
    pen.position.column = min(pen.position.column, size.columns - 1)
  }

  /// Resets everything to the initial state, except counters and lists.
  private mutating func reset() {
    softReset()
    buffer = ScreenBuffer(size)
    hidden = ScreenBuffer(size)
    hiddenSaved = nil
    isAlternateScreen = false
    privateModes = Self.initialModes
    tabStops = Self.initialTabStops(size.columns)
    pen = Pen()
    lastWritten = nil
  }

  /// Resets modes and style (`ESC [ ! p`); the content of the screen stays.
  mutating func softReset() {
    let position = pen.position
    pen = Pen()
    pen.position = position
    saved = nil
    scrollRegion = 0..<size.rows
    isInserting = false
    isKeypadApplication = false
    isCursorVisible = true
    privateModes.remove(1)
    privateModes.insert(7)
  }
}
