/// What takes in a log piece by piece.
public protocol LogSink {
  /// Whether nothing more is read.
  var isFull: Bool { get }
  /// Processes the next bytes; throws for input that is not text.
  mutating func consume(_ bytes: UnsafeRawBufferPointer) throws(LogProblem)
  /// Adds what is wrong with the input itself to what is said of it.
  mutating func warn(_ text: String)
}

extension LogValidation: LogSink {}

/// Reads a whole log and keeps the plugin's lines.
public struct LogReading: LogSink, Sendable {
  /// How many lines of the plugin are kept: a year of a phone has some 10,000.
  public static let entriesMax = 200_000

  private var scanner: LogScanner
  private var entries: [LogEntry] = []
  private var bytesLeft: Int
  private var isCut = false
  private var warnings: [String] = []

  /// Reads in a given format, or in one found among some.
  public init(
    format: LogFormat? = nil, among formats: [LogFormat] = BuiltInFormats.all,
    time: LogTimeOptions = LogTimeOptions(), json: JSONFieldOptions = JSONFieldOptions(),
    bytesMax: Int = .max
  ) {
    scanner = LogScanner(format: format, among: formats, time: time, json: json)
    bytesLeft = bytesMax
  }

  public var isFull: Bool { isCut || entries.count >= LogReading.entriesMax }

  public mutating func consume(_ bytes: UnsafeRawBufferPointer) throws(LogProblem) {
    isCut = isCut || bytes.count > bytesLeft
    let room = min(bytes.count, bytesLeft)
    bytesLeft -= room
    try scanner.consume(UnsafeRawBufferPointer(rebasing: bytes[..<room]))
    entries += scanner.drain()
  }

  public mutating func warn(_ text: String) { warnings.append(text) }

  /// Processes the end of the input.
  public mutating func finish() throws(LogProblem) -> ReadLog {
    let isCut = isFull
    try scanner.finish()
    entries += scanner.drain()
    let ends = (entries.compactMap(\.time) + [scanner.endTime].compactMap(\.self))
      .filter(\.isAbsolute)
    let evidence = scanner.evidence
    var signs = PhoneSigns()
    for entry in entries { signs.take(entry) }
    return ReadLog(
      phone: signs.phone(scanner.format, evidence), entries: entries,
      evidence: evidence.filter { $0.line.event == nil },
      conflicts: scanner.conflicts + warnings, tally: scanner.tally,
      end: ends.max { $0.milliseconds < $1.milliseconds }, isCut: isCut)
  }
}

/// A log that was read.
public struct ReadLog: Sendable {
  /// The system of the phone; nil where nothing tells it.
  public let phone: LogFormat.Phone?
  /// The plugin's lines, in their order.
  public let entries: [LogEntry]
  /// The system's lines that may be about the plugin's app.
  public let evidence: [LogEvidence]
  /// What the log says against what was given, and what is wrong with its input.
  public let conflicts: [String]
  /// The counts of its lines.
  public let tally: LogTally
  /// The latest time of any line that is known; nil without one.
  public let end: LogTime?
  /// Whether it goes on, and was not read further.
  public let isCut: Bool
}

extension ReadLog {
  /// The plugin's lines of one app on one phone.
  public struct App: Sendable {
    /// What tells it from others, in words; empty where nothing does.
    public let words: String
    /// Its lines, in the order of their times.
    public let entries: [LogEntry]
  }

  /// The apps that have written lines of the plugin, the one with the most lines first.
  ///
  /// Processes that write by turns are apps of their own.
  public var apps: [App] {
    var groups: [(words: String, entries: [LogEntry])] = []
    for entry in entries {
      let parts = [entry.device.map { "phone \($0)" }, entry.process]
      let words = parts.compactMap(\.self).joined(separator: ", ")
      if let place = groups.firstIndex(where: { $0.words == words }) {
        groups[place].entries.append(entry)
      } else {
        groups.append((words, [entry]))
      }
    }
    return groups.flatMap { ReadLog.separated($0.words, $0.entries) }
      .sorted { $0.entries.count > $1.entries.count }
  }

  private static func separated(_ words: String, _ entries: [LogEntry]) -> [App] {
    var order: [Int] = []
    var isMixed = false
    for pid in entries.compactMap(\.pid) where order.last != pid {
      isMixed = isMixed || order.contains(pid)
      order.append(pid)
    }
    guard isMixed else { return [App(words: words, entries: entries)] }
    return Set(order).sorted().map { pid in
      let name = (words.isEmpty ? "" : words + ", ") + "process \(pid)"
      return App(words: name, entries: entries.filter { $0.pid == pid })
    }
  }
}
