import DailyNotification
import JSONText

/// What a log line is made from.
enum LogEventSchema {
  static let file = SchemaFile(
    "log-event", "Log event",
    "What a log line is made from. `time` is when it was written; a time among the fields is a "
      + "number too.",
    .one(of: LogLine.allCases.map { .ref($0.rawValue) }),
    definitions: LogLine.allCases.map { ($0.rawValue, event($0)) } + [
      ("time", PluginTypesSchema.time), ("timeOrNull", PluginTypesSchema.timeOrNull),
    ])

  private static func event(_ line: LogLine) -> Schema {
    let levels = line.levels.map(\.rawValue)
    return .object([
      "time": .ref("time"), "level": levels.count == 1 ? .word(levels[0]) : .words(levels),
      "category": .word(line.category.rawValue), "event": .word(line.rawValue),
      "fields": .object(Properties(line.fields.map { ($0.name, value(of: $0, in: line)) })),
    ])
  }

  /// What a field can be: more than its kind says where its name tells.
  private static func value(of field: LogField, in line: LogLine) -> Schema {
    switch field.kind {
    case .text: text(field.name, in: line)
    case .number: number(field.name)
    case .optionalNumber: number(field.name).orNull
    case .seconds: .integer
    case .flag: .boolean
    case .time: .ref("time")
    case .optionalTime: .ref("timeOrNull")
    }
  }

  private static func number(_ name: String) -> Schema {
    switch name {
    case "status": .integer(100...599)
    case "code": .values([1, 2, 3])
    case "count": .integer(from: 1)
    default: .count
    }
  }

  private static func text(_ name: String, in line: LogLine) -> Schema {
    switch name {
    case "method" where line == .configureCalled: .word(PluginMethod.configure.rawValue)
    // Whatever the host gave.
    case "method", "key": .string
    case "answer": PluginTypesSchema.permission
    case "status": .words(AuthorizationStatus.self)
    case "reason" where line == .prefetchFailed: .words(FailureReason.self)
    case "reason": .words(MissedNotification.Reason.self)
    case "certainty": .words(Certainty.self)
    case "source": .words(ContentSource.self)
    case "result":
      .words([PluginChoices.EmptyResult.skip, .synthetic].map(\.rawValue))
    case "scenario": .ref("plugin-types", "scenario")
    case "type": .string(matching: "^[A-Z_]+$")
    default: .filled
    }
  }
}
