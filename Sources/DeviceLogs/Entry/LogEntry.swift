public import DailyNotification

/// A line of the plugin, whatever format it was in.
public struct LogEntry: Sendable {
  /// The line's number in the input, from 1; of a record of several lines the last one.
  public var number: Int
  /// The time as far as the line has it; nil without any.
  public var stamp: LogStamp?
  /// The time, with missing parts inferred; nil without any.
  public var time: LogTime?
  public var level: LogLevel?
  public var process: String?
  public var pid: Int?
  public var tid: Int?
  public var subsystem: String?
  /// The category in the log; the plugin's own is `source`.
  public var category: String?
  /// The category of the plugin that wrote it.
  public var source: LogCategory
  /// The message without its prefix.
  public var message: String
  /// The rows of the table of lines that the message can be; empty for an unknown line.
  ///
  /// There are several only where the system has hidden the message behind `<private>`.
  public var lines: [LogLine]
  /// The values of the placeholders in the row's template.
  public var fields: [Field]
  /// Whether the system has hidden a part of it.
  public var isPrivate: Bool

  /// A named part of a message.
  public struct Field: Hashable, Sendable {
    public let name: String
    public let text: String
  }

  /// The row, if only one is possible.
  public var line: LogLine? { lines.count == 1 ? lines.first : nil }

  /// A field's value; nil when the row has no such field.
  public func field(_ name: String) -> String? {
    fields.first { $0.name == name }?.text
  }
}
