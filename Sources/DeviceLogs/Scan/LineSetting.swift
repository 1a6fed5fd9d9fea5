/// What other programs put around the lines of a log: times of a CI system, and colours.
///
/// Source: the logs of GitHub Actions and Azure Pipelines (`2025-11-15T05:42:30.1234567Z `), of
/// GitLab (the same, then `00O ` or `00E+`), of Jenkins' Timestamper
/// (`[2025-11-15T05:42:30.123Z] `), of `docker logs -t`; ECMA-48 for colours.
///
/// Not modelled: the times themselves. They are of the machine that printed the line.
struct LineSetting: Hashable, Sendable {
  /// Whether lines begin with the time of a CI system.
  private(set) var hasPrefixes = false
  /// Whether any line may have colours; otherwise only those that begin with one or are marked.
  private(set) var hasColors = false

  private static let escape: UInt8 = 0x1B

  /// A setting without anything around lines.
  init() {}

  /// The setting that the first lines show.
  init(_ head: [UInt8]) {
    hasColors = head.contains(LineSetting.escape)
    var (lines, prefixed) = (0, 0)
    LineSetting.eachLine(of: head) { line in
      guard !line.isBlank, lines < LogScanner.sniffedLines else { return }
      lines += 1
      if LineSetting.prefix(line) > 0 { prefixed += 1 }
    }
    hasPrefixes = prefixed * 2 > lines
  }

  /// The first lines without what is around them, to find their format.
  func plain(_ head: [UInt8]) -> [UInt8] {
    guard hasPrefixes || hasColors else { return head }
    var plain: [UInt8] = []
    LineSetting.eachLine(of: head) { line in
      let start = prefixCount(line)
      plain += LineSetting.withoutColors(
        LineBytes(base: line.base + start, count: line.count - start))
      plain.append(0x0A)
    }
    return plain
  }

  /// How many bytes at the line's beginning are none of its own.
  func prefixCount(_ line: LineBytes) -> Int { hasPrefixes ? LineSetting.prefix(line) : 0 }

  /// Whether colours have to be taken out of a line.
  func isColored(_ line: LineBytes, isMarked: Bool) -> Bool {
    guard hasColors || isMarked || line[0] == LineSetting.escape else { return false }
    return UnsafeBufferPointer(start: line.base, count: line.count).contains(LineSetting.escape)
  }

  /// A line's bytes without colours; other control sequences stay.
  static func withoutColors(_ line: LineBytes) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    var place = 0
    while place < line.count {
      guard let end = endOfColor(line, place) else {
        bytes.append(line[place])
        place += 1
        continue
      }
      place = end
    }
    return bytes
  }

  /// The index after the colour that begins at an index; nil where none does.
  ///
  /// `grep` writes that the rest of the line is to be erased beside each of its colours.
  private static func endOfColor(_ line: LineBytes, _ start: Int) -> Int? {
    guard line[start] == escape, line[start + 1] == UInt8(ascii: "[") else { return nil }
    var place = start + 2
    while (0x30...0x3B).contains(line[place]) { place += 1 }
    return line[place] == UInt8(ascii: "m") || line[place] == UInt8(ascii: "K") ? place + 1 : nil
  }

  /// How many bytes the time of a CI system takes; 0 without one.
  private static func prefix(_ line: LineBytes) -> Int {
    let isBracketed = line[0] == UInt8(ascii: "[")
    let start = isBracketed ? 1 : 0
    guard line[start + 10] == UInt8(ascii: "T"), line[start + 4] == UInt8(ascii: "-") else {
      return 0
    }
    var own = LineCursor(line)
    // The phone's own time, in the log of a bundle.
    if own.bundleHeader() != nil { return 0 }
    var cursor = LineCursor(line, at: start)
    guard cursor.digits(4) != nil, cursor.skip("-"), cursor.digits(2) != nil, cursor.skip("-"),
      cursor.digits(2) != nil, cursor.skip("T"), cursor.timeOfDay() != nil,
      cursor.skip("Z") || cursor.offset() != nil
    else { return 0 }
    if isBracketed, !cursor.skip("]") { return 0 }
    guard cursor.skip(" ") else { return cursor.position == line.count ? line.count : 0 }
    return cursor.position + stream(line, from: cursor.position)
  }

  /// The bytes of GitLab's stream after the time: its number, the kind, and whether a line goes on.
  private static func stream(_ line: LineBytes, from start: Int) -> Int {
    var cursor = LineCursor(line, at: start)
    guard cursor.hexadecimalPair(), cursor.skip("O") || cursor.skip("E"),
      cursor.skip(" ") || cursor.skip("+") || cursor.position == line.count
    else { return 0 }
    return cursor.position - start
  }

  private static func eachLine(of head: [UInt8], _ body: (LineBytes) -> Void) {
    head.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var place = 0
      while place < bytes.count {
        let feed = ByteSearch.lineFeed(in: base, from: place, to: bytes.count)
        body(LineBytes(base: base + place, count: feed - place))
        place = feed + 1
      }
    }
  }
}
