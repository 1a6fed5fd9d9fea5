import DeviceModel
import SimulationCore

/// The numbers of the records that pass a filter, oldest first, extended as records arrive.
///
/// Eight bytes a line; the text is made when a line is shown. What the trace drops is dropped here.
struct LogIndex: Sendable {
  private var sequences: ArraySlice<UInt64> = []
  /// The next record that has not been looked at.
  private(set) var cursor: UInt64 = 0
  /// How many lines there were, dropped ones too.
  private(set) var total = 0
  /// How many lines the trace has dropped.
  var droppedCount: Int { total - count }

  /// How many lines there are.
  var count: Int { sequences.count }

  /// The record of a line, counted from 0.
  subscript(position: Int) -> UInt64 { sequences[sequences.startIndex + position] }

  /// The number of the last line's record.
  var last: UInt64? { sequences.last }

  /// The first line whose record is not before a number; `count` when there is none.
  func position(of sequence: UInt64) -> Int {
    sequences.place(of: sequence) - sequences.startIndex
  }

  /// Looks at the records that are new, at most `limit`; false when some are left.
  mutating func extend(
    _ trace: borrowing Trace<DeviceRecord>, _ filter: LogFilter, limit: Int
  ) -> Bool {
    cursor = max(cursor, trace.oldestSequence)
    let end = min(trace.nextSequence, cursor + UInt64(limit))
    while cursor < end {
      if let record = trace.record(cursor), filter.accepts(record.payload) {
        sequences.append(cursor)
        total += 1
      }
      cursor += 1
    }
    while let first = sequences.first, first < trace.oldestSequence { sequences.removeFirst() }
    return cursor == trace.nextSequence
  }
}

extension ArraySlice<UInt64> {
  /// The place of the first number that is not below another, in ascending order; O(log n).
  func place(of number: UInt64) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
