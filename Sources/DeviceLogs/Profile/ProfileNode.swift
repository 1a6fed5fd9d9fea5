import CivilTime
import Yams

/// A value of a profile with its place.
struct ProfileNode {
  let node: Yams.Node

  var line: Int { node.mark?.line ?? 1 }
  var column: Int { node.mark?.column ?? 1 }

  /// How many entries a list may have.
  static let itemsMax = 100

  func problem(_ message: String, _ remedy: String) -> ProfileProblem {
    ProfileProblem(line, column, message, remedy)
  }

  /// The value of a key; nil when the key is absent.
  subscript(key: String) -> ProfileNode? {
    guard case .mapping(let mapping) = node else { return nil }
    for (name, value) in mapping where name.scalar?.string == key {
      return ProfileNode(node: value)
    }
    return nil
  }

  /// Checks that this is a mapping with no key but these.
  func checkKeys(_ what: String, _ known: [String]) throws(ProfileProblem) {
    guard case .mapping(let mapping) = node else {
      throw problem("\(what) must be a mapping", "write 'key: value' lines")
    }
    for (key, _) in mapping {
      let name = key.scalar?.string ?? ""
      guard known.contains(name) else {
        throw ProfileProblem.unknown("key", name, ProfileNode(node: key), known: known)
      }
    }
  }

  /// The keys and values of a mapping.
  func members(_ what: String) throws(ProfileProblem) -> [(ProfileNode, ProfileNode)] {
    guard case .mapping(let mapping) = node else {
      throw problem("\(what) must be a mapping", "write 'field: text' lines")
    }
    return mapping.map { (ProfileNode(node: $0), ProfileNode(node: $1)) }
  }

  /// A text, number or word as it was written.
  func text(_ what: String) throws(ProfileProblem) -> String {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      throw problem("\(what) must be a text", "write one")
    }
    return scalar.string
  }

  /// The entries of a list; a value that is no list counts as its only entry.
  func items(_ what: String) throws(ProfileProblem) -> [ProfileNode] {
    guard case .sequence(let sequence) = node else { return [self] }
    guard sequence.count <= ProfileNode.itemsMax else {
      throw problem("\(what) has more than \(ProfileNode.itemsMax) entries", "make it shorter")
    }
    return sequence.map(ProfileNode.init)
  }

  /// One of the words of an enum.
  func word<Word: RawRepresentable & CaseIterable>(
    _ what: String, _: Word.Type
  ) throws(ProfileProblem) -> Word where Word.RawValue == String {
    let text = try text(what)
    guard let word = Word(rawValue: text) else {
      throw ProfileProblem.unknown(what, text, self, known: Word.allCases.map(\.rawValue))
    }
    return word
  }

  /// A duration, which may have a minus sign.
  func duration(_ what: String) throws(ProfileProblem) -> Int64 {
    let text = try text(what)
    guard let milliseconds = DurationText.signedMilliseconds(text) else {
      throw problem(
        "\(what) must be a duration, not '\(text.prefix(40))'", "write one such as 15m, 1h30m, -90s"
      )
    }
    return milliseconds
  }
}
