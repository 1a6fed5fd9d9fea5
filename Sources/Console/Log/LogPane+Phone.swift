import DeviceModel
import Lines
import SimulationCore

/// The phone's log: a line for each record of the trace, with the record's number.
///
/// Kind and time of a record go into the store when it is read. Its text takes as long to make as
/// the record took to happen, so it is made in slices when nothing else is to be done, or when the
/// trace is about to drop the record; a line that is shown before that is made for the moment.
extension LogPane {
  /// How many lines are kept for each record that the trace keeps.
  private static let linesPerRecord = 4
  /// How many texts are made in a slice.
  private static let sliceTexts = 1_000

  /// The empty log of a phone whose trace keeps that many records.
  init(traceCapacity: Int, bindings: Bindings = .standard) {
    self.init(
      topics: .phone, linesMax: LogPane.linesPerRecord * traceCapacity,
      bindings: bindings)
  }

  /// Whether some texts are still to be made.
  var isBehind: Bool { store.textEnd < store.end }

  /// Takes in new records, and goes on with texts, a filter and a search, one slice.
  mutating func extend(_ trace: borrowing Trace<DeviceRecord>) {
    if trace.oldestSequence > UInt64(store.end) { begin(first: Int(trace.oldestSequence)) }
    trace.forEach(from: UInt64(store.end)) { record in
      store.append(
        LogText.kind(record.payload), time: record.wallMilliseconds)
    }
    makeTexts(trace)
    extend()
  }

  /// Starts over with the trace of another phone; the filter stays.
  mutating func begin(_ trace: borrowing Trace<DeviceRecord>) {
    begin(first: Int(trace.oldestSequence))
    extend(trace)
  }

  private mutating func makeTexts(_ trace: borrowing Trace<DeviceRecord>) {
    // A record that is soon dropped cannot wait.
    let half = UInt64(trace.capacity / 2)
    let due = trace.nextSequence > half ? Int(trace.nextSequence - half) : 0
    var left = LogPane.sliceTexts
    while isBehind, left > 0 || store.textEnd < due {
      let record = trace.record(UInt64(store.textEnd))
      store.append(text: record.map { LogText.body($0.payload) } ?? "")
      left -= 1
    }
  }

  /// The text of a line.
  func text(of line: Int, _ trace: borrowing Trace<DeviceRecord>) -> String {
    if line < store.textEnd { return store.text(of: line) }
    return trace.record(UInt64(line)).map { LogText.body($0.payload) } ?? ""
  }
}
