import PlainText

/// Reads a log in chunks and keeps only the plugin's lines.
///
/// Memory is bounded by the chunk, the longest line that is read, and entries not yet drained.
public struct LogScanner: Sendable {
  /// The maximum number of bytes that are read of a line: 1 MiB.
  public static let lineBytesMax = 1_048_576
  /// The number of lines that decide the format, and of bytes in which they are searched.
  static let sniffedLines = 200
  static let sniffedBytes = 262_144

  /// The counts of the lines so far.
  public internal(set) var tally = LogTally()
  /// The format; nil until enough lines were seen.
  public private(set) var format: LogFormat?

  /// The latest time of any line or object, whoever wrote it; nil before the end.
  public private(set) var endTime: LogTime?
  /// The same of the part of a bug report that is older than the rest; nil where there is none.
  private(set) var sectionEndTime: LogTime?

  var entries: [LogEntry] = []
  /// Entries that wait until what their times lack is known, or until it is known never to be.
  var held: [(entry: LogEntry, stamp: LogStamp?)] = []
  /// A record that the next line may continue.
  var open: LogRecord?
  /// The header of the last record, for lines that continue it.
  var lastHeader: [UInt8] = []
  var clock: LogClock
  var object = JSONLogObject()
  var stream = JSONStream()
  var foreign = JSONTimes()
  var repeats = RepeatedRecords()
  var system = SystemEvidence()
  /// The phone that the current line is of, and the part of a bug report.
  private(set) var device: String?
  var section: String?
  var jsonOptions: JSONFieldOptions
  /// The number of objects with a mark of the plugin and without the text that was named.
  var textless = 0
  /// The columns of a table; nil before its heading.
  var columns: CSVColumns?
  /// The latest time of any line that begins a record, whoever wrote it.
  private(set) var latest: LogStamp?
  private var latestOrder = Int64.min
  /// Whether lines are of a clock that was not set since the phone was started.
  private(set) var unset = UnsetClock()
  /// The number of parts of the log that have begun, each with times of its own, and the number of
  /// the part that has the latest time.
  var parts = 0
  private var latestPart = 0
  /// How often no program has written for more than 26 hours.
  private(set) var longSilences = 0
  private static let silenceMilliseconds: Int64 = 26 * 3_600_000
  /// The latest time in a part that is older than the rest.
  private var latestOfSection: LogStamp?
  /// The order of the plugin's last line on each phone.
  private var ownOrders: [String: Int64] = [:]
  private static let phonesMax = 64
  /// The last line of Xcode's console that has no metadata, for those that follow.
  var lastMessage: [UInt8] = []
  private let formats: [LogFormat]
  private var decoder = LogDecoder()
  private var setting = LineSetting()
  private var isSettled = false
  /// The bytes before the format was detected, and the number of line feeds in them.
  private var head: [UInt8] = []
  private var headFeeds = 0
  private var carry: [UInt8] = []
  private var isSkipping = false
  /// The times of the program that printed the log.
  private var printed = PrintedTimes()
  /// The range of the last header in the current chunk.
  private var headerPlace: Range<Int>?

  /// Reads in a given format, or in one detected from the first lines.
  ///
  /// - Parameter formats: Those among which it is searched.
  public init(
    format: LogFormat? = nil, among formats: [LogFormat] = BuiltInFormats.all,
    time: LogTimeOptions = LogTimeOptions(), json: JSONFieldOptions = JSONFieldOptions()
  ) {
    jsonOptions = json
    self.format = format
    self.formats = formats
    clock = LogClock(time)
  }

  /// What other programs had put around the lines, and was taken off.
  var peeled: [String] { setting.words }

  /// The system's lines that may be about the plugin's app.
  var evidence: [LogEvidence] { system.lines(clock) }

  /// Whether the log is nothing but lines of the plugin without times, as `dnp run` prints them.
  var isPlain: Bool { format?.code == .plainLines && tally.unknown == 0 }

  /// What was inferred about times.
  public var inferences: [LogInference] { clock.inferences }

  /// What the log says against what was given.
  var conflicts: [String] { clock.conflicts + (textConflict.map { [$0] } ?? []) }

