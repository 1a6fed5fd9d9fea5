import DeviceModel
import SimulationCore

/// A search through the lines of the log, in slices; hits are record numbers, oldest first.
struct LogSearch: Sendable {
  /// How many lines a slice searches.
  static let sliceLines = 500

  /// What is searched for.
  let pattern: TextPattern
  /// The hits that the trace still holds.
  private(set) var hits: ArraySlice<UInt64> = []
  /// The record after the last line that has been searched.
  private(set) var cursor: UInt64 = 0
  /// The record from which on the first hit is still to be found; nil when that is done.
  var seeking: UInt64?

  /// A search that has found nothing yet.
  init(pattern: TextPattern, seeking: UInt64?) {
    self.pattern = pattern
    self.seeking = seeking
  }

  /// Searches the next lines; false when some are left.
  mutating func extend(_ index: LogIndex, _ trace: borrowing Trace<DeviceRecord>) -> Bool {
    var position = index.position(of: cursor)
    let end = min(index.count, position + LogSearch.sliceLines)
    while position < end {
      let sequence = index[position]
      if let record = trace.record(sequence), pattern.matches(LogText.line(record.payload)) {
        hits.append(sequence)
      }
      cursor = sequence + 1
      position += 1
    }
    return end == index.count
  }

  /// Forgets hits that the trace has dropped.
  mutating func drop(before oldest: UInt64) {
    while let first = hits.first, first < oldest { hits.removeFirst() }
  }

  /// The first hit at or after a record; nil when there is none.
  func hit(from sequence: UInt64) -> UInt64? {
    let place = hits.place(of: sequence)
    return place < hits.endIndex ? hits[place] : nil
  }

  /// The hit after a record, or the first one; nil when there is none.
  func next(after sequence: UInt64) -> UInt64? {
    hit(from: sequence + 1) ?? hits.first
  }

  /// The hit before a record, or the last one; nil when there is none.
  func previous(before sequence: UInt64) -> UInt64? {
    let place = hits.place(of: sequence)
    return place > hits.startIndex ? hits[place - 1] : hits.last
  }

  /// The number of the hit that is a record, from 1.
  func number(of sequence: UInt64) -> Int? {
    let place = hits.place(of: sequence)
    return hit(from: sequence) == sequence ? place - hits.startIndex + 1 : nil
  }
}
