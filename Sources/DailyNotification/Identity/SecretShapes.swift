/// Finds secrets in free text by their shape, and replaces them.
///
/// These are: `eyJ….….…` (JWT), `Bearer …` and `Basic …`, e-mail addresses, telephone numbers, the
/// user and password of a URL, the values of a query's or form's parameters and of members of JSON
/// whose name is a secret's; private keys and keys of services (see `KeyShapes`). A JWT or a
/// credential that is split over lines is one, with the breaks in it.
struct SecretShapes {
  private let bytes: [UInt8]
  private var index = 0
  private var countsDigits = true

  /// The fewest characters that a token after `Bearer` has.
  private static let bearerBytesMin = 8
  /// The fewest characters of a credential before a line break that is in it: a text that is
  /// wrapped has longer lines.
  private static let lineBytesMin = 32
  /// The most characters of a signature in base64 that ends before a line break: one of 64 bytes.
  private static let signatureBytesMax = 86
  /// The fewest digits of a telephone number after its `+`.
  private static let digitsMin = 8

  /// Whether a string may hold a secret at all; one pass without a copy.
  static func isSuspect(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let bytes = text.baseAddress else { return false }
    if KeyShapes.mayHavePrivateKey(text) { return true }
    var index = 0
    while index < text.count {
      let byte = bytes[index]
      // Most of a text: no mark of a secret.
      if byte &- UInt8(ascii: "a") < 26 {
        index += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "J"), UInt8(ascii: "="): return true
      case UInt8(ascii: ":"):
        if index > 0, bytes[index - 1] == UInt8(ascii: "\"") { return true }
      case UInt8(ascii: " "):
        if isCredential(text[..<index]) || hasThreeDigits(text[..<index]) { return true }
      case 0x09, 0x0A, 0x0D, UInt8(ascii: "\\"):
        if isCredential(text[..<index]) { return true }
      case UInt8(ascii: "-"):
        if hasThreeDigits(text[..<index]) { return true }
        // A PEM's header, or `xoxb-`.
        let isRule = index > 3 && bytes[index - 1] == byte && bytes[index - 4] == byte
        if isRule || KeyShapes.mayEndPrefix(text[..<index]) { return true }
      case UInt8(ascii: "."), UInt8(ascii: ")"):
        if hasThreeDigits(text[..<index]) { return true }
      case UInt8(ascii: "_"):
        if KeyShapes.mayEndPrefix(text[..<index]) { return true }
      case UInt8(ascii: "A"):
        if index + 3 < text.count, KeyShapes.mayBeCapitalPrefix(bytes + index) { return true }
      default: break
      }
      index += 1
    }
    return false
  }

  /// Whether bytes end with the name of a scheme whose credentials follow.
  @inline(__always)
  private static func isCredential(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let last = bytes.last else { return false }
    switch last | 0x20 {
    case UInt8(ascii: "r"): return ends(bytes, with: "bearer")
    case UInt8(ascii: "c"): return ends(bytes, with: "basic")
    default: return false
    }
  }

  /// Whether bytes end with three digits, and no more.
  @inline(__always)
  private static func hasThreeDigits(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    func isDigit(_ place: Int) -> Bool { bytes[place] &- 0x30 < 10 }
    let end = bytes.endIndex
    guard end >= 3, isDigit(end - 1), isDigit(end - 2), isDigit(end - 3) else { return false }
    return end == 3 || !isDigit(end - 4)
  }

  /// Whether bytes end with a word of small letters, however these are written there.
  private static func ends(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, with word: StaticString
  ) -> Bool {
    let start = bytes.endIndex - word.utf8CodeUnitCount
    guard start >= bytes.startIndex else { return false }
    return word.withUTF8Buffer { wanted in
      wanted.indices.allSatisfy { bytes[start + $0] | 0x20 == wanted[$0] }
    }
  }

  /// The string with a mark in place of each secret; nil when there is none.
  static func replaced(_ bytes: [UInt8], _ numbers: inout SecretNumbers) -> String? {
    var shapes = SecretShapes(bytes)
    var output: [UInt8] = []
    var copied = 0
    while let secret = shapes.next(after: copied) {
      output += bytes[copied..<secret.lowerBound]
      output += Redaction.mark(bytes[secret], &numbers).utf8
      copied = secret.upperBound
    }
    return copied > 0 ? String(decoding: output + bytes[copied...], as: UTF8.self) : nil
  }

  /// The secrets of a string.
  static func secrets(in text: String) -> [String] {
    var text = text
    guard text.withUTF8({ isSuspect($0) }) else { return [] }
    var shapes = SecretShapes(Array(text.utf8))
    var secrets: [String] = []
    var end = 0
    while let secret = shapes.next(after: end) {
      secrets.append(String(decoding: shapes.bytes[secret], as: UTF8.self))
      end = secret.upperBound
    }
    return secrets
  }

  /// Whether a string is a token and nothing else.
  static func isToken(_ text: String) -> Bool {
    let shapes = SecretShapes(Array(text.utf8))
    return shapes.tokenEnd() == shapes.bytes.count
  }

  /// Whether there is something that lets its holder in: a token, what an `Authorization` header
  /// carries, the user of a URL, or what a parameter's or a member's name calls secret.
  ///
  /// An e-mail address or a telephone number is a secret, and none of these.
  ///
  /// - Parameter countsDigits: Whether a key of digits alone is one, which a hash looks like.
  static func holdsCredential(_ text: String, countsDigits: Bool = true) -> Bool {
    var text = text
    guard text.withUTF8({ isSuspect($0) }) else { return false }
    var shapes = SecretShapes(Array(text.utf8))
    shapes.countsDigits = countsDigits
    while shapes.index < shapes.bytes.count {
      if shapes.credential() != nil { return true }
      shapes.index += 1
    }
    return false
  }

  /// The user of an address, the password, and the values of its secret parameters.
  static func credentials(ofAddress url: String) -> [String] {
    var shapes = SecretShapes(Array(url.utf8))
    var credentials: [String] = []
    while shapes.index < shapes.bytes.count {
      if let range = shapes.credential() {
        let text = String(decoding: shapes.bytes[range], as: UTF8.self)
        credentials.append(text)
        if shapes.bytes[shapes.index] == UInt8(ascii: ":") {
          credentials += text.split(separator: ":", maxSplits: 1).map(String.init)
        }
        shapes.index = range.upperBound
      } else {
        shapes.index += 1
      }
    }
    return credentials
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next secret, which begins where the one before it ends or later; nil at the end.
  private mutating func next(after end: Int) -> Range<Int>? {
    while index < bytes.count {
      if let secret = secret() ?? address(after: end) {
        index = secret.upperBound
        return secret
      }
      index += 1
    }
    return nil
  }

  /// The secret whose beginning, or whose name, stands at this place; never empty.
  private func secret() -> Range<Int>? {
    let end: Int?
    switch bytes[index] {
    case UInt8(ascii: "+"): end = telephoneEnd()
    case UInt8(ascii: "("), 0x30...0x39: end = nationalNumberEnd()
    default: end = nil
    }
    return end.map { index..<$0 } ?? credential()
  }

  /// The secret at this place that lets its holder in; never empty.
  private func credential() -> Range<Int>? {
    if let key = KeyShapes.key(in: bytes, at: index, countsDigits: countsDigits) { return key }
    return switch bytes[index] {
    case UInt8(ascii: "e"): tokenEnd().map { index..<$0 } ?? parameter(at: index)
    case UInt8(ascii: ":"): userInfo()
    case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): parameter(at: index + 1)
    case UInt8(ascii: "\""): member()
    case UInt8(ascii: "b"), UInt8(ascii: "B"): credentials() ?? parameter(at: index)
    default: parameter(at: index)
    }
  }

  /// The end of `eyJ…` with at least one dot: header, claims and signature.
  private func tokenEnd() -> Int? {
    guard has("eyJ", at: index) else { return nil }
    var end = index
    var dots = 0
    var sinceDot = 0
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: ".") {
        (dots, sinceDot) = (dots + 1, 0)
        end += 1
      } else if isToken(bytes[end]) {
        sinceDot += 1
        end += 1
      } else if dots < 2 || sinceDot < SecretShapes.signatureBytesMax, let next = afterBreak(end),
        next < bytes.count, isToken(bytes[next]) || dots < 2 && has(".", at: next)
      {
        end = next
      } else {
        break
      }
    }
    return dots > 0 && end - index >= 16 ? end : nil
  }

  /// The place after a line break and the blanks around it; nil where there is no break.
  ///
  /// In a text that is JSON a break is an escape.
  private func afterBreak(_ start: Int) -> Int? {
    let (end, hasBreak) = blanksEnd(start)
    return hasBreak ? end : nil
  }

  /// The end of blanks and line breaks, also of those that are escaped, and whether a break is
  /// among them.
  private func blanksEnd(_ start: Int) -> (end: Int, hasBreak: Bool) {
    var end = start
    var hasBreak = false
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: " "), 0x09: end += 1
      case 0x0A, 0x0D:
        hasBreak = true
        end += 1
      case UInt8(ascii: "\\") where has("\\n", at: end) || has("\\r", at: end):
        hasBreak = true
        end += 2
      case UInt8(ascii: "\\") where has("\\t", at: end): end += 2
      default: return (end, hasBreak)
      }
    }
    return (end, hasBreak)
  }

  /// The end of `+` and at least eight digits, with blanks, hyphens or parentheses between them.
  private func telephoneEnd() -> Int? {
    var end = index + 1
    var last = end
    var digits = 0
    while end < bytes.count {
      if isDigit(bytes[end]) {
        digits += 1
        last = end + 1
      } else if !" -().".utf8.contains(bytes[end]) {
        break
      }
      end += 1
    }
    return digits >= SecretShapes.digitsMin ? last : nil
  }

  /// The end of `555-123-4567`, `(555) 123-4567` or `555.123.4567` that stands alone.
  private func nationalNumberEnd() -> Int? {
    if index > 0, isToken(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: ".") { return nil }
    var place = index
    let isOpen = bytes[place] == UInt8(ascii: "(")
    if isOpen { place += 1 }
    guard hasDigits(3, at: place) else { return nil }
    place += 3
    if isOpen {
      guard has(")", at: place) else { return nil }
      place += has(" ", at: place + 1) ? 2 : 1
    } else {
      guard place < bytes.count, "-. ".utf8.contains(bytes[place]) else { return nil }
      place += 1
    }
    guard hasDigits(3, at: place), place + 3 < bytes.count, "-. ".utf8.contains(bytes[place + 3]),
      hasDigits(4, at: place + 4)
    else { return nil }
    let end = place + 8
    return end < bytes.count && isToken(bytes[end]) ? nil : end
  }

  /// What follows `Bearer` or `Basic`; of the latter only what decodes to a name and a password.
  private func credentials() -> Range<Int>? {
    if index > 0, isToken(bytes[index - 1]) { return nil }
    let schemes: [(name: StaticString, isBasic: Bool)] = [("bearer", false), ("basic", true)]
    for scheme in schemes where has(scheme.name, at: index, folding: true) {
      let nameEnd = index + scheme.name.utf8CodeUnitCount
      let start = blanksEnd(nameEnd).end
      guard start > nameEnd else { return nil }
      var end = start
      var lineStart = start
      while end < bytes.count {
        if isCredential(bytes[end]) {
          end += 1
        } else if end - lineStart >= SecretShapes.lineBytesMin, let next = afterBreak(end),
          next < bytes.count, isCredential(bytes[next])
        {
          (end, lineStart) = (next, next)
        } else {
          break
        }
      }
      // A sentence's full stop is no part of it.
      while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
      let token = bytes[start..<end]
      guard token.count >= SecretShapes.bearerBytesMin, !has("eyJ", at: start) else { return nil }
      let isSecret =
        scheme.isBasic ? hasColon(inBase64: token) : token.contains { !isLetter($0) }
      return isSecret || token.count >= 32 ? start..<end : nil
    }
    return nil
  }

  /// The user, and the password, between `://` and `@`.
  private func userInfo() -> Range<Int>? {
    guard has("://", at: index) else { return nil }
    let start = index + 3
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "@") {
      guard bytes[end] > 0x20, !"/?#\"'<>\\".utf8.contains(bytes[end]) else { return nil }
      end += 1
    }
    return end < bytes.count && end > start ? start..<end : nil
  }

  /// The value of `name=value` at a place where a parameter begins, if the name is a secret's.
  private func parameter(at start: Int) -> Range<Int>? {
    // A form may begin anywhere, and so may a sentence: only names that are never harmless count.
    let isInForm = start == index
    if isInForm, index > 0, isToken(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: ".") {
      return nil
    }
    var equals = start
    while equals < bytes.count, isToken(bytes[equals]) || bytes[equals] == UInt8(ascii: ".") {
      equals += 1
    }
    guard equals > start, has("=", at: equals) else { return nil }
    let name = bytes[start..<equals]
    guard isInForm ? SecretName.isSecretInForm(name) : SecretName.isSecretInQuery(name) else {
      return nil
    }
    var end = equals + 1
    // What has been redacted before stays as it is.
    if hasMark(at: end) { return nil }
    if has("[", at: end) { return list(at: end) }
    while end < bytes.count, bytes[end] > 0x20, !"&#\"'<>)\\".utf8.contains(bytes[end]) { end += 1 }
    return end > equals + 1 ? equals + 1..<end : nil
  }

  /// The string or number of `"name": value`, if the name is a secret's.
  ///
  /// In JSON that stands in a string of JSON each quotation mark has a backslash.
  private func member() -> Range<Int>? {
    var place = index + 1
    while place < bytes.count, isToken(bytes[place]) { place += 1 }
    let name = bytes[(index + 1)..<place]
    guard !name.isEmpty else { return nil }
    while has("\\", at: place) { place += 1 }
    guard has("\"", at: place), SecretName.isSecret(name) else { return nil }
    place += 1
    while has(" ", at: place) { place += 1 }
    guard has(":", at: place) else { return nil }
    place += 1
    while has(" ", at: place) { place += 1 }
    if has("[", at: place) { return list(at: place) }
    let isInString = has("\\", at: place)
    while has("\\", at: place) { place += 1 }
    let isString = has("\"", at: place)
    if isString { place += 1 }
    if hasMark(at: place) { return nil }
    let end = isString ? stringEnd(from: place, isInString: isInString) : digitsEnd(from: place)
    return end > place ? place..<end : nil
  }

  /// What stands between the brackets of a list of secrets; nil for an empty one.
  ///
  /// Of a list of strings the bracket behind a quotation mark is the last.
  private func list(at place: Int) -> Range<Int>? {
    let start = place + 1
    var first = start
    while has("\\", at: first) || has("\"", at: first) { first += 1 }
    if hasMark(at: first) { return nil }
    let isOfStrings = first > start
    var end = start
    while end < bytes.count {
      let isLast = !isOfStrings || " \"".utf8.contains(bytes[end - 1])
      if bytes[end] == UInt8(ascii: "]"), isLast { break }
      end += 1
    }
    return end > start ? start..<end : nil
  }

  /// Where a string of JSON ends: before its quotation mark, or its backslash in another string.
  private func stringEnd(from start: Int, isInString: Bool) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      guard bytes[end] == UInt8(ascii: "\\") else {
        end += 1
        continue
      }
      if isInString { break }
      end += 2
    }
    return min(end, bytes.count)
  }

  private func digitsEnd(from start: Int) -> Int {
    bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
  }

  /// The e-mail address with its sign at this place: a name, and a host with a dot.
  private func address(after last: Int) -> Range<Int>? {
    guard bytes[index] == UInt8(ascii: "@") else { return nil }
    var start = index
    while start > last, isName(bytes[start - 1]) { start -= 1 }
    var end = index + 1
    while end < bytes.count, isName(bytes[end]) { end += 1 }
    let host = bytes[(index + 1)..<end]
    guard start < index, let dot = host.firstIndex(of: UInt8(ascii: ".")), dot > index + 1,
      end - dot > 2
    else { return nil }
    return start..<end
  }

  /// Whether bytes of base64 stand for something with a colon in it.
  private func hasColon(inBase64 text: ArraySlice<UInt8>) -> Bool {
    var bits = 0
    var count = 0
    for byte in text {
      switch byte {
      case 0x41...0x5A: bits = bits << 6 | Int(byte - 0x41)
      case 0x61...0x7A: bits = bits << 6 | Int(byte - 0x61 + 26)
      case 0x30...0x39: bits = bits << 6 | Int(byte - 0x30 + 52)
      case UInt8(ascii: "+"), UInt8(ascii: "-"): bits = bits << 6 | 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): bits = bits << 6 | 63
      // Padding ends it.
      default: return false
      }
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      let decoded = bits >> count & 0xFF
      if decoded == 0x3A { return true }
      if decoded < 0x20 || decoded == 0x7F { return false }
      bits &= (1 << count) - 1
    }
    return false
  }

  private func has(_ text: StaticString, at place: Int, folding: Bool = false) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place >= 0, place + count <= bytes.count else { return false }
    return text.withUTF8Buffer { wanted in
      for offset in 0..<count {
        let byte = bytes[place + offset]
        guard (folding && isLetter(byte) ? byte | 0x20 : byte) == wanted[offset] else {
          return false
        }
      }
      return true
    }
  }

  /// Whether what stands for a secret begins at a place.
  private func hasMark(at place: Int) -> Bool {
    place < bytes.count && StandIn(bytes[...], at: place) != nil
  }

  private func hasDigits(_ count: Int, at place: Int) -> Bool {
    guard place + count <= bytes.count else { return false }
    return bytes[place..<place + count].allSatisfy(isDigit)
  }

  /// Whether a byte can stand in what follows `Bearer` or `Basic`.
  private func isCredential(_ byte: UInt8) -> Bool {
    isToken(byte) || "+/=.~".utf8.contains(byte)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private func isToken(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private func isName(_ byte: UInt8) -> Bool {
    isToken(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "%")
  }
}
