import Testing
import Tokens

@Suite("Base 64 for addresses")
struct Base64URLTests {
  @Test(
    "is written as RFC 4648, section 10, without padding",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
  func writes(bytes: String, text: String) {
    #expect(Base64URL.text(bytes.utf8) == text)
    #expect(Base64URL.bytes(text) == Array(bytes.utf8))
  }

  @Test("comes back for all pairs of bytes")
  func roundTrips() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        #expect(Base64URL.bytes(Base64URL.text([first, second])) == [first, second])
      }
    }
  }

  @Test(
    "has no padding, no blank, no other alphabet", arguments: ["A", "AAAAA", "AA==", "A A", "+/"])
  func refuses(text: String) { #expect(Base64URL.bytes(text) == nil) }
}
