/// Finds private keys and keys of services in free text.
///
/// These are: a private key in PEM, whole or cut off, also with escaped line breaks; 64 hexadecimal
/// digits that stand alone, unless a word before them says that they are a hash; keys of AWS
/// (`AKIA…`), Google (`AIza…`), GitHub (`ghp_…`, `github_pat_…`), Slack (`xoxb-…`) and Stripe
/// (`sk_live_…`).
/// Source: RFC 7468 §2, §10; docs.aws.amazon.com, IAM identifiers; docs.github.com, about
/// authentication to GitHub; api.slack.com, token types; docs.stripe.com, API keys.
enum KeyShapes {
  /// How a service's key begins, and what follows.
  private struct Service {
    let prefix: StaticString
    /// How many characters follow at least.
    let min: Int
    /// How many follow at most; another one makes it something else.
    var max = 255
    /// Which of `-` and `_` are among them.
    var marks: StaticString = ""
    var isCapital = false
  }

  private static let services: [Service] = [
    Service(prefix: "AKIA", min: 16, max: 16, isCapital: true),
    Service(prefix: "ASIA", min: 16, max: 16, isCapital: true),
    Service(prefix: "AIza", min: 35, max: 35, marks: "-_"),
    Service(prefix: "ghp_", min: 20), Service(prefix: "gho_", min: 20),
    Service(prefix: "ghu_", min: 20), Service(prefix: "ghs_", min: 20),
    Service(prefix: "ghr_", min: 20), Service(prefix: "github_pat_", min: 20, marks: "_"),
    Service(prefix: "xoxa-", min: 10, marks: "-"), Service(prefix: "xoxb-", min: 10, marks: "-"),
    Service(prefix: "xoxe-", min: 10, marks: "-"), Service(prefix: "xoxp-", min: 10, marks: "-"),
    Service(prefix: "xoxr-", min: 10, marks: "-"), Service(prefix: "xoxs-", min: 10, marks: "-"),
    Service(prefix: "sk_live_", min: 10), Service(prefix: "rk_live_", min: 10),
    Service(prefix: "sk_test_", min: 10), Service(prefix: "rk_test_", min: 10),
  ]

  /// How many digits a private key has.
  private static let digitsCount = 64
  /// The words that say of digits behind them that they are a hash.
  private static let hashWords: [StaticString] = [
    "hash", "trace", "sha256", "sha", "digest", "checksum", "etag",
  ]

  // MARK: Before a search

  /// Whether there may be a private key of digits alone; looks at one byte in 32, and around those
  /// that are digits.
  static func mayHavePrivateKey(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = digitsCount / 2
    while place < text.count {
      if isHexadecimal(text[place]) {
        var start = place
        while start > 0, isHexadecimal(text[start - 1]) { start -= 1 }
        var end = place + 1
        while end < text.count, isHexadecimal(text[end]) { end += 1 }
        if end - start >= digitsCount { return true }
        place = max(place, end - 1)
      }
      place += digitsCount / 2
    }
    return false
  }

  /// Whether bytes end as the prefix of a key does before its `_` or `-`.
  @inline(__always)
  static func mayEndPrefix(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count >= 3 else { return false }
    let end = bytes.endIndex
    return switch (bytes[end - 3], bytes[end - 2], bytes[end - 1]) {
    case (UInt8(ascii: "g"), UInt8(ascii: "h"), _), (UInt8(ascii: "p"), UInt8(ascii: "a"), _),
      (UInt8(ascii: "i"), UInt8(ascii: "v"), _), (UInt8(ascii: "e"), UInt8(ascii: "s"), _),
      (UInt8(ascii: "o"), UInt8(ascii: "x"), _):
      true
    default: false
    }
  }

  /// Whether a text that begins with `A` may be a key of AWS or Google.
  @inline(__always)
  static func mayBeCapitalPrefix(_ bytes: UnsafePointer<UInt8>) -> Bool {
    switch (bytes[1], bytes[2], bytes[3]) {
    case (UInt8(ascii: "K"), UInt8(ascii: "I"), UInt8(ascii: "A")),
      (UInt8(ascii: "S"), UInt8(ascii: "I"), UInt8(ascii: "A")),
      (UInt8(ascii: "I"), UInt8(ascii: "z"), UInt8(ascii: "a")):
      true
    default: false
    }
  }

  // MARK: Search

