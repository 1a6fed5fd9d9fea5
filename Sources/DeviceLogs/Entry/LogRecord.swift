import DailyNotification

/// A line of the plugin before it becomes an entry: the next lines may continue it.
struct LogRecord {
  var entry: LogEntry
  /// The message as bytes, without leading and trailing blanks.
  var message: [UInt8]
  /// The number of continuation lines so far.
  var continuations = 0

  /// The maximum number of continuation lines of a record.
  static let continuationsMax = 8
  static let messageBytesMax = 4_096

  /// The plugin's record in a line; nil when the line is not the plugin's.
  init?(_ line: LineBytes, _ header: LogHeader, number: Int) {
    guard let plugin = PluginText(line, header) else { return nil }
    self.init(
      line, plugin, header, named: line, end: line.count - header.trailing, number: number)
  }

  /// The plugin's record in a line without a header of its own, after a line with one.
  init?(_ line: LineBytes, after context: LineBytes, _ header: LogHeader?, number: Int) {
    guard let plugin = PluginText(continuing: line) else { return nil }
    self.init(
      line, plugin, header ?? LogHeader(message: 0), named: context, end: line.count,
      number: number)
  }

  private init(
    _ line: LineBytes, _ plugin: PluginText, _ header: LogHeader, named source: LineBytes,
    end: Int, number: Int
  ) {
    let end = min(end, plugin.start + LogRecord.messageBytesMax)
    message = line.bytes(plugin.start..<max(plugin.start, end))
    entry = LogEntry(
      number: number, stamp: header.stamp, level: header.level,
      process: header.process.map(source.text), pid: header.pid, tid: header.tid,
      subsystem: header.subsystem.map(source.text), category: header.category.map(source.text),
      mark: plugin.mark, message: "", events: [], fields: [], isPrivate: false)
    entry.isEcho = LogRecord.isEcho(line, min(header.message, plugin.start)..<plugin.start)
    settle()
  }

  /// Whether what stands before the mark shows that a page's console has printed the line.
  ///
  /// Source: Capacitor's `BridgeWebChromeClient` (`File: … - Line 1 - Msg: …`) and its bridge on an
  /// iPhone (`⚡️  [log] - …`).
  private static func isEcho(_ line: LineBytes, _ range: Range<Int>) -> Bool {
    guard range.count > 10 else { return false }
    let before = line.text(range)
    return before.contains(" Msg: ") || before.hasPrefix("Msg: ") || before.contains("⚡️")
  }

  init(entry: LogEntry, message: [UInt8]) {
    (self.entry, self.message) = (entry, message)
    settle()
  }

  /// A record whose header comes later.
  init(_ message: [UInt8], mark: LogMark, number: Int) {
    self.message = message
    entry = LogEntry(
      number: number, mark: mark, message: "", events: [], fields: [], isPrivate: false)
    settle()
  }

  /// Adds a header that came after the message.
  mutating func complete(_ header: LogHeader, in line: LineBytes) {
    (entry.stamp, entry.level) = (header.stamp, header.level)
    (entry.pid, entry.tid) = (header.pid, header.tid)
    entry.process = header.process.map(line.text)
    entry.subsystem = header.subsystem.map(line.text)
    entry.category = header.category.map(line.text)
  }

  /// A record whose row and fields are already known.
  init(whole entry: LogEntry, message: String?) {
    self.entry = entry
    self.message = []
    self.entry.message = message ?? entry.events.first?.wording ?? ""
  }

  /// Whether the message is one that the plugin writes.
  var isKnown: Bool { !entry.events.isEmpty }

  /// Appends the next line; false when that cannot continue the record.
  mutating func append(_ line: LineBytes, number: Int) -> Bool {
    guard continuations < LogRecord.continuationsMax,
      message.count + line.count <= LogRecord.messageBytesMax
    else { return false }
    continuations += 1
    entry.number = number
    let addition = line.bytes(0..<line.count)
    let blank: [UInt8] = message.isEmpty ? [] : [0x20]
    let old = message
    // A terminal wraps inside words; a log's own line break is between them.
    for joined in [old + addition, old + blank + addition] {
      message = joined
      settle()
      if isKnown { return true }
    }
    return true
  }

  private mutating func settle() {
    entry.message = String(decoding: message, as: UTF8.self)
    let hasHidden = entry.message.contains(LineTable.hidden.description)
    guard entry.dialect.hasOwnMessages else {
      let match = DialectTable.match(message, entry.mark)
      entry.events = match.map { [$0.event] } ?? []
      entry.fields = match?.fields ?? []
      entry.isPrivate = hasHidden
      return
    }
    let match = LineTable.match(message, entry.source)
    // What work says is what a task says, so that one profile serves both systems.
    entry.events = []
    for event in match.lines.map({ LogEvent.line($0.meaning) }) where !entry.events.contains(event)
    {
      entry.events.append(event)
    }
    entry.fields = match.fields
    entry.isPrivate = match.lines.count > 1 || hasHidden
  }
}
