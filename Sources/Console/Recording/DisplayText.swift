public import CellGrid

/// A grid of cells as text, as it is or with the escape sequences of its styles.
public enum DisplayText {
  /// The rows without trailing blanks, each with a line feed.
  public static func plain(_ grid: CellGrid) -> String {
    (0..<grid.size.rows).map { row in
      var line = ""
      for column in 0..<grid.size.columns { append(grid[row, column], to: &line) }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// The rows with their styles, each with a line feed; every row ends in the plain style.
  public static func styled(_ grid: CellGrid) -> String {
    (0..<grid.size.rows).map { row in
      var line = ""
      var style = CellStyle.plain
      for column in 0..<grid.size.columns { append(grid[row, column], to: &line, &style) }
      if style != .plain { line += sequence(.plain) }
      return line + "\n"
    }.joined()
  }

  /// What a terminal has to get to show a grid after another one; all of it where there is none, or
  /// one of another size.
  ///
  /// Empty when nothing differs.
  public static func changes(from before: CellGrid?, to grid: CellGrid) -> String {
    let isWhole = before?.size != grid.size
    var text = isWhole ? "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" : ""
    var style = CellStyle.plain
    for row in 0..<grid.size.rows {
      var next = -1
      for column in 0..<grid.size.columns {
        let cell = grid[row, column]
        let old = isWhole ? Cell.blank : before?[row, column]
        // The right half of a wide glyph is written with the left one.
        if cell == old || cell.width == 0 { continue }
        if next != column { text += "\u{1B}[\(row + 1);\(column + 1)H" }
        append(cell, to: &text, &style)
        next = column + Int(cell.width)
      }
    }
    return style == .plain ? text : text + sequence(.plain)
  }

  private static func append(_ cell: Cell, to text: inout String) {
    guard cell.width > 0 else { return }
    text.unicodeScalars.append(cell.scalar)
    if let mark = cell.mark { text.unicodeScalars.append(mark) }
  }

  private static func append(_ cell: Cell, to text: inout String, _ style: inout CellStyle) {
    if cell.style != style { text += sequence(cell.style) }
    style = cell.style
    append(cell, to: &text)
  }

  /// The sequence that selects a style, whatever the one before was.
  private static func sequence(_ style: CellStyle) -> String {
    var codes = ["0"]
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.dim) { codes.append("2") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    if let code = style.foreground.code { codes.append(String(code)) }
    if let code = style.background.code { codes.append(String(code + 10)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

extension CellColor {
  /// The number that selects it for glyphs, ten more for the background; nil for the default.
  fileprivate var code: Int? {
    switch self {
    case .standard: nil
    case .black: 30
    case .red: 31
    case .green: 32
    case .yellow: 33
    case .blue: 34
    case .magenta: 35
    case .cyan: 36
    case .white: 37
    case .gray: 90
    case .brightRed: 91
    case .brightGreen: 92
    case .brightYellow: 93
    case .brightBlue: 94
    case .brightMagenta: 95
    case .brightCyan: 96
    case .brightWhite: 97
    }
  }
}
