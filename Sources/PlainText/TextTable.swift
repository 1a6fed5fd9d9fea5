/// Rows of cells as lines of padded columns, for a reader with a font of one width.
public struct TextTable: Sendable {
  /// On which side of its column a cell stands.
  public enum Alignment: Hashable, Sendable {
    case left
    case right
  }

  private let alignments: [Alignment]
  private let separator: String
  private var rows: [[String]] = []

  /// Makes an empty table with a column for each alignment.
  public init(_ alignments: [Alignment], separator: String = "  ") {
    self.alignments = alignments
    self.separator = separator
  }

  /// Adds a row with one cell a column; the titles are a row as well.
  public mutating func append(_ cells: [String]) {
    precondition(cells.count == alignments.count, "a row must have a cell for each column")
    rows.append(cells)
  }

  /// A line for each row, without a line feed and without blanks at its end.
  ///
  /// A column is as wide as its widest cell, in characters.
  public var lines: [String] {
    let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { line($0, widths) }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.indices.map { column in
      switch alignments[column] {
      case .left: cells[column].padded(to: widths[column])
      case .right: cells[column].padded(left: widths[column])
      }
    }
    let line = padded.joined(separator: separator)
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}
