import CellGrid
import CivilTime
import DeviceModel
import PlainText
import Scenarios
import Session
import SimulationCore

/// What was done, on the whole screen: a title, a row an entry, and below them, where columns are
/// few, what the marked one has changed.
struct LedgerView {
  let pane: LedgerPane
  let run: InteractiveRun
  let rows: LedgerRows
  /// The zones that the phone has been in: an entry keeps the one that it was made in.
  let zones: ZoneHistory
  let isInPast: Bool

  private static let timeColumns = 22
  private static let replyColumns = 22
  private static let changeColumns = 38
  /// How many more columns each of them has where there are many.
  private static let spareColumns = 12
  /// From here on there is room beside each row for what has changed.
  private static let wideColumns = 110
  /// How many rows the marked entry has where there is none.
  private static let detailRows = 3

  /// How many rows the list has.
  static func listRows(_ rect: CellRect) -> Int {
    rect.columns >= wideColumns || rect.rows < 8 ? rect.rows : rect.rows - detailRows
  }

  /// Paints the list; a message covers so many of the last rows.
  func paint(_ painter: inout Painter, title: CellRect, rows whole: CellRect, covered: Int) {
    painter.rule(title)
    let state = isInPast ? "in the past, after entry \(run.presses.count)" : "the present"
    painter.write([(" Ledger ", .marked), (" \(state) ", .dim)], in: title, column: 1)
    let number = count == 0 ? 0 : pane.position.marked + 1
    painter.grid.writeRight(
      " \(number)/\(count) ", in: title, style: painter.theme.style(.bold))
    guard count > 0 else {
      painter.write(" nothing was done yet", .dim, in: whole.line(0))
      return
    }
    let (list, detail) = whole.split(top: LedgerView.listRows(whole))
    paintDetail(&painter, detail)
    // What is covered by a message has no room for more.
    if covered == 0, detail.rows == 0, let room = DetailView.room(below: count, in: list) {
      paintMarked(&painter, room)
    }
    let hidden = max(0, covered - detail.rows)
    let rect = list.split(bottom: min(hidden, max(0, list.rows - 1))).0
    let top = max(pane.position.top, pane.position.marked - rect.rows + 1)
    for row in 0..<rect.rows where top + row < count {
      paint(top + row, &painter, rect.line(row))
    }
  }

  private var count: Int { rows.rows.count }

  private func paint(_ place: Int, _ painter: inout Painter, _ line: CellRect) {
    let row = rows.rows[place]
    let isMarked = place == pane.position.marked
    let isDone = rows.isDone(row, run)
    if isMarked { painter.fill(line, .marked) }
    let role: Role = isMarked ? .marked : isDone ? .text : .dim
    let number = self.number(row).padded(left: String(count).count)
    painter.write("\(isMarked ? "▸" : " ")\(number) \(time(of: row))", role, in: line)
    let left = LedgerView.timeColumns + number.count
    let isWide = line.columns >= LedgerView.wideColumns
    let spare = line.columns >= Layout.widestColumns ? LedgerView.spareColumns : 0
    let reply = min(LedgerView.replyColumns + spare, line.columns / 4)
    let tail = isWide ? reply + LedgerView.changeColumns + spare : reply
    let title = line.split(left: left).rest
    painter.write(
      rows.title(row, run).shortened(bytesMax: max(8, title.columns - tail - 1)), role, in: title)
    let rest = line.split(left: line.columns - tail).rest
    let (answer, change) = rest.split(left: reply)
    painter.fill(answer, isMarked ? .marked : .text)
    painter.write(isDone ? self.reply(row) : "ahead", role, in: answer)
    if isWide { painter.write(isDone ? counts(of: row).text : "", role, in: change) }
  }

  /// The marked entry: its reply, and what has changed.
  private func paintDetail(_ painter: inout Painter, _ rect: CellRect) {
    guard rect.rows > 1, rows.rows.indices.contains(pane.position.marked) else { return }
    let row = rows.rows[pane.position.marked]
    painter.rule(rect.line(0))
    painter.write(" \(rows.title(row, run)) ", .dim, in: rect.line(0), column: 1)
    guard rows.isDone(row, run) else {
      painter.write(" ahead", .dim, in: rect.line(1))
      return
    }
    let counts = counts(of: row)
    let changed = counts.text.isEmpty ? "nothing" : counts.text
    painter.write(
      [
        (" changed ", .dim), (changed, .text), ("  log ", .dim),
        (counts.lines.counted("line"), .text),
      ], in: rect.line(1))
    if rect.rows > 2 {
      painter.write([(" reply ", .dim), (reply(row), .text)], in: rect.line(2))
    }
  }

  /// The marked entry and its lines of the log; what it changed at once takes longer to find out.
  private func paintMarked(_ painter: inout Painter, _ rect: CellRect) {
    guard rows.rows.indices.contains(pane.position.marked) else { return }
    let row = rows.rows[pane.position.marked]
    guard rows.isDone(row, run) else { return }
    var lines: [String] = []
    if case .press(let place) = row {
      lines = [run.text(of: run.presses[place]), "Reply  \(run.presses[place].outcomeText)"]
    }
    let log = LedgerPage.log(of: row, rows, run, zones)
    lines += ["Log until the next entry"] + (log.isEmpty ? ["  nothing"] : log)
    DetailView(title: rows.title(row, run), lines: lines).paint(&painter, in: rect)
  }

  private func number(_ row: LedgerRows.Row) -> String {
    switch row {
    case .press(let place): String(place + 1)
    case .time: ""
    }
  }

  private func reply(_ row: LedgerRows.Row) -> String {
    switch row {
    case .press(let place): run.presses[place].shortOutcome
    case .time: "–"
    }
  }

  /// When a row begins; empty for what is ahead.
  private func time(of row: LedgerRows.Row) -> String {
    let zone: Zone
    let time: Int64
    switch row {
    case .press(let place):
      guard place < run.presses.count else { return "" }
      time = run.presses[place].wallMilliseconds
      zone = zones.zone(at: run.presses[place].recordCount)
    case .time(let after, let from, _):
      guard rows.isDone(row, run) else { return "" }
      // The clock at the start is that of the press before, so many milliseconds later.
      let before = after > 0 ? run.presses[after - 1] : nil
      time =
        (before?.wallMilliseconds ?? run.device.os.configuration.startMilliseconds)
        + from.milliseconds - (before?.instant.milliseconds ?? 0)
      let first = rows.records(row, run).lowerBound
      zone = zones.zone(at: first == 0 ? 0 : first - 1)
    }
    return "\(ClockText.day(time, zone)) \(RecordText.timeOfDay(time, zone))"
  }

  private func counts(of row: LedgerRows.Row) -> LedgerCounts {
    LedgerCounts(rows.records(row, run), of: run.device.os)
  }
}
