import CellGrid
import DeviceModel
import PlainText
import Scenarios
import Session
import SimulationCore

/// What was done, on the whole screen: a title, and a row an entry.
struct LedgerView {
  let pane: LedgerPane
  let run: InteractiveRun
  /// What is ahead while an earlier state is shown.
  let ahead: ArraySlice<JournalEntry>
  let isInPast: Bool

  private static let timeColumns = 22
  private static let replyColumns = 26
  private static let changeColumns = 30
  /// From here on there is room for what has changed.
  private static let wideColumns = 110

  /// Paints the list; a message covers so many of the last rows.
  func paint(_ painter: inout Painter, title: CellRect, rows whole: CellRect, covered: Int) {
    painter.rule(title)
    let state = isInPast ? "in the past, after entry \(run.presses.count)" : "the present"
    painter.write([(" Ledger ", .marked), (" \(state) ", .dim)], in: title, column: 1)
    let number = count == 0 ? 0 : pane.position.marked + 1
    painter.grid.writeRight(
      " \(number)/\(count) ", in: title, style: painter.theme.style(.bold))
    let rect = whole.split(bottom: min(covered, max(0, whole.rows - 1))).0
    guard count > 0 else {
      painter.write(" nothing was done yet", .dim, in: rect.line(0))
      return
    }
    let top = max(pane.position.top, pane.position.marked - rect.rows + 1)
    for row in 0..<rect.rows where top + row < count {
      paint(top + row, &painter, rect.line(row))
    }
  }

  private var count: Int { run.presses.count + ahead.count }

  private func title(of place: Int) -> String {
    place < run.presses.count
      ? run.presses[place].title : ahead[ahead.startIndex + place - run.presses.count].title
  }

  private func paint(_ place: Int, _ painter: inout Painter, _ line: CellRect) {
    let isMarked = place == pane.position.marked
    let isDone = place < run.presses.count
    if isMarked { painter.fill(line, .marked) }
    let role: Role = isMarked ? .marked : isDone ? .text : .dim
    let number = String(place + 1).padded(left: String(count).count)
    painter.write("\(isMarked ? "▸" : " ")\(number) \(time(of: place))", role, in: line)
    let left = LedgerView.timeColumns + number.count
    let isWide = line.columns >= LedgerView.wideColumns
    let tail = isWide ? LedgerView.replyColumns + LedgerView.changeColumns : LedgerView.replyColumns
    let title = line.split(left: left).rest
    painter.write(
      self.title(of: place).shortened(bytesMax: max(8, title.columns - tail - 1)), role, in: title)
    let rest = line.split(left: line.columns - tail).rest
    let (reply, change) = rest.split(left: LedgerView.replyColumns)
    painter.write(isDone ? run.presses[place].shortOutcome : "ahead", role, in: reply)
    if isWide { painter.write(isDone ? counts(of: place).text : "", role, in: change) }
  }

  private func time(of place: Int) -> String {
    guard place < run.presses.count else { return "" }
    let zone = run.device.os.zone
    let time = run.presses[place].wallMilliseconds
    return "\(ClockText.day(time, zone)) \(RecordText.timeOfDay(time, zone))"
  }

  private func counts(of place: Int) -> LedgerCounts {
    LedgerCounts(LedgerView.records(of: place, run), of: run.device.os.trace)
  }

  /// The records from an entry up to the next one.
  static func records(of place: Int, _ run: InteractiveRun) -> Range<UInt64> {
    let first = run.presses[place].recordCount
    let next =
      place + 1 < run.presses.count
      ? run.presses[place + 1].recordCount : run.device.os.trace.nextSequence
    return first..<max(first, next)
  }
}
