/// A value of a stored session that the program cannot have written, and where it stands.
///
/// It never holds the value, which may be a secret or a megabyte.
package struct StoredDamage: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it stands: `table journal, row 7 of branch 2, column time`.
  package var place: String
  /// What should stand there: `a whole number from 0`.
  package var expected: String

  package init(place: String, expected: String) {
    self.place = place
    self.expected = expected
  }

  package var description: String { "\(place): \(expected) should stand here" }
}

/// What a number of a stored session can be.
package struct StoredRange: Sendable {
  package let bounds: ClosedRange<Int64>
  /// The same in words.
  package let words: String

  /// Milliseconds since the phone's start; no phone runs longer.
  package static let instant = StoredRange(
    bounds: 0...1 << 48, words: "a time since the phone's start in milliseconds")
  /// Milliseconds since the Unix epoch.
  package static let time = StoredRange(
    bounds: -(1 << 53)...1 << 53, words: "a time in milliseconds since the Unix epoch")
  /// How many there are of something.
  package static let count = StoredRange(bounds: 0...1 << 53, words: "a whole number from 0")
  /// The number of a row.
  package static let id = StoredRange(bounds: 1...Int64.max, words: "a whole number from 1")

  /// Whether a text is the hash of a trace.
  package static func isHash(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
