/// The numbers of the lines that are shown, in ascending order.
///
/// Four bytes a line. It is extended as lines arrive, and made anew in a few milliseconds when
/// other lines are to be shown.
public struct LineIndex: Sendable {
  /// The number that 0 stands for in `offsets`.
  private var origin = 0
  private var offsets: [UInt32] = []
  /// How many of the first are no longer kept.
  private var gone = 0
  /// The number after the last line that has been looked at.
  public private(set) var end = 0
  /// How many lines there were, dropped ones too.
  public private(set) var total = 0

  /// Nothing is shown yet.
  public init() {}

  /// How many lines are shown.
  public var count: Int { offsets.count - gone }
  /// How many shown lines the store has dropped.
  public var droppedCount: Int { total - count }

  /// The number of a line, by its place from 0.
  public subscript(place: Int) -> Int { origin + Int(offsets[gone + place]) }

  /// The number of the last line; nil when there is none.
  public var last: Int? { offsets.count > gone ? origin + Int(offsets[offsets.count - 1]) : nil }

  /// The place of the first line whose number is not below another; `count` when there is none.
  public func place(of line: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes the last line out, if it is that one.
  public mutating func remove(_ line: Int) {
    end = min(end, line)
    guard last == line else { return }
    offsets.removeLast()
    total -= 1
  }

  /// Adds the lines that are new in a store, as far as they have been looked at for patterns.
  public mutating func extend(_ store: borrowing LineStore, _ wanted: WantedLines) {
    if total == 0, offsets.isEmpty { origin = store.first }
    end = max(end, store.first)
    // Offsets are 32 bits; after four billion lines they count from a later line.
    if store.end - origin > Int(UInt32.max) { rebase(to: store.first) }
    let table = wanted.kinds.table
    while end < store.end {
      let place = end - store.first
      let chunk = place >> LineChunk.lineBits
      let before = end
      append(
        store.chunks[chunk], from: place & (LineChunk.lineCount - 1),
        first: store.first + chunk << LineChunk.lineBits, table,
        wanted.stretch(chunk, of: store))
      if end == before { break }
    }
    drop(before: store.first)
  }

  /// Makes the index anew from what is known so far; lines that nobody has looked at are left out.
  public mutating func rebuild(_ store: borrowing LineStore, _ wanted: WantedLines) {
    self = LineIndex()
    origin = store.first
    end = store.first
    if !wanted.hasPattern { offsets.reserveCapacity(store.count) }
    let table = wanted.kinds.table
    for (place, chunk) in store.chunks.enumerated() {
      append(
        chunk, from: 0, first: store.first + place << LineChunk.lineBits, table,
        wanted.stretch(place, of: store))
    }
    end = store.end
  }

  /// Adds the lines of a stretch that are of a wanted kind and, where a string is wanted, have it.
  private mutating func append(
    _ chunk: LineChunk, from start: Int, first: Int, _ table: [UInt8],
    _ wanted: WantedLines.Stretch?
  ) {
    let stop = min(chunk.count, wanted?.seen ?? chunk.count)
    guard start < stop else { return }
    let base = UInt32(truncatingIfNeeded: first - origin)
    // A line that is not wanted is written and then written over, which no branch has to predict.
    var kept = 0
    let added = [UInt32](unsafeUninitializedCapacity: stop - start + 1) { buffer, count in
      chunk.kinds.withUnsafeBufferPointer { kinds in
        table.withUnsafeBufferPointer { table in
          if let words = wanted?.words {
            for line in start..<stop {
              let bit = words[line >> 6] >> UInt64(line & 63) & 1
              buffer[kept] = base &+ UInt32(truncatingIfNeeded: line)
              kept += Int(table[Int(kinds[line])]) & Int(bit)
            }
          } else {
            for line in start..<stop {
              buffer[kept] = base &+ UInt32(truncatingIfNeeded: line)
              kept += Int(table[Int(kinds[line])])
            }
          }
        }
      }
      count = kept
    }
    offsets.append(contentsOf: added)
    total += kept
    end = first + stop
  }

  private mutating func drop(before line: Int) {
    while gone < offsets.count, origin + Int(offsets[gone]) < line { gone += 1 }
    if gone > 65_536, gone > offsets.count / 2 {
      offsets.removeFirst(gone)
      gone = 0
    }
  }

  private mutating func rebase(to line: Int) {
    drop(before: line)
    offsets = offsets[gone...].map { UInt32(truncatingIfNeeded: origin + Int($0) - line) }
    gone = 0
    origin = line
  }
}
