/// The way from a node to one inside it.
public struct YAMLPath: Hashable, Sendable {
  /// One step on the way.
  public enum Part: Hashable, Sendable {
    /// The value of a key.
    case key(String)
    /// The item of a list, counted from 0.
    case index(Int)
  }

  /// The steps, from the outside inward.
  public var parts: [Part]

  /// Makes a path.
  public init(_ parts: [Part] = []) { self.parts = parts }

  /// The path one step further.
  public func appending(_ part: Part) -> YAMLPath { YAMLPath(parts + [part]) }

  /// The path as text: `delivered[0].source`.
  public var text: String {
    var text = ""
    for part in parts {
      switch part {
      case .key(let key): text += text.isEmpty ? key : "." + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}

extension YAMLNode {
  /// Where a path leads, or where its first part that is not written here would be.
  ///
  /// For a key that is the place of the key, for an item its own.
  public func place(of path: YAMLPath) -> SourcePlace {
    var (node, place) = (self, self.place)
    for part in path.parts {
      switch (part, node.content) {
      case (.key(let key), .mapping(let entries)):
        guard let entry = entries.first(where: { $0.key == key }) else { return place }
        (node, place) = (entry.value, entry.place)
      case (.index(let index), .list(let items)):
        guard items.indices.contains(index) else { return place }
        (node, place) = (items[index], items[index].place)
      // One thing may stand for a list of one.
      case (.index(0), .scalar), (.index(0), .mapping): continue
      case (.key, .scalar), (.key, .list), (.index, .scalar), (.index, .mapping): return place
      }
    }
    return place
  }
}
