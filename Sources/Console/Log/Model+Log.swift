import DeviceModel
import Lines
import Scenarios
import SimulationCore

/// What the log needs of the phone and of the shell.
extension Model {
  /// A line of the log as it is shown: time, level and text.
  func logLine(_ line: Int) -> String {
    let os = run.device.os
    let zone = happened.zones.zone(at: UInt64(line))
    let time = RecordText.timeOfDay(log.store.time(of: line) ?? 0, zone)
    let content = PhoneLog(log: log, os: os, zones: happened.zones, isGuided: false)
    let letter = content.letter(of: line).map { "\($0.text) " } ?? ""
    return (log.showsTimes ? "\(time) " : "") + letter + content.text(of: line)
  }

  /// The lines of the log that are shown, each with a line feed; texts that nobody has made yet
  /// are made.
  public var shownLog: [UInt8] {
    var bytes: [UInt8] = []
    for place in 0..<log.index.count {
      bytes += logLine(log.index[place]).utf8
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Tries what has been typed into a line of the log so far.
  mutating func tryTyped(_ prompt: Prompt) {
    switch prompt.kind {
    case .search: log.trySearch(prompt.field.text)
    case .filter: log.tryFilter(prompt.field.text)
    case .scenarios: walkthroughs.filter(prompt.field.text)
    case .command, .time, .note, .bundle: break
    }
  }

  /// Shows the page of a record that the present page leads to.
  mutating func openRecord(_ sequence: UInt64) {
    guard let record = run.device.os.trace.record(sequence) else {
      notice = .info("the trace no longer holds record \(sequence)")
      return
    }
    var page = RecordPage.page(record, run.device.os, happened.zones)
    if case .page(let present) = overlay {
      page.trail = present.trail + [present.record].compactMap(\.self)
    }
    overlay = .page(page)
  }

  /// Shows the page of the record that led to the present page.
  mutating func goBackToPage() {
    guard case .page(let present) = overlay, let last = present.trail.last,
      let record = run.device.os.trace.record(last)
    else {
      overlay = nil
      return
    }
    var page = RecordPage.page(record, run.device.os, happened.zones)
    page.trail = present.trail.dropLast()
    overlay = .page(page)
  }
}
