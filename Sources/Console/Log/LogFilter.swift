import DailyNotification
import Lines
import PlainText

/// Which lines of a log are shown.
struct LogFilter: Hashable, Sendable {
  /// The lowest level that is shown.
  var minimum = LogLevel.info
  /// Whether what others than the plugin did is shown too; its warnings and errors always are.
  var showsSystem = false
  /// A bit for each category that is hidden.
  private(set) var hidden: UInt64 = 0
  /// A string that a line must have.
  var pattern: TextPattern?
  /// Whether a line must not have it instead.
  var isNegated = false

  /// The kinds of lines that are shown.
  func kinds(_ topics: LogTopics) -> LineKinds {
    LineKinds { kind in
      guard kind.level >= minimum.number, !isHidden(kind.category) else { return false }
      if showsSystem || kind.level >= LogLevel.warning.number { return true }
      return topics.rows.indices.contains(kind.category) && !topics.rows[kind.category].isOfSystem
    }
  }

  /// Whether a category is hidden.
  func isHidden(_ category: Int) -> Bool { hidden >> UInt64(category & 63) & 1 == 1 }

  /// Hides a category, or shows it again.
  mutating func toggle(_ category: Int) { hidden ^= 1 << UInt64(category & 63) }

  /// Hides every category but one.
  mutating func hideAll(but category: Int) { hidden = ~(1 << UInt64(category & 63)) }

  /// Hides no category.
  mutating func showAll() { hidden = 0 }

  /// The filter in a few words: `info+`, `warning+, with 'fetch'`.
  func text(_ topics: LogTopics) -> String {
    let plus = minimum == .error ? "" : "+"
    var words = [minimum.rawValue + plus]
    if showsSystem { words.append("with system") }
    words += categoryWords(topics)
    if let pattern {
      words.append("\(isNegated ? "without" : "with") '\(pattern.text.shortened(bytesMax: 24))'")
    }
    return words.joined(separator: ", ")
  }

  private func categoryWords(_ topics: LogTopics) -> [String] {
    let names = topics.rows.enumerated()
    let hidden = names.filter { isHidden($0.offset) }.map(\.element.name)
    guard hidden.count > topics.rows.count / 2 else { return hidden.map { "no \($0)" } }
    let shown = names.filter { !isHidden($0.offset) }.map(\.element.name)
    return shown.isEmpty ? ["no category"] : ["only " + shown.joined(separator: " and ")]
  }
}

extension LogLevel {
  /// Its number in the store: 0 is the lowest.
  var number: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }

  /// The level of a number of the store.
  init(number: Int) {
    switch number {
    case 0: self = .debug
    case 1: self = .info
    case 2: self = .warning
    default: self = .error
    }
  }
}
