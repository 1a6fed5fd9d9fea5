/// What other programs put around the lines of a log, found in its first lines.
///
/// Nothing is taken off as long as the lines have a format as they are.
///
/// Not modelled: the times of a CI system; they are of the machine that printed the line. They tell
/// only how long a log went on after its last time, unless no other time is there.
struct LineSetting: Hashable, Sendable {
  /// What stands before lines, from the outside in.
  private(set) var prefixes: [LinePrefix] = []
  /// Whether any line may have colours; otherwise only those that begin with one or are marked.
  private(set) var hasColors = false
  /// Whether lines are those of a page, with tags and entities.
  private(set) var isPage = false
  /// Whether lines begin with the times of another program, which are taken off.
  private(set) var hasStamps = false
  /// What is taken off the ends of lines.
  private var closing: UInt8?
  /// Whether lines stand between fences.
  private var hasFences = false

  /// How many things may stand before a line.
  private static let prefixesMax = 6
  /// How many of the first lines must have a format: one of so many.
  private static let share = 4
  private static let escape: UInt8 = 0x1B

  /// A setting without anything around lines.
  init() {}

  /// The setting that the first lines show.
  ///
  /// - Parameter formats: Those that the lines may have; with one of them nothing is taken off.
  init(_ head: [UInt8], among formats: [LogFormat]) {
    hasColors = head.contains(LineSetting.escape)
    isPage = PageText.isPage(head)
    hasFences = LineSetting.lines(of: head).contains { $0.starts(with: "```".utf8) }
    let strict = formats.count > 1 ? formats.filter { !$0.isLenient } : formats
    while prefixes.count < LineSetting.prefixesMax {
      let lines = LineSetting.lines(of: plain(head)).filter { !$0.isEmpty }
      guard !FormatSniffer(plain(head), strict).isSure(LineSetting.share),
        let prefix = LinePrefix.found(in: lines)
      else { break }
      prefixes.append(prefix)
    }
    leaveOnlyTimes(head, strict)
    hasStamps = prefixes.contains(.stamp)
    closing = prefixes.lazy.compactMap(\.closing).first
  }

  /// Keeps the times of a CI system where nothing else tells when lines were written.
  private mutating func leaveOnlyTimes(_ head: [UInt8], _ strict: [LogFormat]) {
    guard let place = prefixes.firstIndex(of: .stamp),
      !FormatSniffer(plain(head), strict).isSure(LineSetting.share)
    else { return }
    prefixes.removeSubrange(place...)
  }

  /// Whether lines are the log's as they are.
  var isBare: Bool { prefixes.isEmpty && !hasColors && !isPage }

  /// What was taken off, for an answer.
  var words: [String] {
    prefixes.map(\.words) + (hasFences ? ["code fences"] : [])
      + (isPage ? ["the tags and entities of a page"] : []) + (hasColors ? ["colours"] : [])
  }

  /// The first lines without what is around them, to find their format.
  func plain(_ head: [UInt8]) -> [UInt8] {
    guard !prefixes.isEmpty || hasColors || isPage else { return head }
    var plain: [UInt8] = []
    LineSetting.eachLine(of: head) { line in
      withPlain(line, isMarked: true) { plain.append(contentsOf: $0.buffer) }
      plain.append(0x0A)
    }
    return plain
  }

  /// How many bytes at the line's beginning are none of its own.
  func prefixCount(_ line: LineBytes) -> Int {
    guard !prefixes.isEmpty else { return 0 }
    var start = 0
    for prefix in prefixes {
      start += prefix.count(LineBytes(base: line.base + start, count: line.count - start))
    }
    return start
  }

  /// Where the time of another program stands before a line; nil without one.
  func stampPlace(_ line: LineBytes) -> Range<Int>? {
    var start = 0
    for prefix in prefixes {
      let count = prefix.count(LineBytes(base: line.base + start, count: line.count - start))
      if prefix == .stamp { return count > 0 ? start..<start + count : nil }
      start += count
    }
    return nil
  }

  /// The phone that a line is of, where something before it names one.
  func device(of line: LineBytes) -> String? {
    var start = 0
    for prefix in prefixes {
      let rest = LineBytes(base: line.base + start, count: line.count - start)
      let count = prefix.count(rest)
      if prefix == .label, count > 3 {
        let label = rest.text(1..<count - 2)
        if LinePrefix.isPhone(label) { return label }
      }
      start += count
    }
    return nil
  }

  /// Hands on a line without what is around it.
  func withPlain<Result>(
    _ whole: LineBytes, isMarked: Bool, _ body: (LineBytes) -> Result
  ) -> Result {
    let start = prefixCount(whole)
    var end = whole.count
    if let closing, start > 0 {
      while end > start, whole[end - 1] == 0x20 { end -= 1 }
      if end > start, whole[end - 1] == closing { end -= 1 }
    }
    let line =
      start == 0 && end == whole.count
      ? whole : LineBytes(base: whole.base + start, count: end - start)
    let isColored = isColored(line, isMarked: isMarked)
    guard isColored || isPage else { return body(line) }
    var bytes = isColored ? LineSetting.withoutColors(line) : Array(line.buffer)
    if isPage { bytes = PageText.plain(bytes) }
    return bytes.withUnsafeBufferPointer { plain in
      guard let base = plain.baseAddress else {
        return body(LineBytes(base: line.base, count: 0))
      }
      return body(LineBytes(base: base, count: plain.count))
    }
  }

  /// Whether colours have to be taken out of a line.
  func isColored(_ line: LineBytes, isMarked: Bool) -> Bool {
    guard hasColors || isMarked || line[0] == LineSetting.escape else { return false }
    return line.buffer.contains(LineSetting.escape)
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

  /// The first lines, as many as decide on a format.
  private static func lines(of head: [UInt8]) -> [ArraySlice<UInt8>] {
    head.split(
      separator: 0x0A, maxSplits: LogScanner.sniffedLines, omittingEmptySubsequences: false
    ).prefix(LogScanner.sniffedLines).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
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