  private var textConflict: String? {
    guard let text = jsonOptions.text, textless > 0 else { return nil }
    return "\(textless.counted("object")) with the plugin's mark \(textless == 1 ? "has" : "have") "
      + "no text '\(text)', which --json-text names, and \(textless == 1 ? "was" : "were") not "
      + "read; name another member, or leave --json-text out"
  }

  /// Processes the next bytes; throws for input that is not text.
  public mutating func consume(_ bytes: UnsafeRawBufferPointer) throws(LogProblem) {
    guard bytes.count > 0 else { return }
    if head.isEmpty, carry.isEmpty, tally.lines == 0 { try LogProblem.checkKind(bytes) }
    guard let decoded = decoder.decode(bytes) else { return try read(bytes) }
    var problem: LogProblem?
    decoded.withUnsafeBytes { decoded in
      do throws(LogProblem) {
        try read(decoded)
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }

  /// Processes the next bytes of UTF-8.
  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(LogProblem) {
    guard !isSettled else { return feed(bytes.bindMemory(to: UInt8.self)) }
    head.append(contentsOf: bytes)
    headFeeds += bytes.count { $0 == 0x0A }
    if head.count >= LogScanner.sniffedBytes || headFeeds >= LogScanner.sniffedLines {
      try settle()
    }
  }

  /// Processes the end of the input.
  public mutating func finish() throws(LogProblem) {
    let rest = decoder.finish()
    if isSettled {
      rest.withUnsafeBufferPointer { feed($0) }
    } else {
      head += rest
      try settle()
    }
    takeLast()
    endObjects()
    carry = []
    closeRecord()
    endObject()
    release()
    if tally.plugin > 0, let latest {
      // What has to be inferred is inferred from the plugin's lines alone.
      var clock = clock
      endTime = clock.resolve(latest)
      if let silence = printed.elapsed { endTime?.add(silence) }
      sectionEndTime = latestOfSection.map { clock.resolve($0) }
    }
  }

  /// Takes in the time of a line or an object of any program.
  mutating func note(_ stamp: LogStamp) {
    let order = stamp.order
    // Without a date the last line is the latest; midnight is told by the lines in between.
    guard let order else {
      latest = stamp
      return
    }
    if unset.take(stamp, after: latest) { (latest, latestOrder) = (nil, .min) }
    if unset.isUnset { return }
    if section != nil, order > latestOfSection?.order ?? .min { latestOfSection = stamp }
    // In a log without years, New Year is a month that falls by half a year.
    let isNewYear =
      stamp.year == nil && (latest?.month ?? 0) - (stamp.month ?? 0) >= 6 && stamp.month != nil
    let isOldYear =
      stamp.year == nil && (stamp.month ?? 0) - (latest?.month ?? 12) >= 6 && latest != nil
    guard order >= latestOrder || isNewYear, !isOldYear else { return }
    // The order leaps where a month ends, so that a silence is measured by the calendar.
    if let latest, order &- latestOrder > LogScanner.silenceMilliseconds,
      let gap = stamp.elapsed(since: latest), gap > LogScanner.silenceMilliseconds
    {
      longSilences += 1
    }
    (latest, latestOrder, latestPart) = (stamp, order, parts)
  }

  /// A line of the plugin is long before its own last one and the latest one of its part: the clock
  /// was set back, and what came before tells nothing of what is due from then on.
  ///
  /// Where only lines of others are later, two logs may stand one after the other.
  mutating func noteClock(_ stamp: LogStamp) {
    guard let order = stamp.order else { return }
    if ownOrders.count >= LogScanner.phonesMax { ownOrders.removeAll() }
    let own = ownOrders.updateValue(order, forKey: device ?? "")
    let latestBefore = order &+ LogScanner.disorderMilliseconds
    guard let own, own > latestBefore, latestOrder > latestBefore, parts == latestPart else {
      return
    }
    (latest, latestOrder) = (stamp, order)
  }

  /// How much older than the one before a line may be without the clock having been set back.
  private static let disorderMilliseconds: Int64 = 600_000

  /// Returns the entries found since the previous call, in order.
  public mutating func drain() -> [LogEntry] {
    let drained = entries
    entries.removeAll(keepingCapacity: true)
    return drained
  }

  private mutating func settle() throws(LogProblem) {
    try FormatSniffer(head).checkText()
    setting = LineSetting(head, among: format.map { [$0] } ?? formats)
    if format == nil { format = FormatSniffer(setting.plain(head), formats).format }
    isSettled = true
    noteConstants(setting.plain(head))
    let bytes = head
    head = []
    bytes.withUnsafeBufferPointer { feed($0) }
  }

  /// Splits the chunk into lines; what follows the last line feed waits for the next chunk.
  private mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>) {
    guard let base = chunk.baseAddress else { return }
    if format?.code == .objects, setting.isBare { return takeObjects(chunk) }
    let end = chunk.count
    var place = finishCarry(base, end)
    var mark = ByteSearch.mark(in: base, from: place, to: end)
    while place < end {
      let feed = ByteSearch.lineFeed(in: base, from: place, to: end)
      guard feed < end else { break }
      let line = LineBytes(base: base + place, count: feed - place)
      // A marked line may need the header before it.
      if mark < feed { keepHeader(base) }
      if takeOwn(line, isMarked: mark < feed) { headerPlace = place..<place + line.count }
      place = feed + 1
      if mark < place { mark = ByteSearch.mark(in: base, from: place, to: end) }
    }
    keepHeader(base)
    keep(UnsafeBufferPointer(rebasing: chunk[place...]))
  }

  /// Processes one line without what other programs put around it.
  private mutating func takeOwn(_ whole: LineBytes, isMarked: Bool) -> Bool {
    if isMarked { device = setting.device(of: whole) }
    let isRecord = setting.withPlain(whole, isMarked: isMarked) { take($0, isMarked: isMarked) }
    if setting.hasStamps, let place = setting.stampPlace(whole) {
      printed.take(whole.buffer[place], isRecord: isRecord)
    }
    return isRecord
  }

  /// Completes the line that the last chunk left unfinished; returns the index after it.
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

  /// Keeps the beginning of a line, up to the maximum that is read.
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
      if takeOwn(line, isMarked: isMarked) {
        headerPlace = 0..<line.count
        keepHeader(base)
      }
    }
  }

  /// Processes a last line without its end, of which what follows the time may be cut off.
  private mutating func takeLast() {
    guard !carry.isEmpty else { return }
    let begun = tally.headed
    take(carry)
    guard tally.headed == begun, let format else { return }
    let stamp = carry.withUnsafeBufferPointer { buffer -> LogStamp? in
      guard let base = buffer.baseAddress else { return nil }
      return setting.withPlain(LineBytes(base: base, count: buffer.count), isMarked: true) { line in
        format.patterns.lazy.compactMap { $0.stamp(line) }.first
      }
    }
    if let stamp { noteOther(stamp) }
  }

  /// Takes in the time of a line that is none of the format, where it goes on from the latest one.
  mutating func noteOther(_ other: LogStamp) {
    guard let latest else { return }
    var stamp = other
    stamp.year = latest.year == nil ? nil : stamp.year ?? latest.year
    stamp.offsetMinutes = stamp.offsetMinutes ?? latest.offsetMinutes
    guard let passed = stamp.elapsed(since: latest) ?? stamp.sameDay(since: latest),
      (0...LogScanner.silenceMilliseconds).contains(passed)
    else { return }
    if format?.hasNoDates == true, stamp.month == nil { clock.note(stamp) }
    note(stamp)
  }

  /// Copies the last header out of the chunk, whose memory is about to be released.
  private mutating func keepHeader(_ base: UnsafePointer<UInt8>) {
    guard let place = headerPlace else { return }
    headerPlace = nil
    lastHeader.removeAll(keepingCapacity: true)
    let whole = LineBytes(base: base + place.lowerBound, count: min(place.count, 512))
    setting.withPlain(whole, isMarked: true) { lastHeader.append(contentsOf: $0.buffer) }
  }
}
