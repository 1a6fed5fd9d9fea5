import CivilTime
import JSONText
import LocatedYAML

/// Compares JSON in all listed parts: what an expected object leaves out may be anything.
///
/// An expected ISO 8601 time matches the same time in milliseconds since the Unix epoch, and an
/// interval of two such times (`FROM/TO`) every time from the one to the other.
enum JSONMatch {
  /// One difference.
  struct Difference: Hashable {
    /// Where it is: `returns.settings.time`.
    let path: YAMLPath
    let expected: String
    let found: String
  }

  /// The times that `FROM/TO` means, in milliseconds since the Unix epoch; nil for anything else.
  static func interval(_ text: String) -> ClosedRange<Int64>? {
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, let from = ISO8601.parse(ends[0]), let to = ISO8601.parse(ends[1]),
      from <= to
    else { return nil }
    return from...to
  }

  /// Whether `found` matches.
  static func matches(_ expected: JSONValue, _ found: JSONValue) -> Bool {
    var differences = Differences(countMax: 1)
    differences.compare(expected, found)
    return differences.list.isEmpty
  }

  /// The most differences that are listed; the last one says that there may be more.
  static let differencesMax = 200

  /// The places where `found` does not match, in the order of what is expected.
  static func differences(
    _ expected: JSONValue, _ found: JSONValue, at path: YAMLPath
  ) -> [Difference] {
    var differences = Differences(path: path)
    differences.compare(expected, found)
    return differences.list
  }
}

/// The differences that were found, and where the comparison stands.
private struct Differences {
  var path = YAMLPath()
  var list: [JSONMatch.Difference] = []
  var countMax = JSONMatch.differencesMax

  mutating func compare(_ expected: JSONValue, _ found: JSONValue) {
    switch (expected, found) {
    case (.object(let expected), .object(let found)):
      for (key, value) in expected.members where list.count < countMax {
        path.parts.append(.key(key))
        if let other = found[key] {
          compare(value, other)
        } else {
          add(
            value.canonicalText,
            "no such key in {\(found.members.map(\.key).joined(separator: ", "))}")
        }
        path.parts.removeLast()
      }
    case (.array(let expected), .array(let found)) where expected.count == found.count:
      for index in expected.indices where list.count < countMax {
        path.parts.append(.index(index))
        compare(expected[index], found[index])
        path.parts.removeLast()
      }
    case (.string(let text), .integer(let milliseconds))
    where Differences.isTime(text, milliseconds):
      return
    case (.string(let text), .string(let time))
    where ISO8601.parse(time).map { Differences.isTime(text, $0) } == true:
      return
    case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _),
      (.object, _):
      if expected != found { add(expected.canonicalText, found.canonicalText) }
    }
  }

  /// Whether a time, or an interval of two times, means an instant.
  private static func isTime(_ text: String, _ milliseconds: Int64) -> Bool {
    if let time = ISO8601.parse(text) { return time == milliseconds }
    return JSONMatch.interval(text)?.contains(milliseconds) == true
  }

  private mutating func add(_ expected: String, _ found: String) {
    list.append(
      list.count + 1 < countMax || countMax == 1
        ? JSONMatch.Difference(path: path, expected: expected, found: found)
        : JSONMatch.Difference(
          path: path, expected: expected,
          found: "\(found); what follows was not compared, after \(countMax) differences"))
  }
}
