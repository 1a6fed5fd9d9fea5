/// Reads a log in chunks and keeps only what is the plugin's.
///
/// Memory is bounded by the chunk, the longest line that is read, and what `drain` has not taken.
public struct LogScanner {
  /// How much of one line is read, in bytes: 1 MiB.
  public static let lineBytesMax = 1_048_576
  /// How many lines decide about the format, and in how many bytes they are looked for.
  static let sniffedLines = 200
  static let sniffedBytes = 262_144

  /// What became of the lines so far.
  public internal(set) var tally = LogTally()
  /// The format; nil until enough lines were seen.
  public private(set) var format: LogFormat?

  var entries: [LogEntry] = []
  /// A record that may go on in the next line.
  var open: LogRecord?
  /// The header of the last record, for lines that belong to it.
  var lastHeader: [UInt8] = []
  var clock: LogClock
  var object = JSONLogObject()
  /// What came before the format was known, and how many line feeds are in it.
  private var head: [UInt8] = []
  private var headFeeds = 0
  private var carry: [UInt8] = []
  private var isSkipping = false
  /// Where the last header stands in the chunk at hand.
  private var headerPlace: Range<Int>?

  /// Reads with a format that is given, or found in the first lines.
  public init(format: LogFormat? = nil, time: LogTimeOptions = LogTimeOptions()) {
    self.format = format
    clock = LogClock(time)
  }

  /// What had to be inferred about times.
  public var inferences: [LogInference] { clock.inferences }

  /// Takes in the next bytes; throws for what is no text.
  public mutating func consume(_ bytes: UnsafeRawBufferPointer) throws(LogProblem) {
    guard bytes.count > 0 else { return }
    if head.isEmpty, carry.isEmpty, tally.lines == 0 { try LogProblem.checkKind(bytes) }
    guard format == nil else { return feed(bytes.bindMemory(to: UInt8.self)) }
    head.append(contentsOf: bytes)
    headFeeds += bytes.count { $0 == 0x0A }
    if head.count >= LogScanner.sniffedBytes || headFeeds >= LogScanner.sniffedLines {
      try settle()
    }
  }

  /// Takes in that nothing follows.
  public mutating func finish() throws(LogProblem) {
    if format == nil { try settle() }
    if !carry.isEmpty { take(carry) }
    carry = []
    closeRecord()
    endObject()
  }

  /// Hands over the records that were found since the last time, in their order.
  public mutating func drain() -> [LogEntry] {
    let drained = entries
    entries.removeAll(keepingCapacity: true)
    return drained
  }

  private mutating func settle() throws(LogProblem) {
    let sniffer = FormatSniffer(head)
    try sniffer.checkText()
    format = sniffer.format
    let bytes = head
    head = []
    bytes.withUnsafeBufferPointer { feed($0) }
  }

  /// Cuts the chunk into lines; what follows the last line feed waits for the next chunk.
  private mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>) {
    guard let base = chunk.baseAddress else { return }
    let end = chunk.count
    var place = finishCarry(base, end)
    var mark = ByteSearch.mark(in: base, from: place, to: end)
    while place < end {
      let feed = ByteSearch.lineFeed(in: base, from: place, to: end)
      guard feed < end else { break }
      let line = LineBytes(base: base + place, count: feed - place)
      // A marked line may need the header before it.
      if mark < feed { keepHeader(base) }
      if take(line, isMarked: mark < feed) { headerPlace = place..<place + line.count }
      place = feed + 1
      if mark < place { mark = ByteSearch.mark(in: base, from: place, to: end) }
    }
    keepHeader(base)
    keep(UnsafeBufferPointer(rebasing: chunk[place...]))
  }

  /// Completes the line that the last chunk left unfinished; the place after it.
  private mutating func finishCarry(_ base: UnsafePointer<UInt8>, _ end: Int) -> Int {
    guard !carry.isEmpty || isSkipping else { return 0 }
    let feed = ByteSearch.lineFeed(in: base, from: 0, to: end)
    keep(UnsafeBufferPointer(start: base, count: feed))
    guard feed < end else { return end }
    isSkipping = false
    let line = carry
    carry.removeAll(keepingCapacity: true)
    take(line)
    return feed + 1
  }

  /// Keeps the beginning of a line, as much of it as is read.
  private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isSkipping else { return }
    let room = LogScanner.lineBytesMax - carry.count
    carry.append(contentsOf: bytes.prefix(room))
    if bytes.count > room {
      isSkipping = true
      tally.cut += 1
    }
  }

  private mutating func take(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let isMarked = ByteSearch.mark(in: base, from: 0, to: buffer.count) < buffer.count
      let line = LineBytes(base: base, count: buffer.count)
      if take(line, isMarked: isMarked) {
        headerPlace = 0..<line.count
        keepHeader(base)
      }
    }
  }

  /// Copies the last header out of memory that is about to go.
  private mutating func keepHeader(_ base: UnsafePointer<UInt8>) {
    guard let place = headerPlace else { return }
    headerPlace = nil
    lastHeader.removeAll(keepingCapacity: true)
    lastHeader.append(
      contentsOf: UnsafeBufferPointer(start: base + place.lowerBound, count: min(place.count, 512)))
  }
}
