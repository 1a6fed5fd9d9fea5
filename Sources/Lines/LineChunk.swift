/// A stretch of consecutive lines: their bytes, and a column for each thing that filters need.
struct LineChunk: Sendable {
  /// How many lines a full chunk has; a power of two.
  static let lineCount = 1 << lineBits
  static let lineBits = 12

  /// The lines with a line feed after each.
  private(set) var bytes: [UInt8] = []
  /// Where each line that has bytes begins, and after the last one where the next will begin.
  private(set) var starts: [UInt32] = [0]
  /// The kind of each line, `LineKind.rawValue`.
  private(set) var kinds: [UInt8] = []
  /// When each line was written; empty where lines have no such column.
  private(set) var times: [Int64] = []

  /// How many lines it has.
  var count: Int { kinds.count }
  /// How many of them have bytes.
  var textCount: Int { starts.count - 1 }

  /// Adds a line without its bytes, which follow in the order of lines.
  mutating func append(_ kind: LineKind, time: Int64) {
    append(kind)
    if times.isEmpty { times.reserveCapacity(LineChunk.lineCount) }
    times.append(time)
  }

  /// Adds a line that has no time of its own and whose bytes follow.
  mutating func append(_ kind: LineKind) {
    if kinds.isEmpty {
      kinds.reserveCapacity(LineChunk.lineCount)
      starts.reserveCapacity(LineChunk.lineCount + 1)
    }
    kinds.append(kind.rawValue)
  }

  /// Adds the bytes of the next line that has none.
  mutating func append(text: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: text)
    bytes.append(0x0A)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    // A full chunk keeps no room to grow.
    if textCount == LineChunk.lineCount { bytes = bytes.withUnsafeBufferPointer { Array($0) } }
  }

  /// Takes the last line away; it must have bytes.
  mutating func removeLast() {
    kinds.removeLast()
    starts.removeLast()
    bytes.removeLast(bytes.count - Int(starts[starts.count - 1]))
  }

  /// The bytes of a line, without its line feed; empty for one that has none yet.
  func withText<Result>(
    _ line: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard line < textCount else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let range = Int(starts[line])..<Int(starts[line + 1]) - 1
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Sets a bit for each line from `first` on that contains a pattern.
  func match(_ pattern: TextPattern, from first: Int, into bits: inout LineBits) {
    guard first < textCount else { return }
    bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        guard let base = bytes.baseAddress else { return }
        let end = Int(starts[starts.count - 1])
        var line = first
        var place = Int(starts[first])
        while place < end {
          let hit = pattern.first(in: base, from: place, to: end)
          if hit == end { return }
          while Int(starts[line + 1]) <= hit { line += 1 }
          bits.insert(line)
          line += 1
          place = Int(starts[line])
        }
      }
    }
  }
}

/// A bit for each line of a chunk.
struct LineBits: Sendable {
  private(set) var words = [UInt64](repeating: 0, count: LineChunk.lineCount / 64)

  mutating func insert(_ line: Int) { words[line >> 6] |= 1 << UInt64(line & 63) }

  mutating func remove(_ line: Int) { words[line >> 6] &= ~(1 << UInt64(line & 63)) }

  func contains(_ line: Int) -> Bool { words[line >> 6] >> UInt64(line & 63) & 1 == 1 }
}
