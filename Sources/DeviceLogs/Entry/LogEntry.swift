public import DailyNotification

/// One line of the plugin, whatever layout it was found in.
public struct LogEntry: Sendable {
  /// The line's number in the input, from 1; of a record of several lines the last.
  public var number: Int
  /// When it was written, as far as the line says; nil without any time.
  public var stamp: LogStamp?
  /// The time after what is missing was inferred; nil without any time.
  public var time: LogTime?
  public var level: LogLevel?
  public var process: String?
  public var pid: Int?
  public var tid: Int?
  public var subsystem: String?
  /// The category as the log has it; the plugin's own is `source`.
  public var category: String?
  /// The part of the plugin that speaks.
  public var source: LogCategory
  /// The message without its prefix.
  public var message: String
  /// The rows of the table of lines that the message can be; none for a line that nobody writes.
  ///
  /// More than one only where the system has hidden the message behind `<private>`.
  public var lines: [LogLine]
  /// What stands in the places of the row's template.
  public var fields: [Field]
  /// Whether the system has hidden a part of it.
  public var isPrivate: Bool

  /// A named part of a message.
  public struct Field: Hashable, Sendable {
    public let name: String
    public let text: String
  }

  /// The row, where only one is possible.
  public var line: LogLine? { lines.count == 1 ? lines.first : nil }

  /// A field's text; nil when the row has no such field.
  public func field(_ name: String) -> String? {
    fields.first { $0.name == name }?.text
  }
}
