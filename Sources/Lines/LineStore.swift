/// The lines of a log as columns: bytes in stretches of 4,096 lines, and kind and time of each.
///
/// Lines have numbers that never change. A line's bytes may be added later than the line, in the
/// order of lines. At `linesMax` lines the oldest stretch is dropped. The bytes of full stretches
/// are not held where an archive has them.
public struct LineStore: Sendable {
  /// How many lines are kept at most, a little less when stretches are dropped.
  public let linesMax: Int
  /// The number of the oldest line that is kept.
  public private(set) var first: Int
  /// The number after the newest line.
  public private(set) var end: Int
  /// The number after the newest line that has bytes.
  public private(set) var textEnd: Int
  /// How many bytes the lines have.
  public private(set) var byteCount = 0
  /// The file that has the lines, with the places that they were added with; nil for none.
  public var archive: (any LineArchive)?
  /// The oldest first; each but the last is full.
  private(set) var chunks: [LineChunk] = []

  /// An empty log whose first line will have a number.
  public init(linesMax: Int, first: Int = 0) {
    self.linesMax = max(linesMax, 2 * LineChunk.lineCount)
    self.first = first
    end = first
    textEnd = first
  }

  /// How many lines it holds.
  public var count: Int { end - first }

  /// Adds a line, whose bytes follow.
  public mutating func append(_ kind: LineKind, time: Int64) {
    makeRoom()
    chunks[chunks.count - 1].append(kind, time: time)
    end += 1
  }

  /// Adds a line with its bytes; it has no time.
  public mutating func append(_ kind: LineKind, text: UnsafeBufferPointer<UInt8>) {
    makeRoom()
    chunks[chunks.count - 1].append(kind)
    end += 1
    append(text: text)
  }

  /// Adds a line with its bytes, which the archive has at a range, with the line's end.
  public mutating func append(
    _ kind: LineKind, text: UnsafeBufferPointer<UInt8>, inFile range: Range<Int>
  ) {
    append(kind, text: text)
    chunks[chunks.count - 1].place(inFile: range)
  }

  /// Adds the bytes of the oldest line that has none.
  public mutating func append(text: UnsafeBufferPointer<UInt8>) {
    guard textEnd < end else { return }
    let place = (textEnd - first) >> LineChunk.lineBits
    chunks[place].append(text: text)
    byteCount += text.count + 1
    textEnd += 1
  }

  /// Adds the bytes of the oldest line that has none.
  public mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(text: $0) }
  }

  /// Takes the newest line away, which must have bytes; false when there is none.
  public mutating func removeLast() -> Bool {
    guard end > first, textEnd == end else { return false }
    chunks[chunks.count - 1].removeLast()
    if chunks[chunks.count - 1].count == 0 { chunks.removeLast() }
    end -= 1
    textEnd -= 1
    return true
  }

  /// The kind of a line; nil for one that is not kept.
  public func kind(of line: Int) -> LineKind? {
    guard line >= first, line < end else { return nil }
    let place = line - first
    return LineKind(
      rawValue: chunks[place >> LineChunk.lineBits].kinds[place & (LineChunk.lineCount - 1)])
  }

  /// When a line was written; nil for one that is not kept or has no time.
  public func time(of line: Int) -> Int64? {
    guard line >= first, line < end else { return nil }
    let place = line - first
    let times = chunks[place >> LineChunk.lineBits].times
    return times.isEmpty ? nil : times[place & (LineChunk.lineCount - 1)]
  }

  /// The bytes of a line, without its line feed; none for one that is not kept or has none yet.
  public func withText(of line: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard line >= first, line < textEnd else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    let place = line - first
    chunks[place >> LineChunk.lineBits]
      .withText(place & (LineChunk.lineCount - 1), archive, body)
  }

  /// The text of a line, at most so many bytes of it; malformed UTF-8 is replaced.
  public func text(of line: Int, bytesMax: Int = .max) -> String {
    var text = ""
    withText(of: line) { text = String(decoding: $0.prefix(bytesMax), as: UTF8.self) }
    return text
  }

  private mutating func makeRoom() {
    if let last = chunks.last, last.count < LineChunk.lineCount { return }
    if archive != nil, !chunks.isEmpty { chunks[chunks.count - 1].seal() }
    while count + LineChunk.lineCount > linesMax, textEnd >= first + LineChunk.lineCount {
      byteCount -= chunks[0].byteCount
      chunks.removeFirst()
      first += LineChunk.lineCount
    }
    chunks.append(LineChunk())
  }
}
