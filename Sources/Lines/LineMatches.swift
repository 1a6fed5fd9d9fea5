/// Which lines of a store contain a pattern, found stretch by stretch, the nearest to the reader
/// first, and remembered.
public struct LineMatches: Sendable {
  /// What is looked for.
  public let pattern: TextPattern
  /// The number of the first line of the oldest stretch.
  private var first = 0
  private var bits: [LineBits] = []
  /// How many lines of each stretch have been looked at.
  private var seen: [Int] = []

  /// Nothing is known yet.
  public init(_ pattern: TextPattern) {
    self.pattern = pattern
  }

  /// Looks at stretches of lines, those near a line first, until about so many bytes have been
  /// looked at; false when some are left.
  public mutating func extend(_ store: borrowing LineStore, near line: Int, bytesMax: Int) -> Bool {
    align(to: store)
    var bytesLeft = bytesMax
    while let place = nearestUnseen(store, line) {
      guard bytesLeft > 0 else { return false }
      let chunk = store.chunks[place]
      bytesLeft -= chunk.byteCount - Int(chunk.starts[seen[place]])
      chunk.match(pattern, from: seen[place], store.archive, into: &bits[place])
      seen[place] = chunk.textCount
    }
    return true
  }

  /// Whether a line contains the pattern; false also where nobody has looked yet.
  public func contains(_ line: Int) -> Bool {
    let place = line - first
    guard place >= 0, place >> LineChunk.lineBits < bits.count else { return false }
    return bits[place >> LineChunk.lineBits].contains(place & (LineChunk.lineCount - 1))
  }

  /// Whether a line has been looked at.
  public func hasSeen(_ line: Int) -> Bool {
    let place = line - first
    guard place >= 0, place >> LineChunk.lineBits < seen.count else { return false }
    return seen[place >> LineChunk.lineBits] > place & (LineChunk.lineCount - 1)
  }

  /// Forgets what is known of the last line, which is about to change.
  public mutating func forget(_ line: Int) {
    let place = line - first
    guard place >= 0, place >> LineChunk.lineBits < bits.count else { return }
    let (chunk, row) = (place >> LineChunk.lineBits, place & (LineChunk.lineCount - 1))
    bits[chunk].remove(row)
    seen[chunk] = min(seen[chunk], row)
  }

  /// The bits of a stretch of a store, and how many of its lines have been looked at.
  func stretch(_ place: Int, of store: borrowing LineStore) -> (bits: LineBits, seen: Int)? {
    let place = place + (store.first - first) >> LineChunk.lineBits
    return bits.indices.contains(place) ? (bits[place], seen[place]) : nil
  }

  private mutating func align(to store: borrowing LineStore) {
    if bits.isEmpty { first = store.first }
    let dropped = min((store.first - first) >> LineChunk.lineBits, bits.count)
    if dropped > 0 {
      bits.removeFirst(dropped)
      seen.removeFirst(dropped)
    }
    first = store.first
    while bits.count < store.chunks.count {
      bits.append(LineBits())
      seen.append(0)
    }
  }

  private func nearestUnseen(_ store: borrowing LineStore, _ line: Int) -> Int? {
    let near = min(max((line - first) >> LineChunk.lineBits, 0), max(bits.count - 1, 0))
    var best: Int?
    for place in bits.indices where seen[place] < store.chunks[place].textCount {
      if best.map({ abs(place - near) < abs($0 - near) }) ?? true { best = place }
    }
    return best
  }
}
