public import JSONText

/// Two run summaries compared value by value, without what differs between any two runs.
public struct SummaryComparison: Sendable {
  /// The places that are not compared; `*` matches any one key or index.
  ///
  /// They are the host's clock, and the scenarios' paths as given on the command line.
  public static let ignored: [JSONPointer] = [
    JSONPointer(tokens: ["startedAt"]), JSONPointer(tokens: ["stoppedAt"]),
    JSONPointer(tokens: ["scenarios", "*", "path"]),
  ]

  /// A value that differs.
  public struct Difference: Hashable, Sendable {
    /// Where it is.
    public let pointer: JSONPointer
    /// The first summary's value; nil when it has none there.
    public let a: JSONValue?
    /// The second summary's value; nil when it has none there.
    public let b: JSONValue?
  }

  /// The first value that differs, in the order of canonical JSON.
  public private(set) var first: Difference?
  /// The number of values that differ; a missing object or array counts once.
  public private(set) var count = 0

  /// Whether nothing differs.
  public var isEqual: Bool { count == 0 }

  /// Compares two documents.
  public init(_ a: JSONValue, _ b: JSONValue) {
    compare(a, b, at: [])
  }

  private mutating func compare(_ a: JSONValue?, _ b: JSONValue?, at place: [String]) {
    guard a != b, !SummaryComparison.isIgnored(place) else { return }
    switch (a, b) {
    case (.object(let left)?, .object(let right)?):
      for key in SummaryComparison.keys(left, right) {
        compare(left[key], right[key], at: place + [key])
      }
    case (.array(let left)?, .array(let right)?):
      for index in 0..<max(left.count, right.count) {
        compare(
          index < left.count ? left[index] : nil, index < right.count ? right[index] : nil,
          at: place + [String(index)])
      }
    case (.null?, _), (.bool?, _), (.integer?, _), (.number?, _), (.string?, _), (.array?, _),
      (.object?, _), (nil, _):
      first = first ?? Difference(pointer: JSONPointer(tokens: place), a: a, b: b)
      count += 1
    }
  }

  /// The keys of both, ordered by UTF-16 code units as in canonical JSON.
  private static func keys(_ left: JSONObject, _ right: JSONObject) -> [String] {
    let all = left.keys + right.keys.filter { left[$0] == nil }
    return all.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
  }

  private static func isIgnored(_ place: [String]) -> Bool {
    ignored.contains { pointer in
      pointer.tokens.count == place.count
        && zip(pointer.tokens, place).allSatisfy { $0 == "*" || $0 == $1 }
    }
  }
}
