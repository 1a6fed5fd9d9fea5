import DailyNotification
import LocatedYAML
import PlainText

/// Checks expected log lines against the table of lines, so that no expectation has a line that
/// is never written.
enum LineTemplates {
  /// What is wrong with an expected line, and the remedy; nil when the plugin can write it.
  static func problem(with text: String) -> (message: String, remedy: String)? {
    let shown = text.shortened()
    guard let category = LogCategory.allCases.first(where: { text.hasPrefix($0.prefix + " ") })
    else {
      let known = LogCategory.allCases.map(\.prefix).joined(separator: ", ")
      return ("'\(shown)' is no log line", "write it whole; lines begin with \(known)")
    }
    let body = text.dropFirst(category.prefix.count + 1)
    let matching = LogLine.allCases.filter {
      $0.category == category && isFilled(template(of: $0), body)
    }
    if matching.contains(where: { $0.level >= .info || isPlanCall($0, body) }) { return nil }
    if !matching.isEmpty {
      return ("'\(shown)' is a debug line", "expectations see info and above only")
    }
    return ("the plugin never writes '\(shown)'", remedy(category, body))
  }

  private static func remedy(_ category: LogCategory, _ body: Substring) -> String {
    let lines = LogLine.allCases
      .filter { $0.category == category && $0.levels.contains { $0 >= .info } }
      .map { template(of: $0).description }
    let word = body.prefix { $0 != " " && $0 != "(" && $0 != "=" }
    let near = lines.filter { !word.isEmpty && $0.hasPrefix(word) }
    return "its lines read: " + (near.isEmpty ? lines : near).joined(separator: " | ")
  }

  /// Whether a line of a call is at info, since the call takes back or restores what is planned.
  private static func isPlanCall(_ line: LogLine, _ body: Substring) -> Bool {
    line == .called
      && PluginMethod.allCases.contains { method in
        PlanCall(method: method.rawValue) != nil && body == "\(method.rawValue)() called"
      }
  }

  /// The line's template; `configure` has a line of its own among those of calls.
  private static func template(of line: LogLine) -> LogTemplate {
    line == .configureCalled ? "configure() called" : line.template
  }

  /// Whether a string is the template with every placeholder filled.
  private static func isFilled(_ template: LogTemplate, _ text: Substring) -> Bool {
    var rest = text
    let parts = template.literals
    for (index, part) in parts.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if index == parts.count - 1 {
        return part.isEmpty || rest.hasSuffix(part)
      } else {
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
    }
    return rest.isEmpty
  }
}
