import LocatedYAML
import PlainText

/// Parsing of the values in profiles.
extension YAMLNode {
  /// The maximum number of items in a list.
  static let itemsMax = 100

  /// An error at this value.
  func problem(_ message: String, _ remedy: String) -> YAMLProblem {
    YAMLProblem(place, message, remedy)
  }

  /// Throws unless this is a mapping with only these keys.
  func checkKeys(_ what: String, _ known: [String]) throws(YAMLProblem) {
    for entry in try mapping(what) where !known.contains(entry.key) {
      throw .unknownKey(of: what, entry.key, at: entry.place, known: known)
    }
  }

  /// A scalar that is not empty, as a string, even if it is `200` or `null`.
  func written(_ what: String) throws(YAMLProblem) -> String {
    guard let text = rawText, !text.isEmpty else {
      throw problem("\(what) must be a text, not \(kindName)", "write one")
    }
    return text
  }

  /// The items of a list; a value that is not a list is treated as a list of one.
  func items(_ what: String) throws(YAMLProblem) -> [YAMLNode] {
    guard case .list(let items) = content else { return [self] }
    guard items.count <= YAMLNode.itemsMax else {
      throw problem("\(what) has more than \(YAMLNode.itemsMax) items", "make it shorter")
    }
    return items
  }

  /// A duration in milliseconds, which may be negative.
  func signedDuration(_ what: String) throws(YAMLProblem) -> Int64 {
    let text = try written(what)
    guard let milliseconds = DurationText.signedMilliseconds(text) else {
      throw problem(
        "\(what) must be a duration, not '\(text.shortened())'",
        "write one such as 15m, 1h30m, -90s")
    }
    return milliseconds
  }
}
