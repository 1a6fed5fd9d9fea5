import CivilTime
import DailyNotification
import JSONText

/// Parses a JSON object of a log: Apple's records, this tool's records and its log events.
enum JSONLogReader {
  enum Outcome {
    case plugin(LogRecord)
    /// Another process's record, or something else.
    case other
    case damaged
  }

  /// The smallest number of milliseconds that is treated as a time, in 1973.
  private static let timeMin: Int64 = 100_000_000_000
  /// The times of the years 0 to 9999, which are all that ISO 8601 can express.
  private static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  static func read(_ bytes: UnsafeBufferPointer<UInt8>, number: Int) -> Outcome {
    guard let value = try? JSONParser.parse(bytes) else { return .damaged }
    let record: LogRecord?
    if let message = value["eventMessage"]?.stringValue {
      record = unified(value, message, number: number)
    } else {
      // The bridge sends records as notifications.
      record = own(value["params"] ?? value, number: number)
    }
    return record.map(Outcome.plugin) ?? .other
  }

  private static func unified(
    _ value: JSONValue, _ message: String, number: Int
  ) -> LogRecord? {
    let bytes = Array(message.utf8)
    let (subsystem, category) = (value["subsystem"]?.stringValue, value["category"]?.stringValue)
    let isOwn = subsystem == LogCategory.subsystem
    let own = isOwn ? category.flatMap(PluginText.category(named:)) : nil
    let plugin = bytes.withUnsafeBufferPointer { buffer -> (PluginText, [UInt8])? in
      guard let base = buffer.baseAddress else { return nil }
      let line = LineBytes(base: base, count: buffer.count)
      let found =
        PluginText.prefix(in: line, from: 0) ?? own.map { PluginText(category: $0, start: 0) }
      return found.map { ($0, line.bytes($0.start..<line.count)) }
    }
    guard let (text, rest) = plugin else { return nil }
    let path = value["processImagePath"]?.stringValue
    let entry = LogEntry(
      number: number, stamp: value["timestamp"]?.stringValue.flatMap(stamp),
      level: value["messageType"]?.stringValue.flatMap(LogLevel.init(word:)),
      process: path?.split(separator: "/").last.map(String.init),
      pid: value["processID"]?.integerValue.map(Int.init(truncatingIfNeeded:)),
      tid: value["threadID"]?.integerValue.map(Int.init(truncatingIfNeeded:)),
      subsystem: subsystem, category: category, source: text.category, message: "", lines: [],
      fields: [], isPrivate: false)
    return LogRecord(
      entry: entry, message: Array(rest.prefix(LogRecord.messageBytesMax)))
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
      source: line.category, message: "", lines: [line], fields: fields, isPrivate: false)
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
      guard var stamp = cursor.dateAndTime(hasYear: true) else { return nil }
      stamp.offsetMinutes = cursor.offset()
      return stamp
    }
  }
}
