public import DailyNotification

/// A line of the plugin, whatever format it was in.
public struct LogEntry: Sendable {
  /// The line's number in the input, from 1; of a record of several lines the last one.
  public var number: Int
  /// The time as far as the line has it; nil without any.
  public var stamp: LogStamp?
  /// The time, with missing parts inferred; nil without any.
  public var time: LogTime?
  /// For how long no program had written before it, in milliseconds; nil where that is not known.
  var silence: Int64?
  /// How often no program had written for a day and more before it.
  var longSilences = 0
  /// The phone and the part of a bug report that the line is of, where the log has several.
  var device: String?
  var section: String?
  /// Whether another program has printed it, as a page's console does.
  var isEcho = false
  public var level: LogLevel?
  public var process: String?
  /// The app of its process, where the system's line about the start of that is in the log.
  var app: String?
  public var pid: Int?
  public var tid: Int?
  public var subsystem: String?
  /// The category in the log; the plugin's own is `source`.
  public var category: String?
  /// The category of the plugin that wrote it.
  public var source: LogCategory { mark.category }
  /// How the line is written.
  public var dialect: LogDialect { mark.dialect }
  /// The message with its mark.
  public var text: String { mark.text(message) }
  var mark: LogMark
  /// The message without its prefix.
  public var message: String
  /// The events that the message can report; empty for an unknown line.
  ///
  /// There are several only where the system has hidden the message behind `<private>`.
  public var events: [LogEvent]
  /// The values in the message, by the names of the event's fields.
  public var fields: [Field]
  /// Whether the system has hidden a part of it.
  public var isPrivate: Bool

  /// A named part of a message.
  public struct Field: Hashable, Sendable {
    public let name: String
    public let text: String
  }

  /// The event, if only one is possible.
  public var event: LogEvent? { events.count == 1 ? events.first : nil }

  /// The level at which the plugin writes the line; nil where its event is not known.
  var writtenLevel: LogLevel? {
    guard let event else { return nil }
    // Only calls that change what is planned are at info.
    let isPlanCall = event == .line(.called) && field("method").flatMap(PlanCall.init) != nil
    return isPlanCall ? .info : event.level
  }

  /// A field's value; nil when the row has no such field.
  public func field(_ name: String) -> String? {
    fields.first { $0.name == name }?.text
  }
}
