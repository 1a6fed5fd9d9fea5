import DailyNotification

/// What a field of a line tells.
enum FieldKind {
  /// An instant, in ISO 8601.
  case time
  /// A number of seconds.
  case seconds
  case other

  /// What a field tells that the line has.
  static func kind(of field: String, in line: LogLine) -> FieldKind {
    switch field {
    // The stored row has the time of day or the schedule there.
    case "time" where line == .schedulePersisted: .other
    case "time", "date", "actual", "next", "scheduledFor": .time
    case "late", "seconds": .seconds
    default: .other
    }
  }

  /// The line's fields of one kind.
  static func fields(_ kind: FieldKind, of line: LogLine) -> [String] {
    LineTable.fieldNames(of: line).filter { FieldKind.kind(of: $0, in: line) == kind }
  }
}
