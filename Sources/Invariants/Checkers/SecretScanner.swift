/// Finds what must not stand in a record or an export: tokens, e-mail addresses, telephone numbers.
public enum SecretScanner {
  /// What was found first, named but not repeated; nil when there is nothing.
  public static func finding(in text: some StringProtocol) -> String? {
    let bytes = Array(text.utf8)
    if hasToken(bytes) { return "a token" }
    if hasAddress(bytes) { return "an e-mail address" }
    return hasTelephoneNumber(bytes) ? "a telephone number" : nil
  }

  /// `eyJ…`, a dot and more: the beginning of every token whose header is a JSON object.
  private static func hasToken(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index + 3 <= bytes.count {
      defer { index += 1 }
      guard bytes[index] == 0x65, bytes[index + 1] == 0x79, bytes[index + 2] == 0x4A else {
        continue
      }
      var end = index + 3
      while end < bytes.count, isTokenByte(bytes[end]) { end += 1 }
      if end - index >= 10, end + 8 < bytes.count, bytes[end] == 0x2E,
        bytes[(end + 1)...(end + 7)].allSatisfy(isTokenByte)
      {
        return true
      }
    }
    return false
  }

  /// A name, `@` and a host with a dot.
  private static func hasAddress(_ bytes: [UInt8]) -> Bool {
    for index in bytes.indices where bytes[index] == 0x40 {
      guard index > 0, isNameByte(bytes[index - 1]) else { continue }
      let host = bytes[(index + 1)...].prefix { isNameByte($0) }
      if let dot = host.firstIndex(of: 0x2E), dot > host.startIndex, host.endIndex - dot > 2 {
        return true
      }
    }
    return false
  }

  /// `+` and at least eight digits, with blanks or hyphens between them.
  private static func hasTelephoneNumber(_ bytes: [UInt8]) -> Bool {
    for index in bytes.indices where bytes[index] == 0x2B {
      var digits = 0
      for byte in bytes[(index + 1)...] {
        if (0x30...0x39).contains(byte) {
          digits += 1
        } else if byte != 0x20, byte != 0x2D, byte != 0x28, byte != 0x29 {
          break
        }
      }
      if digits >= 8 { return true }
    }
    return false
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == 0x2D || byte == 0x5F
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isTokenByte(byte) || byte == 0x2E || byte == 0x2B || byte == 0x25
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
