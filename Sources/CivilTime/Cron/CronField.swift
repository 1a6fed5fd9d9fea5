import PlainText

/// A field of a cron expression; the order of the cases is their order in the expression.
public enum CronField: Int, CaseIterable, Hashable, Sendable {
  case minute
  case hour
  case dayOfMonth
  case month
  case dayOfWeek

  /// The name of the field in messages.
  public var name: String {
    switch self {
    case .minute: "minute"
    case .hour: "hour"
    case .dayOfMonth: "day of month"
    case .month: "month"
    case .dayOfWeek: "day of week"
    }
  }

  /// The allowed numbers; as a day of the week, both 0 and 7 are Sunday.
  public var range: ClosedRange<Int> {
    switch self {
    case .minute: 0...59
    case .hour: 0...23
    case .dayOfMonth: 1...31
    case .month: 1...12
    case .dayOfWeek: 0...7
    }
  }

  /// The allowed names, in capitals; the first one stands for the smallest number.
  public var names: [String] {
    switch self {
    case .minute, .hour, .dayOfMonth: []
    case .month: CronField.months
    case .dayOfWeek: CronField.daysOfWeek
    }
  }

  private static let months = CalendarNames.months.map { "\($0)".uppercased() }
  private static let daysOfWeek = CalendarNames.weekdays.map { "\($0)".uppercased() }

  /// The allowed values, as words: `a number 1–12 or JAN–DEC`.
  public var allowed: String {
    let numbers = "a number \(range.lowerBound)–\(range.upperBound)"
    guard let first = names.first, let last = names.last else { return numbers }
    let sunday = self == .dayOfWeek ? " (0 and 7 are Sunday)" : ""
    return "\(numbers)\(sunday) or \(first)–\(last)"
  }
}
