import CivilTime
import JSONText

/// Compares JSON in all listed parts: what an expected object leaves out may be anything.
///
/// An expected ISO 8601 time matches the same time in milliseconds since the Unix epoch.
enum JSONMatch {
  /// The first difference.
  struct Difference: Hashable {
    /// Where it is: `returns.settings.time`.
    let path: String
    let expected: String
    let found: String
  }

  /// The first place where `found` does not match; nil when it does.
  static func difference(
    _ expected: JSONValue, _ found: JSONValue, at path: String
  ) -> Difference? {
    switch (expected, found) {
    case (.object(let expected), .object(let found)):
      for (key, value) in expected.members {
        guard let other = found[key] else {
          return Difference(
            path: "\(path).\(key)", expected: value.canonicalText,
            found: "no such key in {\(found.members.map(\.key).joined(separator: ", "))}")
        }
        if let difference = difference(value, other, at: "\(path).\(key)") { return difference }
      }
      return nil
    case (.array(let expected), .array(let found)) where expected.count == found.count:
      for index in expected.indices {
        let place = "\(path)[\(index)]"
        if let difference = difference(expected[index], found[index], at: place) {
          return difference
        }
      }
      return nil
    case (.string(let text), .integer(let milliseconds))
    where ISO8601.parse(text) == milliseconds:
      return nil
    case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _),
      (.object, _):
      guard expected != found else { return nil }
      return Difference(
        path: path, expected: expected.canonicalText, found: found.canonicalText)
    }
  }
}
