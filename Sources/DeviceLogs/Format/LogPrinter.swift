import CivilTime
public import DailyNotification
import JSONText
import PlainText

/// A line of a log before it is printed in a format.
public struct PrintedLine: Hashable, Sendable {
  /// The time, in milliseconds since the Unix epoch, and how far the zone is ahead of UTC.
  public var milliseconds: Int64
  public var offsetMinutes: Int
  public var level: LogLevel
  public var pid: Int
  /// The program or the tag; nil for the plugin, whose text names its category.
  public var program: String?
  /// The message, of the plugin with its mark.
  public var text: String

  /// Describes a line.
  public init(
    milliseconds: Int64, offsetMinutes: Int = 0, level: LogLevel, pid: Int,
    program: String? = nil, text: String
  ) {
    (self.milliseconds, self.offsetMinutes, self.level) = (milliseconds, offsetMinutes, level)
    (self.pid, self.program, self.text) = (pid, program, text)
  }

  /// The part of the plugin that wrote it; nil for another program.
  var category: LogCategory? {
    LogCategory.allCases.first { text.hasPrefix($0.prefix + " ") }
  }

  /// How far the number of the plugin's thread is from that of its process.
  static let threadDistance = 32
}

/// Prints lines as a tool does whose logs are read in a format.
public struct LogPrinter {
  private let format: LogFormat

  /// A printer of a format.
  public init(_ format: LogFormat) {
    self.format = format
  }

  /// Whether numbers of processes are padded to five places, as logcat does.
  private var padsNumbers: Bool {
    format.phone == .android && !["ddms", "studio"].contains(format.name)
  }

  /// The lines as a whole log, which ends in a line feed.
  public func text(_ lines: [PrintedLine]) -> String {
    switch format.code {
    case nil: return lines.map(patterned).joined()
    case .plainLines: return lines.map { $0.text + "\n" }.joined()
    case .xcodeMetadata: return lines.map(metadata).joined()
    case .csv:
      return "timestamp,level,pid,message\n" + lines.map { row($0) + "\n" }.joined()
    case .unifiedJSON:
      let objects = lines.map { line in
        (unified(line).objectValue?.members ?? []).map { member in
          "  \(JSONValue.string(member.key).canonicalText) : \(member.value.canonicalText)"
        }.joined(separator: ",\n")
      }
      return "[{\n" + objects.joined(separator: "\n},{\n") + "\n}]\n"
    case .studioExport: return export(lines)
    case .unifiedLines, .goIOS, .events, .objects:
      return lines.compactMap { object($0)?.canonicalText }.map { $0 + "\n" }.joined()
    }
  }

  /// A line as the first pattern has it.
  private func patterned(_ line: PrintedLine) -> String {
    guard let pattern = format.patterns.first else { return line.text + "\n" }
    let head = PatternPrinter(pattern, line, padsNumbers: padsNumbers).text
    // The message of logcat's long format follows on a line of its own.
    return pattern.steps.contains(.message) ? head + "\n" : "\(head)\n\(line.text)\n\n"
  }

  private func object(_ line: PrintedLine) -> JSONValue? {
    switch format.code {
    case .unifiedLines: return unified(line)
    case .goIOS:
      let relay = BuiltInFormats.format(named: "idevicesyslog")
      return relay?.patterns.first.map { ["msg": .string(PatternPrinter($0, line).text)] }
    case .events: return event(line)
    case nil, .objects, .plainLines, .xcodeMetadata, .unifiedJSON, .studioExport, .csv:
      return [
        "timestamp": .string(ISO8601.text(line.milliseconds)),
        "level": .string(line.level.rawValue), "pid": .integer(Int64(line.pid)),
        "message": .string(line.text),
      ]
    }
  }

