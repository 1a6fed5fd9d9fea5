public import JSONText

/// A path to one place in a JSON value: `$.settings.time`, `$['pending'][0]`.
///
/// Source: RFC 9535 §2.3.5.1, singular queries with the shorthand and bracket forms.
public struct ValueQuery: Hashable, Sendable {
  /// A step from a value to one inside it.
  public enum Segment: Hashable, Sendable {
    case member(String)
    /// An item's index, counted from the end when negative.
    case item(Int)
  }

  /// The query as written.
  public let text: String
  /// The steps from the whole value.
  public let segments: [Segment]

  /// Parses a query; nil when it is invalid.
  public init?(_ text: String) {
    guard text.hasPrefix("$"), text.utf8.count <= 1_024 else { return nil }
    self.text = text
    var segments: [Segment] = []
    var rest = text.dropFirst()
    while !rest.isEmpty {
      guard let segment = ValueQuery.next(&rest) else { return nil }
      segments.append(segment)
    }
    self.segments = segments
  }

  /// The value at the place; nil when there is none.
  public func value(in root: JSONValue) -> JSONValue? {
    var value = root
    for segment in segments {
      switch (segment, value) {
      case (.member(let name), .object(let object)):
        guard let member = object[name] else { return nil }
        value = member
      case (.item(let index), .array(let items)):
        let place = index < 0 ? items.count + index : index
        guard items.indices.contains(place) else { return nil }
        value = items[place]
      case (.member, _), (.item, _): return nil
      }
    }
    return value
  }

  private static func next(_ rest: inout Substring) -> Segment? {
    if rest.hasPrefix(".") {
      let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard let first = name.first, !first.isNumber else { return nil }
      rest = rest.dropFirst(name.count + 1)
      return .member(String(name))
    }
    guard rest.hasPrefix("["), let close = rest.firstIndex(of: "]") else { return nil }
    let inside = rest[rest.index(after: rest.startIndex)..<close]
    rest = rest[rest.index(after: close)...]
    if let index = Int(inside) { return .item(index) }
    guard inside.count >= 2, let quote = inside.first, "'\"".contains(quote), inside.last == quote
    else { return nil }
    return .member(String(inside.dropFirst().dropLast()))
  }
}
