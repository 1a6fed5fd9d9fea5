import DailyNotification

/// What a timing of a profile reads in a line.
enum TimingField {
  /// An instant, in ISO 8601.
  case time
  /// A number of seconds.
  case seconds

  /// The fields of that kind that the line's text shows, in order.
  func fields(of line: LogEvent) -> [String] {
    line.fields.filter { field in
      switch self {
      case .time: field.isTime
      case .seconds: field.kind == .seconds
      }
    }.map(\.name)
  }
}
