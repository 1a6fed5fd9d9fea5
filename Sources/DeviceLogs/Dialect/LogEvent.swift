public import DailyNotification

/// What a line reports, in whatever dialect: a row of the plugin's table where it has one.
public enum LogEvent: Hashable, Sendable {
  case line(LogLine)
  case dialect(DialectEvent)

  /// Every event that a profile can name.
  ///
  /// Rows about work are left out only where profiles mean them: they read as those about tasks.
  public static let names =
    LogLine.allCases.map(\.rawValue) + DialectEvent.allCases.map(\.rawValue)

  /// The event with a name; nil for none.
  public init?(name: String) {
    if let line = LogLine(rawValue: name) {
      // What work says is read as what a task says.
      self = .line(line.meaning)
    } else if let event = DialectEvent(rawValue: name) {
      self = .dialect(event)
    } else {
      return nil
    }
  }

  /// Its name in profiles and answers.
  public var name: String {
    switch self {
    case .line(let line): line.rawValue
    case .dialect(let event): event.rawValue
    }
  }

  /// The part of the plugin that it is about.
  public var category: LogCategory {
    switch self {
    case .line(let line): line.category
    case .dialect(let event): event.category
    }
  }

  /// The least level at which it is written.
  public var level: LogLevel {
    switch self {
    case .line(let line): line.level
    case .dialect(let event): event.level
    }
  }

  /// Whether only other dialects have it.
  public var isOfDialects: Bool {
    switch self {
    case .line: false
    case .dialect: true
    }
  }

  /// The fields that profiles can ask for.
  public var fields: [LogField] {
    switch self {
    case .line(.recovered), .line(.recoveredQuietly):
      // Other dialects also count what could not be recovered.
      LogLine.recovered.template.fields + [LogField(name: "errors", kind: .number)]
    case .line(let line): line.template.fields
    case .dialect(let event): event.fields
    }
  }
}
