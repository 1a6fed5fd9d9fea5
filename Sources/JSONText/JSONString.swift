/// Strings compared as in JSON, by scalars; Swift's `==` compares by canonical equivalence.
enum JSONString {
  /// Whether both have the same scalars.
  static func isSame(_ left: String, _ right: String) -> Bool {
    // Equal scalars are always equal to Swift too, and Swift's test is fast for ASCII.
    left == right && (left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8))
  }

  /// Whether a key sorts before another one by UTF-16 code units.
  ///
  /// The order equals that of UTF-8 bytes except for scalars beyond U+FFFF, whose surrogates sort
  /// before U+E000…U+FFFF. Source: RFC 8785, §3.2.3.
  static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8) { rank($0) < rank($1) }
  }

  /// A UTF-8 byte's rank in the order: the lead bytes of U+E000…U+FFFF come last.
  private static func rank(_ byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
  }
}

/// A member's key in an index.
struct JSONKey: Hashable, Sendable {
  let text: String

  static func == (left: JSONKey, right: JSONKey) -> Bool {
    JSONString.isSame(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}
