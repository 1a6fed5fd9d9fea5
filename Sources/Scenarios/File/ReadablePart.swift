import LocatedYAML
import PlainText

/// What is left of a value when everything that was wrong is left out, so that it is read further.
struct ReadablePart {
  private(set) var node: YAMLNode
  /// Where problems would follow from what was left out, and are none of the file.
  private var places: Set<SourcePlace> = []

  init(_ node: YAMLNode) { self.node = node }

  /// Whether a problem follows from what was left out: something is missing where it was.
  func explains(_ problem: YAMLProblem) -> Bool {
    problem.isConsequence || places.contains(problem.place) && key(of: problem) == nil
  }

  /// Leaves out what a problem is about; false when it is about the whole value.
  mutating func leaveOut(_ problem: YAMLProblem) -> Bool {
    guard problem.path == nil, let smaller = without(problem, node) else { return false }
    node = smaller
    return true
  }

  /// The key that a problem names, at whose place it is.
  private func key(of problem: YAMLProblem) -> String? { key(of: problem, in: node) }

  private func key(of problem: YAMLProblem, in node: YAMLNode) -> String? {
    switch node.content {
    case .scalar: return nil
    case .list(let items):
      return items.lazy.compactMap { key(of: problem, in: $0) }.first
    case .mapping(let entries):
      for entry in entries {
        if problem.isAbout(entry) { return entry.key }
        if let key = key(of: problem, in: entry.value) { return key }
      }
      return nil
    }
  }

  /// The value without what a problem is about; nil when that is not inside of it.
  private mutating func without(_ problem: YAMLProblem, _ node: YAMLNode) -> YAMLNode? {
    switch node.content {
    case .scalar: return nil
    case .list(var items):
      for (index, item) in items.enumerated() {
        if let smaller = without(problem, item) {
          items[index] = smaller
        } else if item.place == problem.place {
          items.remove(at: index)
        } else {
          continue
        }
        return changed(node, .list(items))
      }
      return nil
    case .mapping(var entries):
      for (index, entry) in entries.enumerated() {
        if let smaller = without(problem, entry.value) {
          entries[index] = YAMLNode.Entry(key: entry.key, place: entry.place, value: smaller)
          places.insert(entry.place)
        } else if problem.isAbout(entry) || entry.value.place == problem.place
          // The first key of a block stands where the whole block does.
          || entry.place == problem.place && entry.place != node.place
        {
          entries.remove(at: index)
          // A sibling may need what is gone now.
          places.formUnion(entries.map(\.place))
        } else {
          continue
        }
        return changed(node, .mapping(entries))
      }
      return nil
    }
  }

  private mutating func changed(_ node: YAMLNode, _ content: YAMLNode.Content) -> YAMLNode {
    places.insert(node.place)
    return YAMLNode(place: node.place, content: content)
  }
}

extension YAMLProblem {
  /// A problem that follows from another one, which was noted before.
  static func consequence(at place: SourcePlace) -> YAMLProblem { YAMLProblem(place, "", "") }

  /// Whether it follows from another one, so that it is not noted.
  var isConsequence: Bool { message.isEmpty }

  /// Whether it is about a key of a mapping, or its value as a whole: it names the key.
  fileprivate func isAbout(_ entry: YAMLNode.Entry) -> Bool {
    place == entry.place && message.contains("'\(entry.key.shortened())")
  }
}
