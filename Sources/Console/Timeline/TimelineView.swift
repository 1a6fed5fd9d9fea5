import CellGrid
import CivilTime
import DeviceModel
import PlainText

/// The timeline on the whole screen: the chart, what is at the cursor, and what is around it.
struct TimelineView {
  let pane: TimelinePane
  let history: TimelineHistory
  let facts: PhoneFacts
  let ahead: [TimelineMark]
  let bindings: Bindings

  /// From here on a line explains the signs.
  private static let legendRowsMin = 18

  func paint(_ painter: inout Painter, title: CellRect, rows whole: CellRect, covered: Int) {
    paintTitle(&painter, title)
    let chart = TimelineChart(
      history: history, ahead: ahead, window: pane.window, now: facts.now)
    chart.paintAxis(&painter, in: whole, isRule: false)
    let rows = shownRows
    for (place, row) in rows.enumerated() {
      chart.paint([row], label: row.label, &painter, in: whole, row: 1 + place)
    }
    paintCursor(&painter, whole, rows.count)
    var used = 2 + rows.count
    if whole.rows >= TimelineView.legendRowsMin {
      paintLegend(&painter, whole.line(used))
      used += 1
    }
    let list = whole.split(top: used).rest
    painter.rule(list)
    let below = list.split(top: 1).rest
    paintList(&painter, below.split(bottom: min(covered, max(0, below.rows - 1))).rest, chart)
  }

  /// Kinds of notifications that there are, and everything else.
  private var shownRows: [TimelineRow] {
    TimelineRow.allCases.filter { row in
      row.isThere(on: facts.os.configuration.platform)
        && (!row.isOfNotifications || row == .daily || ahead.contains { $0.row == row }
          || history.hasMarks(of: row))
    }
  }

  private func paintTitle(_ painter: inout Painter, _ rect: CellRect) {
    painter.rule(rect)
    let window = pane.window
    let zone = history.zones.zone(atWall: window.start)
    let span =
      ClockText.day(window.start, zone) + " – "
      + ClockText.day(max(window.start, window.end - 1), zone)
    painter.write(
      [
        (" Timeline ", .marked), (" \(span) ", .bold), (" \(pane.zoom.name) ", .dim),
        (rect.columns < 70 ? "" : "· a column is \(ClockText.length(window.step)) ", .dim),
      ], in: rect, column: 1)
    let place =
      pane.cursor == nil
      ? " at now "
      : " \(bindings.shortText(of: .list(.move(.last)), in: .pane(.timeline))) goes to now "
    painter.grid.writeRight(place, in: rect, style: painter.theme.style(.bold))
  }

  /// Marks the cursor's column, and says below it what is there.
  private func paintCursor(_ painter: inout Painter, _ rect: CellRect, _ rows: Int) {
    let column =
      TimelineChart.labelColumns + pane.window.nearestColumn(of: pane.cursor ?? facts.now)
    let area = CellRect(
      row: rect.row + 1, column: rect.column + column, rows: rows, columns: 1
    ).intersection(rect)
    let style = painter.theme.style(.marked)
    painter.grid.restyle(area) { $0 = style }
    let line = rect.line(1 + rows)
    let text = cursorText
    painter.write("▲", .title, in: line, column: column)
    // To the right of the arrow, or where there is no room, to the left of it.
    let width = TextWidth.columns(of: text)
    let isRight = column + 2 + width <= line.columns
    painter.write(text, .bold, in: line, column: isRight ? column + 2 : max(1, column - width - 1))
  }

  /// The time of the cursor, what is there, and how many records.
  private var cursorText: String {
    let times = pane.cursorTimes(now: facts.now)
    // Where the cursor goes with the clock, or stands on a mark, that time says more; the zone may
    // have changed inside the column.
    let exact = pane.cursor.map { times.contains($0) ? $0 : times.lowerBound } ?? facts.now
    let zone = pane.cursor == nil ? facts.zone : history.zones.zone(atWall: exact)
    let time =
      ClockText.instant(exact, zone) + " " + zone.shortName + " "
      + (zone.identifier == "UTC" ? "" : ClockText.offset(exact, zone) + " ")
    return time + distance(exact) + records(times)
  }

  private func distance(_ time: Int64) -> String {
    if pane.cursor == nil { return "now" }
    let length = ClockText.length(abs(time - facts.now))
    return time < facts.now ? "\(length) ago" : "in \(length)"
  }

  private func records(_ times: Range<Int64>) -> String {
    guard times.lowerBound <= facts.now else { return "" }
    let trace = facts.os.trace
    let first = TimelinePane.record(atWall: times.lowerBound, trace)
    let last = TimelinePane.record(atWall: times.upperBound, trace)
    return last > first ? " · \(Int(last - first).counted("record"))" : ""
  }

  private func paintLegend(_ painter: inout Painter, _ rect: CellRect) {
    let signs: [(String, String, Role)] = [
      ("◆", "content", .ok), ("◈", "default text", .pending), ("✗", "missed, failed", .error),
      ("◇", "planned", .bold), ("▶", "ran", .ok), ("▷", "earliest", .bold),
      ("╌", "waits", .pending), ("█", "app in front", .ok), ("▁", "behind", .dim),
      ("↯", "clocks change", .title),
    ]
    var column = 1
    for (sign, words, role) in signs where column + words.count + 2 <= rect.columns {
      column += painter.write([(sign, role), (" \(words)  ", .dim)], in: rect, column: column)
    }
  }

  /// What happened and what is planned around the cursor, in the order of time.
  private func paintList(_ painter: inout Painter, _ rect: CellRect, _ chart: TimelineChart) {
    guard rect.rows > 0 else { return }
    let times = pane.cursorTimes(now: facts.now)
    let place = history.place(after: times.lowerBound - 1)
    let near = history.marks[
      max(0, place - rect.rows)..<min(history.marks.count, place + rect.rows)]
    let all = (Array(near) + ahead + chart.offsets).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    if all.isEmpty {
      painter.write(" Nothing has happened and nothing is planned yet.", .dim, in: rect)
      return
    }
    let first = all.firstIndex { $0.time >= times.lowerBound } ?? all.count
    let top = max(0, min(first - rect.rows / 3, all.count - rect.rows))
    for (row, mark) in all[top..<min(all.count, top + rect.rows)].enumerated() {
      paint(mark, isAtCursor: times.contains(mark.time), &painter, rect.line(row))
    }
  }

  private func paint(
    _ mark: TimelineMark, isAtCursor: Bool, _ painter: inout Painter, _ rect: CellRect
  ) {
    if isAtCursor { painter.fill(rect, .marked) }
    let zone =
      mark.sequence.map { history.zones.zone(at: $0) } ?? history.zones.zone(atWall: mark.time)
    let isAhead = mark.sequence == nil
    let text: Role = isAtCursor ? .marked : isAhead ? .dim : .text
    painter.write(
      [
        (isAtCursor ? "▸" : " ", text),
        (ClockText.instant(mark.time, zone) + " ", isAtCursor ? .marked : .dim),
        (String(Character(mark.sign.glyph)), isAtCursor ? .marked : mark.sign.role),
        (" \(mark.text)", text),
      ], in: rect)
  }
}

extension TimelineHistory {
  /// Whether a row has a mark.
  func hasMarks(of row: TimelineRow) -> Bool { marks.contains { $0.row == row } }
}
