import CellGrid

/// What a terminal without UTF-8 shows instead of the console's glyphs.
enum ASCIIGlyphs {
  /// The ASCII character of a glyph; a question mark for what has none.
  static func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "●": "*"
    case "▲": "!"
    case "✗": "x"
    case "○": "."
    case "✓": "+"
    case "─": "-"
    case "│": "|"
    case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼": "+"
    case "→", "▶": ">"
    case "←": "<"
    case "↑": "^"
    case "↓": "v"
    case "×": "x"
    case "·": "-"
    case "…": "~"
    case "’": "'"
    case "“", "”": "\""
    case "▸": ">"
    case "∗": "*"
    case "█": "#"
    case "◆": "S"
    case "◈": "D"
    case "◇": "o"
    case "▷": ")"
    case "▼": "v"
    case "╌": "="
    case "▁": "_"
    case "⟳": "R"
    case "↯": "Z"
    case "±": "~"
    case "‹": "<"
    case "›": ">"
    case "–": "-"
    default: "?"
    }
  }
}
