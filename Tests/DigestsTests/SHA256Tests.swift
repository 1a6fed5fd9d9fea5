import Digests
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// Source: FIPS 180-4 and the examples that NIST publishes with it.
  @Test(
    "gives the published digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func vectors(text: String, digest: String) {
    #expect(hexadecimal(SHA256.digest(Array(text.utf8))) == digest)
  }

  @Test("gives the published digest of a million bytes")
  func million() {
    #expect(
      hexadecimal(SHA256.digest([UInt8](repeating: 0x61, count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// The digest of all digests, as Python's hashlib has it.
  @Test("is right for every length of a last block")
  func lengths() {
    let digests = (0..<300).flatMap { count in
      SHA256.digest((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) })
    }
    #expect(
      hexadecimal(SHA256.digest(digests))
        == "d5238871a46ac4a1a75ac3fb19d645b0b3b9e5f35f5f720e2b240d605c6b694e")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
