import LocatedYAML
import PlainText

/// How the files of profiles write their values.
extension YAMLNode {
  /// How many items a list of a profile may have.
  static let itemsMax = 100

  /// What is wrong with this value.
  func problem(_ message: String, _ remedy: String) -> YAMLProblem {
    YAMLProblem(place, message, remedy)
  }

  /// Throws unless this is a mapping with no keys but these.
  func checkKeys(_ what: String, _ known: [String]) throws(YAMLProblem) {
    for entry in try mapping(what) where !known.contains(entry.key) {
      throw .unknown("key", entry.key, at: entry.place, known: known)
    }
  }

  /// A scalar that is not empty, as it was written: `200` and `null` too.
  func written(_ what: String) throws(YAMLProblem) -> String {
    guard let text = rawText, !text.isEmpty else {
      throw problem("\(what) must be a text, not \(kindName)", "write one")
    }
    return text
  }

  /// The items of a list; a value that is no list counts as its only item.
  func items(_ what: String) throws(YAMLProblem) -> [YAMLNode] {
    guard case .list(let items) = content else { return [self] }
    guard items.count <= YAMLNode.itemsMax else {
      throw problem("\(what) has more than \(YAMLNode.itemsMax) items", "make it shorter")
    }
    return items
  }

  /// A duration in milliseconds, which may have a minus sign.
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