  /// A line of the plugin as the event behind it; nil for any other line.
  private func event(_ line: PrintedLine) -> JSONValue? {
    guard let category = line.category else { return nil }
    let message = Array(line.text.dropFirst(category.prefix.count + 1).utf8)
    let match = LineTable.match(message, category)
    guard let found = match.lines.first else { return nil }
    let members = match.fields.map { field in
      (field.name, LogPrinter.value(field.text, found.template.fields, field.name))
    }
    return [
      "time": .integer(line.milliseconds), "level": .string(line.level.rawValue),
      "category": .string(category.rawValue), "event": .string(found.rawValue),
      "fields": .object(JSONObject(members)),
    ]
  }

  private static func value(
    _ text: String, _ fields: [LogField], _ name: String
  ) -> JSONValue {
    guard let field = fields.first(where: { $0.name == name }) else { return .string(text) }
    switch field.kind {
    case .text: return .string(text)
    case .number, .seconds: return Int64(text).map(JSONValue.integer) ?? .string(text)
    case .optionalNumber: return Int64(text).map(JSONValue.integer) ?? .null
    case .flag: return .bool(text == "true")
    case .time: return ISO8601.parse(text).map(JSONValue.integer) ?? .string(text)
    case .optionalTime: return ISO8601.parse(text).map(JSONValue.integer) ?? .null
    }
  }

  private func unified(_ line: PrintedLine) -> JSONValue {
    let stamp = PatternPrinter.stamp(.full, line) + "000" + PatternPrinter.zone(line)
    var members: [(String, JSONValue)] = [
      ("timestamp", .string(stamp)), ("eventType", "logEvent"),
      ("messageType", .string(line.level.word)),
      ("processImagePath", .string("/Applications/\(line.program ?? "App")")),
      ("processID", .integer(Int64(line.pid))),
      ("threadID", .integer(Int64(line.pid + PrintedLine.threadDistance))),
      ("eventMessage", .string(line.text)),
    ]
    if let category = line.category {
      members.append(("subsystem", .string(LogCategory.subsystem)))
      members.append(("category", .string(category.rawValue)))
    }
    return .object(JSONObject(members))
  }

  private func metadata(_ line: PrintedLine) -> String {
    let stamp = PatternPrinter.stamp(.full, line) + "000" + PatternPrinter.zone(line)
    return "\(line.text)\nType: \(line.level.word) | Timestamp: \(stamp) | "
      + "Process: \(line.program ?? "App") | PID: \(line.pid)\n"
  }

  private func row(_ line: PrintedLine) -> String {
    let text = line.text.replacing("\"", with: "\"\"")
    return "\(ISO8601.text(line.milliseconds)),\(line.level.rawValue),\(line.pid),\"\(text)\""
  }

  private func export(_ lines: [PrintedLine]) -> String {
    let messages = lines.map { line in
      let (seconds, fraction) = line.milliseconds.quotientAndRemainder(dividingBy: 1_000)
      let tag = line.program ?? line.category.map { "DNP-\($0.rawValue.uppercased())" } ?? "App"
      return """
            {
              "header": {
                "logLevel": "\(line.level.rawValue.uppercased())",
                "pid": \(line.pid),
                "tid": \(line.pid + PrintedLine.threadDistance),
                "applicationId": "com.timesafari.app",
                "tag": "\(tag)",
                "timestamp": {
                  "seconds": \(seconds),
                  "nanos": \(fraction * 1_000_000)
                }
              },
              "message": \(JSONValue.string(line.text).canonicalText)
            }
        """
    }
    return "{\n  \"logcatMessages\": [\n\(messages.joined(separator: ",\n"))\n  ]\n}\n"
  }
}

extension LogLevel {
  /// The level as Apple's log writes it.
  fileprivate var word: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// Prints one line by a pattern.
struct PatternPrinter {
  private let pattern: LinePattern
  private let line: PrintedLine
  private let padsNumbers: Bool

  init(_ pattern: LinePattern, _ line: PrintedLine, padsNumbers: Bool = false) {
    (self.pattern, self.line, self.padsNumbers) = (pattern, line, padsNumbers)
  }

  /// The line.
  var text: String { text(0..<pattern.steps.count) }

