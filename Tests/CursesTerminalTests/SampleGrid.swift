import CellGrid

extension CellGrid {
  /// A grid of 24 × 80 with all that a screen can show: styles, wide glyphs, marks, boxes, corners.
  static var sample: CellGrid {
    var grid = CellGrid(CellSize(rows: 24, columns: 80))
    grid.drawStyles()
    let lines = [
      "┌──┬─┐ │ ├┤ ▁▂▃▄▅▆▇█ ● ▲ ✗ ✓ ⌁", "漢字 and 🔔✅❌⏰ and 한글 and ｗｉｄｅ",
      "e\u{301} o\u{308} 漢\u{302} ñ é",
    ]
    for (index, line) in lines.enumerated() {
      grid.write(line, in: grid.bounds, row: 20 + index)
    }
    grid.write("漢", in: grid.bounds, row: 20, column: 78)
    grid.write("a漢", in: grid.bounds, row: 23, column: 75, style: CellStyle(.red, on: .blue))
    grid.write("zz", in: grid.bounds, row: 23, column: 78, style: CellStyle(.cyan, .bold))
    return grid
  }

  /// Every pair of colours, and every emphasis.
  private mutating func drawStyles() {
    for (row, background) in CellColor.allCases.enumerated() {
      for (column, foreground) in CellColor.allCases.enumerated() {
        let style = CellStyle(foreground, on: background)
        write("Ab", in: bounds, row: row, column: 3 * column, style: style)
      }
    }
    for bits in UInt8(0)..<16 {
      let style = CellStyle(.green, on: .black, CellAttributes(rawValue: bits))
      write("x", in: bounds, row: 10, column: 2 * Int(bits), style: style)
      let plain = CellStyle(CellAttributes(rawValue: bits))
      write("漢", in: bounds, row: 11, column: 3 * Int(bits), style: plain)
    }
  }
}

extension CellStyle {
  /// A style of one colour and an emphasis.
  init(_ foreground: CellColor, _ attributes: CellAttributes) {
    self.init(foreground, on: .standard, attributes)
  }

  /// A style without colours.
  init(_ attributes: CellAttributes) {
    self.init(.standard, on: .standard, attributes)
  }
}
