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
  static func page(of place: Int, _ run: InteractiveRun) -> Page {
    let press = run.presses[place]
    let entries = run.presses.prefix(place).map(JournalEntry.init)
    let before = run.again(Array(entries), until: press.instant)
    var after = before
    after.follow(JournalEntry(press))
    let changes = StateDifference(before.device.stateValue, after.device.stateValue).lines
    let zone = run.device.os.zone
    var lines = [
      "\(ClockText.date(press.wallMilliseconds, zone)) "
        + "\(RecordText.timeOfDay(press.wallMilliseconds, zone)), "
        + "\(press.instant.milliseconds) ms into the run",
      press.text, "", "Reply", "  \(press.outcomeText)", "", "Changed at once",
    ]
    lines += changes.isEmpty ? ["  nothing"] : changes.map { "  \($0)" }
    lines += ["", "Log until the next entry"]
    let log = log(of: place, run)
    lines += log.isEmpty ? ["  nothing"] : log
    return Page(
      title: "Entry \(press.number): \(press.title.shortened(bytesMax: 60))", lines: lines)
  }

  private static func log(of place: Int, _ run: InteractiveRun) -> [String] {
    let trace = run.device.os.trace
    var lines: [String] = []
    for sequence in LedgerView.records(of: place, run) where lines.count < linesMax {
      guard let record = trace.record(sequence), LogText.isOfPlugin(record.payload) else {
        continue
      }
      let time = RecordText.timeOfDay(record.wallMilliseconds, run.device.os.zone)
      lines.append("  \(time) \(LogText.line(record.payload))")
    }
    return lines
  }
}
