import CellGrid
import CivilTime
import DailyNotification
import Lines

/// A log: a title with what is shown, and the lines without a frame, so that they copy clean.
struct LogView<Content: LogContent> {
  let log: LogPane
  let content: Content
  let hasFocus: Bool
  /// What stands before the filter in the title.
  var name = "Log"

  /// Paints the log; a message covers so many of the last rows, and the line that is being read
  /// stays in sight.
  func paint(_ painter: inout Painter, title: CellRect, lines whole: CellRect, covered: Int) {
    paintTitle(&painter, title)
    let rect = whole.split(bottom: min(covered, max(0, whole.rows - 1))).0
    guard log.index.count > 0 else {
      let text = log.isBusy ? "looking …" : content.nothing
      for (row, line) in ParagraphText.rows(text, width: rect.columns - 2).enumerated() {
        painter.write(line, .dim, in: rect, row: row, column: 1)
      }
      return
    }
    let top = firstPosition(rect)
    let shown = (top..<max(top, min(top + rect.rows, log.index.count))).map { log.index[$0] }
    let stamps = content.stamps(of: shown, columns: rect.columns)
    var row = 0
    for (place, line) in shown.enumerated() where row < rect.rows {
      row += paint(
        line, after: top + place > 0 ? log.index[top + place - 1] : nil, stamps?[place],
        isMarked: top + place == log.selected, &painter, rect, row)
    }
  }

  /// The place of the first line: further down than the pane has it where a message covers the
  /// line with the cursor.
  private func firstPosition(_ rect: CellRect) -> Int {
    guard log.isWrapped else { return max(log.topPosition, log.selected - rect.rows + 1) }
    var first = log.selected
    var left = rect.rows - rows(of: log.index[first], columns: rect.columns)
    while first > log.topPosition {
      left -= rows(of: log.index[first - 1], columns: rect.columns)
      if left < 0 { break }
      first -= 1
    }
    return first
  }

  /// How many rows a line takes in a pane of so many columns while long lines are wrapped.
  ///
  /// What stands before a line whose clock is another than the line's before is not counted.
  func rows(of line: Int, columns: Int) -> Int {
    let stamp = content.stamps(of: [line], columns: columns)?.first
    let width = max(columns - gutter(stamp, line), LogView.textColumnsMin)
    return max(1, LogView.pieces(content.text(of: line), width: width).count)
  }

  /// The least room that a wrapped line gets.
  private static var textColumnsMin: Int { 20 }

  private func gutter(_ stamp: String?, _ line: Int) -> Int {
    (content.hasFindings ? 2 : 0) + (stamp.map { TextWidth.columns(of: $0) + 1 } ?? markColumns)
      + (content.letter(of: line) == nil ? 0 : 2)
  }

  /// The room for marks where no time has a blank after it.
  private var markColumns: Int { log.marks.isEmpty ? 0 : 2 }

  private func paintTitle(_ painter: inout Painter, _ rect: CellRect) {
    painter.rule(rect)
    painter.write(
      [(" \(name) ", hasFocus ? .marked : .title), (" \(log.filterText) ", .dim)], in: rect,
      column: 1)
    painter.grid.writeRight(" \(standing) ", in: rect, style: painter.theme.style(.bold))
  }

  /// Where the reader is: `FOLLOW 128`, `12/128 · 3 new`, with the search's hits before it.
  private var standing: String {
    let count = log.index.count
    var parts: [String] = []
    if let search = log.search {
      let number = log.selectedLine.flatMap { search.number(of: $0) }.map(String.init) ?? "-"
      parts.append("/\(search.pattern.text.prefix(20)) \(number) of \(search.hits.count)")
    }
    if log.isBusy { parts.append("looking …") }
    if log.index.droppedCount > 0 { parts.append("\(log.index.droppedCount) dropped") }
    if !log.marks.isEmpty { parts.append("\(log.marks.count) marked") }
    if log.isWrapped { parts.append("wrapped") }
    if log.column > 0 { parts.append("→\(log.column)") }
    if log.isFollowing {
      parts.append("FOLLOW \(count)")
    } else {
      parts.append("\(count == 0 ? 0 : log.selected + 1)/\(count)")
      if log.newCount > 0 {
        parts.append("\(log.newCount) new (\(log.bindings.text(of: .log(.follow))))")
      }
    }
    return parts.joined(separator: " · ")
  }

