/// Compares and checks entity tags.
///
/// Source: RFC 9110 §8.8.3: `W/` in capitals, quotation marks, no other escape than that; §8.8.3.2:
/// two tags are weakly equal if what stands between the marks is.
public enum EntityTag {
  /// Whether a string is a tag at all, and may be sent back.
  public static func isValid(_ tag: String) -> Bool {
    let bytes = Array(opaque(tag[...]).utf8)
    guard bytes.count >= 2, bytes.first == mark, bytes.last == mark else { return false }
    return bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != mark && $0 != 0x7F }
  }

  /// Whether two tags are weakly equal.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    opaque(one[...]) == opaque(other[...])
  }

  /// Whether one of the tags of an If-None-Match is the server's, weakly compared.
  public static func isMatch(_ asked: String, _ tag: String) -> Bool {
    asked == "*"
      || asked.split(separator: ",").contains { opaque($0) == opaque(tag[...]) }
  }

  private static let mark = UInt8(ascii: "\"")

  private static func opaque(_ tag: Substring) -> Substring {
    var tag = tag.drop { $0 == " " }
    while tag.last == " " { tag.removeLast() }
    return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
  }
}
