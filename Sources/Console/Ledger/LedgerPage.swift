import DeviceModel
import PlainText
import Scenarios
import Session
import SimulationCore

/// An entry in full: its commands, its reply, what it changed, its lines of the log.
enum LedgerPage {
  /// How many lines of the log are shown.
  private static let linesMax = 200

  /// The page of an entry that was done; the phone before and after it is made again.
  static func page(
    of row: LedgerRows.Row, _ rows: LedgerRows, _ run: InteractiveRun, _ zones: ZoneHistory
  ) -> Page {
    switch row {
    case .press(let place): press(place, rows, run, zones)
    case .time(let after, let from, let to): time(row, after, from, to, rows, run, zones)
    }
  }

  private static func time(
    _ row: LedgerRows.Row, _ after: Int, _ from: SimulationInstant, _ to: SimulationInstant,
    _ rows: LedgerRows, _ run: InteractiveRun, _ zones: ZoneHistory
  ) -> Page {
    let entries = run.presses.prefix(after).map(JournalEntry.init)
    let before = run.again(Array(entries), until: from)
    var later = before
    later.pass(to: to)
    let changes = StateDifference(before.device.stateValue, later.device.stateValue).lines
    var lines = [
      "from \(ClockText.length(from.milliseconds)) to \(ClockText.length(to.milliseconds)) into "
        + "the run",
      LedgerCounts(rows.records(row, run), of: run.device.os).text, "", "Changed",
    ]
    lines += changes.isEmpty ? ["  nothing"] : changes.map { "  \($0)" }
    lines += ["", "Log"]
    let log = log(of: row, rows, run, zones)
    lines += log.isEmpty ? ["  nothing"] : log
    return Page(title: rows.title(row, run), lines: lines)
  }

  private static func press(
    _ place: Int, _ rows: LedgerRows, _ run: InteractiveRun, _ zones: ZoneHistory
  ) -> Page {
    let press = run.presses[place]
    let entries = run.presses.prefix(place).map(JournalEntry.init)
    let before = run.again(Array(entries), until: press.instant)
    var after = before
    after.follow(JournalEntry(press))
    let changes = StateDifference(before.device.stateValue, after.device.stateValue).lines
    let zone = zones.zone(at: press.recordCount)
    var lines = [
      "\(ClockText.date(press.wallMilliseconds, zone)) "
        + "\(RecordText.timeOfDay(press.wallMilliseconds, zone)), "
        + "\(ClockText.length(press.instant.milliseconds)) into the run",
      run.text(of: press), "", "Reply", "  \(press.outcomeText)", "", "Changed at once",
    ]
    lines += changes.isEmpty ? ["  nothing"] : changes.map { "  \($0)" }
    lines += ["", "Log until the next entry"]
    let log = log(of: .press(place), rows, run, zones)
    lines += log.isEmpty ? ["  nothing"] : log
    return Page(
      title: "Entry \(press.number): \(press.title.shortened(bytesMax: 60))", lines: lines)
  }

  /// The plugin's lines until the next entry.
  static func log(
    of row: LedgerRows.Row, _ rows: LedgerRows, _ run: InteractiveRun, _ zones: ZoneHistory
  ) -> [String] {
    let trace = run.device.os.trace
    var lines: [String] = []
    for sequence in rows.records(row, run) where lines.count < linesMax {
      guard let record = trace.record(sequence), LogText.isOfPlugin(record.payload) else {
        continue
      }
      let time = RecordText.timeOfDay(record.wallMilliseconds, zones.zone(at: sequence))
      lines.append("  \(time) \(LogText.line(record.payload))")
    }
    return lines
  }
}