  /// Paints a line; returns how many rows it took.
  private func paint(
    _ line: Int, after before: Int?, _ stamp: String?, isMarked: Bool, _ painter: inout Painter,
    _ rect: CellRect,
    _ row: Int
  ) -> Int {
    var column = 0
    if content.hasFindings {
      if let finding = content.finding(at: line) {
        painter.write(finding.text, finding.role, in: rect, row: row)
      }
      column = 2
    }
    if let stamp { column += painter.write(stamp, .dim, in: rect, row: row, column: column) }
    if log.isMarked(line) { painter.write("∗", .key, in: rect, row: row, column: column) }
    column += stamp == nil ? markColumns : 1
    if let letter = content.letter(of: line) {
      painter.write("\(letter.text) ", letter.role, in: rect, row: row, column: column)
      column += 2
    }
    if let badge = content.badge(before: line, after: before) {
      column += painter.write(badge, .badge, in: rect, row: row, column: column)
      column += painter.write(" ", in: rect, row: row, column: column)
    }
    let text = content.text(of: line)
    let rows = paint(text, of: line, &painter, rect, row, column)
    if isMarked, hasFocus { mark(&painter, rect, row..<row + rows) }
    return rows
  }

  /// The row that the cursor is on looks marked; hits in it stay as they are.
  private func mark(_ painter: inout Painter, _ rect: CellRect, _ rows: Range<Int>) {
    let marked = painter.theme.style(.marked)
    let hit = painter.theme.style(.hit)
    for row in rows where row < rect.rows {
      painter.grid.restyle(rect.line(row)) { style in
        if style != hit { style = marked }
      }
    }
  }

  /// Paints the text of a line from a column on; returns how many rows it took.
  private func paint(
    _ text: String, of line: Int, _ painter: inout Painter, _ rect: CellRect, _ row: Int,
    _ column: Int
  ) -> Int {
    let tag = content.tag(in: text, of: line)
    let hits = log.search?.pattern.ranges(in: text) ?? []
    let role = content.role(of: line)
    guard log.isWrapped else {
      let start = log.column == 0 ? 0 : text.prefix(log.column).utf8.count
      paint(text, from: start, role, tag, hits, &painter, rect, row, column)
      return 1
    }
    let width = max(rect.columns - column, LogView.textColumnsMin)
    let pieces = LogView.pieces(text, width: width)
    for (offset, piece) in pieces.enumerated() where row + offset < rect.rows {
      let part = Array(text.utf8)[piece]
      paint(
        String(decoding: part, as: UTF8.self), shiftedBy: piece.lowerBound, role, tag, hits,
        &painter, rect, row + offset, column)
    }
    return max(1, pieces.count)
  }

  private func paint(
    _ text: String, from start: Int, _ role: Role, _ tag: (range: Range<Int>, role: Role)?,
    _ hits: [Range<Int>], _ painter: inout Painter, _ rect: CellRect, _ row: Int, _ column: Int
  ) {
    let shown = start == 0 ? text : String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
    paint(shown, shiftedBy: start, role, tag, hits, &painter, rect, row, column)
  }

  /// Paints a part of a line's text, which begins at a byte of it.
  private func paint(
    _ shown: String, shiftedBy start: Int, _ role: Role,
    _ tag: (range: Range<Int>, role: Role)?, _ hits: [Range<Int>], _ painter: inout Painter,
    _ rect: CellRect, _ row: Int, _ column: Int
  ) {
    painter.write(shown, role, in: rect, row: row, column: column)
    let bytes = Array(shown.utf8)
    func restyle(_ range: Range<Int>, _ style: CellStyle) {
      let part = (range.lowerBound - start..<range.upperBound - start)
        .clamped(to: 0..<bytes.count)
      guard !part.isEmpty else { return }
      let before = String(decoding: bytes[..<part.lowerBound], as: UTF8.self)
      let inside = String(decoding: bytes[part], as: UTF8.self)
      let area = CellRect(
        row: rect.row + row, column: rect.column + column + TextWidth.columns(of: before),
        rows: 1, columns: TextWidth.columns(of: inside)
      ).intersection(rect)
      painter.grid.restyle(area) { $0 = style }
    }
    if let tag { restyle(tag.range, painter.theme.style(tag.role)) }
    for hit in hits { restyle(hit, painter.theme.style(.hit)) }
  }

  /// A text as pieces of at most so many columns, as ranges of its bytes.
  static func pieces(_ text: String, width: Int) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var (start, place, columns) = (0, 0, 0)
    for character in text {
      let piece = String(character)
      let next = TextWidth.columns(of: piece)
      if columns + next > width, place > start {
        pieces.append(start..<place)
        (start, columns) = (place, 0)
      }
      place += piece.utf8.count
      columns += next
    }
    return pieces + (place > start || pieces.isEmpty ? [start..<place] : [])
  }
}

extension LogLevel {
  /// One letter, so that a level shows without colour.
  var letter: String {
    switch self {
    case .debug: "D"
    case .info: "I"
    case .warning: "W"
    case .error: "E"
    }
  }

  /// Its colour.
  var role: Role {
    switch self {
    case .debug: .dim
    case .info: .dim
    case .warning: .warning
    case .error: .error
    }
  }
}
