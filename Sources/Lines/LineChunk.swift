/// A stretch of consecutive lines: their bytes, and a column for each thing that filters need.
struct LineChunk: Sendable {
  /// How many lines a full chunk has; a power of two.
  static let lineCount = 1 << lineBits
  static let lineBits = 12

  /// The lines with a line feed after each; empty once they are archived.
  private var bytes: [UInt8] = []
  /// Where a file has them; nil while they are in memory.
  private var archived: Range<Int>?
  /// Where the first line begins in the file; nil where that is not known.
  private var fileStart: Int?
  /// How many bytes follow each line's text in the file, its line feed among them.
  private var endBytes = 1
  /// The first line that is not in the file as the others are.
  private var oddLine: Int?
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
  /// How many bytes they have.
  var byteCount: Int { Int(starts[starts.count - 1]) }

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
    // A full chunk keeps no room to grow; one that has a place in a file gets its fate from `seal`.
    if textCount == LineChunk.lineCount, fileStart == nil { trim() }
  }

  private mutating func trim() {
    bytes = bytes.withUnsafeBufferPointer { Array($0) }
  }

  /// Says where the file has the last line, with its end.
  mutating func place(inFile range: Range<Int>) {
    let line = textCount - 1
    let ending = range.count - Int(starts[line + 1] - starts[line]) + 1
    if line == 0 {
      fileStart = range.lowerBound
      endBytes = ending
    }
    let expected = fileStart.map { $0 + Int(starts[line]) + line * (endBytes - 1) }
    if oddLine == nil, expected != range.lowerBound || ending != endBytes { oddLine = line }
  }

  /// Gives up what a full chunk does not need: its bytes where a file has them, else room to grow.
  mutating func seal() {
    guard archived == nil, let fileStart else { return }
    guard oddLine == nil, endBytes >= 1 else { return trim() }
    if endBytes > 1 {
      for line in starts.indices {
        starts[line] += UInt32(truncatingIfNeeded: line * (endBytes - 1))
      }
    }
    archived = fileStart..<fileStart + byteCount
    bytes = []
  }

  /// Takes the last line away; it must have bytes.
  mutating func removeLast() {
    kinds.removeLast()
    starts.removeLast()
    bytes.removeLast(bytes.count - byteCount)
    if oddLine == textCount { oddLine = nil }
    if textCount == 0 { fileStart = nil }
  }

  /// The bytes of a line, without its end; empty for one that has none yet.
  func withText(
    _ line: Int, _ archive: (any LineArchive)?, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard line < textCount else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let range = Int(starts[line])..<Int(starts[line + 1]) - endsBytes
    withBytes(archive) { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// How many bytes follow each line's text where the bytes are now.
  private var endsBytes: Int { archived == nil ? 1 : endBytes }

  private func withBytes(
    _ archive: (any LineArchive)?, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if let archived, let archive {
      archive.withBytes(archived, body)
    } else {
      bytes.withUnsafeBufferPointer(body)
    }
  }

  /// Sets a bit for each line from `first` on that contains a pattern.
  func match(
    _ pattern: TextPattern, from first: Int, _ archive: (any LineArchive)?,
    into bits: inout LineBits
  ) {
    guard first < textCount else { return }
    withBytes(archive) { bytes in
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
