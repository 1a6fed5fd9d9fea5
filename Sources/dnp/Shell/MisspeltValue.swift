import CivilTime
import PlainText

/// A value that an option does not know, with the known one that was probably meant.
enum MisspeltValue {
  /// The general parser's message, with a suggestion where a known value is near.
  static func suggesting(in message: String) -> String {
    let pattern = #/The value '(?<value>.*?)' is invalid for .*?\. (?=Please provide one of)/#
    guard let match = message.firstMatch(of: pattern) else { return message }
    let near = Suggestion.nearest(
      to: String(match.value), in: values(in: message[match.range.upperBound...]))
    guard let near else { return message }
    return String(message[..<match.range.upperBound]) + "Did you mean '\(near)'? "
      + message[match.range.upperBound...]
  }

  /// The values that the parser lists: a few in quotes on one line, or one a line.
  private static func values(in rest: Substring) -> [String] {
    let lines = rest.split(separator: "\n")
    guard let first = lines.first, first.hasSuffix(":") else {
      return (lines.first ?? "").matches(of: #/'([^']*)'/#).map { String($0.1) }
    }
    return lines.dropFirst().prefix { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
  }
}

extension ZoneError {
  /// The error, with a zone that was probably meant.
  var suggesting: String {
    guard case .unknown(let identifier) = self,
      let near = Suggestion.nearest(to: identifier, in: ZoneData.identifiers)
    else { return description }
    return description + "; did you mean '\(near)'?"
  }
}