  /// The key that begins at a place.
  static func key(in bytes: [UInt8], at start: Int, countsDigits: Bool) -> Range<Int>? {
    switch bytes[start] {
    case UInt8(ascii: "-"): return armored(bytes, start)
    case UInt8(ascii: "A"), UInt8(ascii: "g"), UInt8(ascii: "x"), UInt8(ascii: "s"),
      UInt8(ascii: "r"):
      if let key = serviceKey(bytes, start) { return key }
    default: break
    }
    return countsDigits && isHexadecimal(bytes[start]) ? digits(bytes, start) : nil
  }

  private static func serviceKey(_ bytes: [UInt8], _ start: Int) -> Range<Int>? {
    if start > 0, isWord(bytes[start - 1]) { return nil }
    for service in services where has(service.prefix, in: bytes, at: start) {
      let first = start + service.prefix.utf8CodeUnitCount
      var end = first
      while end < bytes.count, isPart(bytes[end], of: service) { end += 1 }
      let isAlone = end == bytes.count || !isWord(bytes[end])
      if isAlone, (service.min...service.max).contains(end - first) { return start..<end }
    }
    return nil
  }

  private static func isPart(_ byte: UInt8, of service: Service) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A: true
    case 0x61...0x7A: !service.isCapital
    default: service.marks.withUTF8Buffer { $0.contains(byte) }
    }
  }

  /// A key in PEM, from its first line to its last one; where that is missing, to a quotation mark
  /// or the end of the text.
  private static func armored(_ bytes: [UInt8], _ start: Int) -> Range<Int>? {
    guard has("-----BEGIN ", in: bytes, at: start) else { return nil }
    var place = start + 11
    while place < bytes.count, isTitle(bytes[place]) { place += 1 }
    let title = bytes[start + 11..<place]
    let isKey = title.ends(with: "PRIVATE KEY") || title.ends(with: "PRIVATE KEY BLOCK")
    guard isKey, has("-----", in: bytes, at: place) else { return nil }
    place += 5
    while place < bytes.count, !"\"'<".utf8.contains(bytes[place]) {
      if has("-----END ", in: bytes, at: place) {
        place += 9
        while place < bytes.count, isTitle(bytes[place]) { place += 1 }
        while place < bytes.count, bytes[place] == UInt8(ascii: "-") { place += 1 }
        return start..<place
      }
      place += 1
    }
    // In JSON that stands in a string a quotation mark has backslashes.
    while place < bytes.count, bytes[place - 1] == UInt8(ascii: "\\") { place -= 1 }
    return start..<place
  }

  /// Exactly 64 digits, with or without `0x`, that stand alone and are not called a hash.
  private static func digits(_ bytes: [UInt8], _ start: Int) -> Range<Int>? {
    if start > 0, isWord(bytes[start - 1]) { return nil }
    let isPrefixed = has("0x", in: bytes, at: start) || has("0X", in: bytes, at: start)
    let first = isPrefixed ? start + 2 : start
    guard first + digitsCount <= bytes.count else { return nil }
    let end = first + digitsCount
    for place in first..<end where !isHexadecimal(bytes[place]) { return nil }
    if end < bytes.count, isWord(bytes[end]) { return nil }
    return isCalledHash(bytes, start) ? nil : start..<end
  }

  /// Whether the word before a place says that a hash follows.
  private static func isCalledHash(_ bytes: [UInt8], _ start: Int) -> Bool {
    var end = start
    while end > 0, " \"'\\:=-/`".utf8.contains(bytes[end - 1]) { end -= 1 }
    // A weak ETag.
    if end > 0, has("W/", in: bytes, at: end - 1) {
      end -= 1
      while end > 0, " \"'\\:=".utf8.contains(bytes[end - 1]) { end -= 1 }
    }
    let before = bytes[..<end].suffix(8).map { $0 | 0x20 }
    return hashWords.contains { word in
      // Digits keep their value with that bit set.
      before.ends(with: word)
    }
  }

  private static func has(_ text: StaticString, in bytes: [UInt8], at place: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return text.withUTF8Buffer { wanted in
      for offset in 0..<count where bytes[place + offset] != wanted[offset] { return false }
      return true
    }
  }

  private static func isTitle(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || byte == UInt8(ascii: " ")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || byte == UInt8(ascii: "_")
  }

  @inline(__always)
  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  fileprivate func ends(with text: StaticString) -> Bool {
    text.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
  }
}
