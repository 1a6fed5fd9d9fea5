import CellGrid

/// A grid as an SVG picture, in the colours of a dark terminal.
///
/// Each run of cells with one style is a text of a given length, so that columns stand one below
/// the other in any font.
enum ScreenPicture {
  private static let (cellWidth, cellHeight, fontSize, margin) = (8, 17, 13, 12)
  private static let (ink, paper) = ("#d6d9df", "#14161b")

  /// The whole file; `title` says what is seen, for people who do not see it.
  static func svg(_ grid: CellGrid, title: String) -> String {
    let width = grid.size.columns * cellWidth + 2 * margin
    let height = grid.size.rows * cellHeight + 2 * margin
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\">",
      "<title>\(escaped(title))</title>",
      "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"\(paper)\"/>",
      "<g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" "
        + "font-size=\"\(fontSize)\" xml:space=\"preserve\">",
    ]
    for row in 0..<grid.size.rows { lines += runs(grid, row).flatMap { marks($0, row) } }
    return (lines + ["</g>", "</svg>"]).map { $0 + "\n" }.joined()
  }

  /// Neighbouring cells of one style.
  private struct Run {
    var column: Int
    var width: Int
    var text: String
    var style: CellStyle
  }

  private static func runs(_ grid: CellGrid, _ row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<grid.size.columns {
      let cell = grid[row, column]
      guard cell.width > 0 else { continue }
      var text = String(Character(cell.scalar))
      if let mark = cell.mark { text.unicodeScalars.append(mark) }
      if var run = runs.popLast() {
        if run.style == cell.style {
          run.text += text
          run.width += Int(cell.width)
          runs.append(run)
          continue
        }
        runs.append(run)
      }
      runs.append(Run(column: column, width: Int(cell.width), text: text, style: cell.style))
    }
    return runs
  }

  private static func marks(_ run: Run, _ row: Int) -> [String] {
    var front = color(run.style.foreground) ?? ink
    var back = color(run.style.background)
    if run.style.attributes.contains(.reverse) { (front, back) = (back ?? paper, front) }
    let (x, y) = (margin + run.column * cellWidth, margin + row * cellHeight)
    var marks: [String] = []
    if let back {
      marks.append(
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(run.width * cellWidth)\" "
          + "height=\"\(cellHeight)\" fill=\"\(back)\"/>")
    }
    // Blanks at the ends are no part of the text, so that its length is that of what is seen.
    let blanks = run.text.prefix { $0 == " " }.count
    let text = String(run.text.dropFirst(blanks).reversed().drop { $0 == " " }.reversed())
    guard !text.isEmpty else { return marks }
    let hidden = run.text.count - text.count
    var attributes =
      "x=\"\(x + blanks * cellWidth)\" y=\"\(y + fontSize)\" "
      + "textLength=\"\((run.width - hidden) * cellWidth)\" fill=\"\(front)\""
    if run.style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
    if run.style.attributes.contains(.dim) { attributes += " opacity=\"0.7\"" }
    if run.style.attributes.contains(.underline) { attributes += " text-decoration=\"underline\"" }
    return marks + ["<text \(attributes)>\(escaped(text))</text>"]
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// A colour as the picture has it; nil for the terminal's own.
  private static func color(_ color: CellColor) -> String? {
    switch color {
    case .standard: nil
    case .black: "#14161b"
    case .red: "#e06c75"
    case .green: "#8cc570"
    case .yellow: "#e0b765"
    case .blue: "#6ea8fe"
    case .magenta: "#c58af9"
    case .cyan: "#5cc5cf"
    case .white: "#d6d9df"
    case .gray: "#8b919c"
    case .brightRed: "#ff8f97"
    case .brightGreen: "#a9e08d"
    case .brightYellow: "#ffd98a"
    case .brightBlue: "#93bfff"
    case .brightMagenta: "#dcb0ff"
    case .brightCyan: "#84e2ea"
    case .brightWhite: "#ffffff"
    }
  }
}