  private func text(_ range: Range<Int>) -> String {
    var text = ""
    var bytes: [UInt8] = []
    var index = range.lowerBound
    func flush() {
      text += String(decoding: bytes, as: UTF8.self)
      bytes = []
    }
    while index < range.upperBound {
      let step = pattern.steps[index]
      index += 1
      if case .byte(let byte) = step {
        bytes.append(byte)
        continue
      }
      flush()
      if case .optional(let count) = step {
        let group = pattern.steps[index..<index + count]
        if group.contains(where: isNamed) { text += self.text(index..<index + count) }
        index += count
      } else {
        text += words(of: step)
      }
    }
    flush()
    return text
  }

  /// Whether a step prints something that is known of the line.
  private func isNamed(_ step: LinePattern.Step) -> Bool {
    switch step {
    case .zone: true
    case .number(let field), .hexadecimal(let field), .word(let field), .name(let field),
      .cell(let field), .text(let field, _), .image(let field, _):
      switch field {
      case .level, .process, .pid, .tid, .tag: true
      case .subsystem, .category: line.category != nil
      case nil: false
      }
    case .byte, .blanks, .stamp, .letter, .code, .ahead, .optional, .message: false
    }
  }

  private func words(of step: LinePattern.Step) -> String {
    switch step {
    case .blanks(let count): String(repeating: " ", count: count)
    case .stamp(let shape): PatternPrinter.stamp(shape, line)
    case .zone: PatternPrinter.zone(line)
    case .letter: line.level.rawValue.prefix(1).uppercased()
    case .code: line.level == .debug ? "Db" : line.level.rawValue.prefix(1).uppercased() + " "
    case .number(let field): padded(number(field) ?? 0)
    case .hexadecimal(let field): String(number(field) ?? 0, radix: 16)
    case .word(let field), .name(let field), .cell(let field), .text(let field, _),
      .image(let field, _):
      word(field)
    case .message: line.text
    case .byte, .ahead, .optional: ""
    }
  }

  private func padded(_ number: Int) -> String {
    let text = "\(number)"
    return padsNumbers ? String(repeating: " ", count: max(0, 5 - text.count)) + text : text
  }

  private func number(_ field: LinePattern.Field?) -> Int? {
    switch field {
    case .pid: line.pid
    case .tid: line.pid + PrintedLine.threadDistance
    case .level, .process, .subsystem, .category, .tag, nil: nil
    }
  }

  private func word(_ field: LinePattern.Field?) -> String {
    switch field {
    case .level: line.level.word
    case .process: line.program ?? "App"
    case .subsystem: LogCategory.subsystem
    case .category: line.category?.rawValue ?? "default"
    case .tag: line.program ?? line.category.map { "DNP-\($0.rawValue.uppercased())" } ?? "App"
    case .pid, .tid: ""
    case nil: "x"
    }
  }

  /// The time in a shape, by the clock of the line's zone.
  static func stamp(_ shape: LogStamp.Shape, _ line: PrintedLine) -> String {
    let local = line.milliseconds + Int64(line.offsetMinutes) * 60_000
    let text = ISO8601.text(local / 1_000 * 1_000)
    let fraction = "\(1_000 + local % 1_000)".dropFirst()
    let (date, clock) = (text.prefix(10), text.dropFirst(11).prefix(8))
    switch shape {
    case .full: return "\(date) \(clock).\(fraction)"
    case .date, .logcat: return "\(date.dropFirst(5)) \(clock).\(fraction)"
    case .iso: return "\(ISO8601.text(line.milliseconds / 1_000 * 1_000).prefix(19)).\(fraction)Z"
    case .relay:
      let day = Zone.utc.date(at: local)
      return "\(CalendarNames.month(day.month)) \(day.day < 10 ? " " : "")\(day.day) \(clock)"
    case .clock, .millis: return "\(clock).\(fraction)"
    }
  }

  static func zone(_ line: PrintedLine) -> String {
    let minutes = abs(line.offsetMinutes)
    let digits = "\(10_000 + minutes / 60 * 100 + minutes % 60)".dropFirst()
    return (line.offsetMinutes < 0 ? "-" : "+") + digits
  }
}
