import PlainText
import Testing

@Suite("Base 64 for addresses")
struct AddressBase64Tests {
  @Test(
    "is written as RFC 4648, section 10, without padding",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
  func writes(bytes: String, text: String) {
    #expect(Base64.url.text(bytes.utf8) == text)
    #expect(Base64.url.bytes(text) == Array(bytes.utf8))
  }

  @Test("comes back for all pairs of bytes")
  func roundTrips() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        #expect(Base64.url.bytes(Base64.url.text([first, second])) == [first, second])
      }
    }
  }

  @Test(
    "has no padding, no blank, no other alphabet", arguments: ["A", "AAAAA", "AA==", "A A", "+/"])
  func refuses(text: String) { #expect(Base64.url.bytes(text) == nil) }
}

@Suite("base 64 with padding")
struct Base64Tests {
  /// Source: RFC 4648 §10.
  @Test(
    "is as the standard has it",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(_ text: String, _ encoded: String) {
    #expect(Base64.standard.text(Array(text.utf8)) == encoded)
    #expect(Base64.standard.bytes(encoded) == Array(text.utf8))
  }

  @Test("of all bytes comes back")
  func allBytes() {
    for count in 0...300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
      #expect(Base64.standard.bytes(Base64.standard.text(bytes)) == bytes)
    }
  }

  @Test(
    "refuses what it never writes",
    arguments: [
      "Z", "Zg", "Zg=", "Zh==", "Zm9=", "====", "Zg==Zg==", "Zm 9", "Zm9v\n", "Zm_-", "=Zg=",
    ])
  func wrong(_ text: String) {
    #expect(Base64.standard.bytes(text) == nil)
  }
}
