import CivilTime
import DailyNotification
import JSONText

/// Parses a JSON object of a log: Apple's records, this tool's records and its log events.
enum JSONLogReader {
  enum Outcome {
    case plugin(LogRecord)
    /// Another process's record, or something else.
    case other
    /// One without the member that was named as its text.
    case textless
    case damaged
  }

  /// The smallest number of milliseconds that is treated as a time, in 1973.
  private static let timeMin: Int64 = 100_000_000_000
  /// The times of the years 0 to 9999, which are all that ISO 8601 can express.
  private static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, number: Int, _ code: LogFormat.Code?,
    _ options: JSONFieldOptions
  ) -> Outcome {
    guard let value = try? JSONParser.parse(bytes) else { return .damaged }
    // Objects of any tool may be Apple's, too; what else is known belongs to one tool.
    let isKnown = code != .objects || value["eventMessage"] != nil
    let known = isKnown ? known(value, number: number) : nil
    if let known { return .plugin(known) }
    return code == .events ? .other : outcome(value, number: number, options)
  }

  /// A record of a tool whose members are known.
  private static func known(_ value: JSONValue, number: Int) -> LogRecord? {
    if let message = value["eventMessage"]?.stringValue {
      unified(value, message, number: number)
    } else if let code = value["eventCode"]?.stringValue {
      coded(value, code, number: number)
    } else if let header = value["header"] {
      exported(header, value["message"]?.stringValue ?? "", number: number)
    } else if let line = value["msg"]?.stringValue {
      relayed(line, number: number)
    } else if value["process"] != nil, let message = value["message"]?.stringValue {
      relayed(value, message, number: number)
    } else {
      // The bridge sends records as notifications.
      own(value["params"] ?? value, number: number)
    }
  }

  /// What an object of any tool is.
  static func outcome(_ value: JSONValue, number: Int, _ options: JSONFieldOptions) -> Outcome {
    let fields = JSONFields(value, options)
    if options.text != nil, fields.messages.isEmpty { return .textless }
    return generic(fields, number: number).map(Outcome.plugin) ?? .other
  }

  /// A record of any tool: its text is the one that has the plugin's mark.
  private static func generic(_ fields: JSONFields, number: Int) -> LogRecord? {
    for message in fields.messages {
      guard var record = generic(message, fields, number: number) else { continue }
      if let time = fields.time { record.entry.stamp = time.stamp }
      record.entry.level = record.entry.level ?? fields.level
      record.entry.pid = record.entry.pid ?? fields.pid
      record.entry.tid = record.entry.tid ?? fields.tid
      record.entry.process = record.entry.process ?? fields.process
      return record
    }
    return nil
  }

  private static func generic(
    _ message: String, _ fields: JSONFields, number: Int
  ) -> LogRecord? {
    let own = fields.tag.flatMap(LogMark.init(tag:)) ?? mark(fields.subsystem, fields.category)
    var bytes = Array(message.utf8)
    while bytes.last.map({ $0 <= 0x20 }) == true { bytes.removeLast() }
    return bytes.withUnsafeBufferPointer { buffer -> LogRecord? in
      guard let base = buffer.baseAddress else { return nil }
      let line = LineBytes(base: base, count: buffer.count)
      if let header = inner(line), let record = LogRecord(line, header, number: number) {
        return record
      }
      if let record = LogRecord(line, LogHeader(message: 0), number: number) { return record }
      return own.map { LogRecord(line.bytes(0..<line.count), mark: $0, number: number) }
    }
  }

  /// The mark of a subsystem's category.
  private static func mark(_ subsystem: String?, _ category: String?) -> LogMark? {
    guard subsystem == LogCategory.subsystem else { return nil }
    return category.flatMap(PluginText.category(named:)).map { LogMark($0) }
  }

  /// The fields of a line inside another record; nil where it has no format.
  static func inner(_ line: LineBytes) -> LogHeader? {
    for format in BuiltInFormats.inner where format.begins(line) {
      return format.header(line)
    }
    return nil
  }

  /// The same of a text.
  static func inner(_ text: String) -> LogHeader? {
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { inner(LineBytes(base: $0, count: buffer.count)) }
    }
  }

  /// The fields, the program and the message of a text that is a line; nil where it is none.
  static func inner(whole text: String) -> (header: LogHeader, program: String, message: String)? {
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let line = LineBytes(base: base, count: buffer.count)
      guard let header = inner(line), let program = header.tag ?? header.process else {
        return nil
      }
      return (
        header, line.text(program), line.text(min(header.message, line.count)..<line.count)
      )
    }
  }

  /// Whether a damaged object was the plugin's, as far as a mark in it tells.
  static func isOfPlugin(_ object: LineBytes, _ format: LogFormat?) -> Bool {
    // Every object of this tool's own lines is the plugin's.
    format?.code == .events || PluginText.mark(in: object, from: 0) != nil
      || object.place(of: "\"com.timesafari.dailynotification\"") != nil
  }

  /// Whether an object of this tool's own lines is one of the plugin's log.
  static func isEvent(_ object: LineBytes) -> Bool {
    object.place(of: "\"event\"") != nil || object.place(of: "\"kind\":\"log\"") != nil
      || LogCategory.allCases.contains {
        object.contains("\"category\":\"\($0.rawValue)\"")
      }
  }

  private static func unified(
    _ value: JSONValue, _ message: String, number: Int
  ) -> LogRecord? {
    let (subsystem, category) = (value["subsystem"]?.stringValue, value["category"]?.stringValue)
    let isOwn = subsystem == LogCategory.subsystem
    let own = isOwn ? category.flatMap(PluginText.category(named:)).map { LogMark($0) } : nil
    guard let (text, rest) = plugin(message, own: own) else { return nil }
    let path = value["processImagePath"]?.stringValue
    let entry = LogEntry(
      number: number, stamp: value["timestamp"]?.stringValue.flatMap(stamp),
      level: value["messageType"]?.stringValue.flatMap(LogLevel.init(word:)),
      process: path?.split(separator: "/").last.map(String.init),
      pid: value["processID"]?.integerValue.map(Int.init(truncatingIfNeeded:)),
      tid: value["threadID"]?.integerValue.map(Int.init(truncatingIfNeeded:)),
      subsystem: subsystem, category: category, mark: text.mark, message: "", events: [],
      fields: [], isPrivate: false)
    return LogRecord(
      entry: entry, message: Array(rest.prefix(LogRecord.messageBytesMax)))
  }

  /// An event with a code, as the plugin keeps them: `{"eventCode":"DNP-FETCH-SUCCESS",…}`.
  private static func coded(_ value: JSONValue, _ code: String, number: Int) -> LogRecord? {
    guard let mark = LogMark(tag: code) else { return nil }
    var stamp: LogStamp?
    if let time = value["timestamp"]?.integerValue, times.contains(time) {
      stamp = LogStamp()
      stamp?.epochMilliseconds = time
    }
    var message = value["message"]?.stringValue ?? ""
    if let data = value["data"] { message += " | Data: \(data.canonicalText)" }
    if let duration = value["duration"]?.integerValue { message += " | Duration: \(duration) ms" }
    let entry = LogEntry(
      number: number, stamp: stamp,
      level: value["level"]?.stringValue.flatMap(LogLevel.init(word:)),
      mark: mark, message: "", events: [], fields: [], isPrivate: false)
    return LogRecord(
      entry: entry, message: Array(message.utf8.prefix(LogRecord.messageBytesMax)))
  }

  /// A line of the phone as go-ios prints it: `{"msg":"Nov 15 05:42:30 iPhone App(Lib)[1] …"}`.
  ///
  /// Other tools have a member of that name, too, whose text is no such line.
  private static func relayed(_ text: String, number: Int) -> LogRecord? {
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let line = LineBytes(base: base, count: buffer.count)
      let relay = BuiltInFormats.format(named: "idevicesyslog")
      return relay?.header(line).flatMap { LogRecord(line, $0, number: number) }
    }
  }

  /// The same with `--parse`: timestamp, device, process, pid, level and message.
  private static func relayed(
    _ value: JSONValue, _ message: String, number: Int
  ) -> LogRecord? {
    guard let (text, rest) = plugin(message, own: nil) else { return nil }
    let stamp = value["timestamp"]?.stringValue.flatMap { time in
      Array((time + " ").utf8).withUnsafeBufferPointer { buffer -> LogStamp? in
        guard let base = buffer.baseAddress else { return nil }
        var cursor = LineCursor(LineBytes(base: base, count: buffer.count))
        return cursor.stamp(.relay)
      }
    }
    let entry = LogEntry(
      number: number, stamp: stamp,
      level: value["level"]?.stringValue.flatMap(LogLevel.init(word:)),
      process: value["process"]?.stringValue,
      pid: value["pid"]?.stringValue.flatMap { Int($0) }
        ?? value["pid"]?.integerValue.map(Int.init),
      mark: text.mark, message: "", events: [], fields: [], isPrivate: false)
    return LogRecord(entry: entry, message: Array(rest.prefix(LogRecord.messageBytesMax)))
  }

  /// A message that Android Studio exports.
  private static func exported(
    _ header: JSONValue, _ message: String, number: Int
  ) -> LogRecord? {
    let tag = header["tag"]?.stringValue.flatMap(LogMark.init(tag:))
    guard let (text, rest) = plugin(message, own: tag) else { return nil }
    var stamp: LogStamp?
    if let seconds = header["timestamp"]?["seconds"]?.integerValue,
      (0...times.upperBound / 1_000).contains(seconds)
    {
      let nanos = header["timestamp"]?["nanos"]?.integerValue ?? 0
      stamp = LogStamp()
      stamp?.epochMilliseconds =
        seconds * 1_000 + (0..<1_000_000_000 ~= nanos ? nanos / 1_000_000 : 0)
    }
    let entry = LogEntry(
      number: number, stamp: stamp,
      level: header["logLevel"]?.stringValue.flatMap(LogLevel.init(word:)),
      process: header["applicationId"]?.stringValue,
      pid: header["pid"]?.integerValue.map(Int.init(truncatingIfNeeded:)),
      tid: header["tid"]?.integerValue.map(Int.init(truncatingIfNeeded:)),
      mark: text.mark, message: "", events: [], fields: [], isPrivate: false)
    return LogRecord(entry: entry, message: Array(rest.prefix(LogRecord.messageBytesMax)))
  }

  /// The plugin's own text in a message, and who wrote it; nil for a message of others.
  private static func plugin(
    _ message: String, own: LogMark?
  ) -> (text: PluginText, rest: [UInt8])? {
    let bytes = Array(message.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      let base = buffer.baseAddress
      let line = base.map { LineBytes(base: $0, count: buffer.count) }
      let found =
        line.flatMap { PluginText.mark(in: $0, from: 0) }
        ?? own.map { PluginText(mark: $0, start: 0) }
      guard let found else { return nil }
      return (found, line.map { $0.bytes(found.start..<$0.count) } ?? [])
    }
  }

  /// A log event (`event`, `category`, `fields`), or a record whose fields hold the event.
  private static func own(_ value: JSONValue, number: Int) -> LogRecord? {
    let name = value["event"]?.stringValue ?? value["fields"]?["event"]?.stringValue
    guard value["kind"] == nil || value["kind"]?.stringValue == "log",
      let line = name.flatMap(LogLine.init(rawValue:))
    else { return nil }
    let members = value["fields"]?.objectValue?.members.filter { $0.key != "event" } ?? []
    var stamp: LogStamp?
    if let time = value["time"]?.integerValue, times.contains(time) {
      stamp = LogStamp()
      stamp?.epochMilliseconds = time
    }
    let fields = members.map { LogEntry.Field(name: $0.key, text: text($0.value)) }
    let entry = LogEntry(
      number: number, stamp: stamp,
      level: value["level"]?.stringValue.flatMap(LogLevel.init(rawValue:)),
      mark: LogMark(line.category), message: "", events: [.line(line.meaning)], fields: fields,
      isPrivate: false)
    return LogRecord(whole: entry, message: value["text"]?.stringValue)
  }

  /// A field's value as it appears in a line, where times are ISO 8601.
  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number) where (timeMin...times.upperBound).contains(number):
      ISO8601.text(number)
    case .null: "none"
    case .bool, .integer, .number, .array, .object: value.canonicalText
    }
  }

  /// Parses `2025-11-15 05:42:30.123456+0100`.
  private static func stamp(_ text: String) -> LogStamp? {
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      var cursor = LineCursor(LineBytes(base: base, count: buffer.count))
      guard var stamp = cursor.stamp(.full) else { return nil }
      stamp.offsetMinutes = cursor.offset()
      return stamp
    }
  }
}
