import DailyNotification
import DeviceModel
import PlainText

/// Which records the log shows.
struct LogFilter: Hashable, Sendable {
  /// The lowest level that is shown.
  var minimum = LogLevel.info
  /// Whether what the system did is shown too; its warnings and errors always are.
  var showsSystem = false
  /// The categories of the plugin's lines that are hidden.
  private(set) var hiddenCategories: [LogCategory] = []
  /// A text that a line must have.
  var pattern: TextPattern?
  /// Whether a line must not have it instead.
  var isNegated = false

  /// Whether a record is shown.
  func accepts(_ payload: DeviceRecord) -> Bool {
    let level = LogText.level(payload)
    guard level >= minimum else { return false }
    if !showsSystem, level < .warning, !LogText.isOfPlugin(payload), !LogText.isAct(payload) {
      return false
    }
    if case .plugin(.log(let message)) = payload, hiddenCategories.contains(message.line.category) {
      return false
    }
    guard let pattern else { return true }
    return pattern.matches(LogText.line(payload)) != isNegated
  }

  /// Hides the plugin's lines of a category, or shows them again.
  mutating func toggle(_ category: LogCategory) {
    if let place = hiddenCategories.firstIndex(of: category) {
      hiddenCategories.remove(at: place)
    } else {
      hiddenCategories.append(category)
    }
  }

  /// How many records can be looked at in one slice without holding up a key.
  var sliceRecords: Int { pattern == nil ? 100_000 : 500 }

  /// The filter in a few words: `info+`, `warning+ all "fetch"`.
  var text: String {
    let plus = minimum == .error ? "" : "+"
    var words = [minimum.rawValue + plus]
    if showsSystem { words.append("with system") }
    words += hiddenCategories.map { "no \($0.rawValue)" }
    if let pattern {
      words.append("\(isNegated ? "without" : "with") '\(pattern.text.shortened(bytesMax: 24))'")
    }
    return words.joined(separator: ", ")
  }
}
