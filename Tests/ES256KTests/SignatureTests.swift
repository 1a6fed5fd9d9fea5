import PlainText
import Testing
import Tokens

@testable import ES256K

@Suite("Signatures")
struct SignatureTests {
  @Test("are those of an independent implementation, bit for bit")
  func equalOpenSSL() throws {
    let rows = try Fixture.rows("signatures.txt")
    #expect(rows.count == 241)
    for row in rows {
      let key = try #require(PrivateKey(try Fixture.bytes(row[0])))
      let message = try Fixture.bytes(row[3])
      let signature = try Fixture.bytes(row[4])
      #expect(Hexadecimal.text(key.publicKey) == row[1])
      #expect(EthereumAddress(publicKey: key.publicKey).description == row[2])
      #expect(key.signature(of: message) == signature)
      #expect(Signature.isInLowerHalf(signature))
      #expect(
        ES256K.isValid(signature, of: message, by: key.publicKey, isLowerHalfRequired: true))
    }
  }

  @Test("are did-jwt's for its published key and message")
  func equalDIDJWT() throws {
    let key = try #require(
      PrivateKey(
        try Fixture.bytes("278a5de700e29faae8e40e366ec5012b5ec63d36ec77e8a2417154cc1d25383f")))
    let message = Array("thequickbrownfoxjumpedoverthelazyprogrammer".utf8)
    let made = key.recoverableSignature(of: message)
    #expect(
      Base64.url.text(made.bytes) == "jsvdLwqr-O206hkegoq6pbo7LJjCaflEKHCvfohBP9U2H9EZ5Jsw0CncN17"
        + "WntoUEGmxaZVF2zQjtUEXfhdyBg")
    #expect(made.number == 1)
    #expect(
      ES256K.publicKey(recoveredFrom: made.bytes, number: 1, of: message) == key.publicKey)
  }

  @Test("of Wycheproof are judged as it says; a strict check refuses an upper half beside them")
  func judgeWycheproof() throws {
    let rows = try Fixture.rows("wycheproof.txt")
    #expect(rows.count == 252)
    var refusedStrictly = 0
    for row in rows {
      let key = try #require(ES256K.publicKey(parsing: try Fixture.bytes(row[1])))
      let message = try Fixture.bytes(row[2])
      let signature = try Fixture.bytes(row[3])
      let isValid = ES256K.isValid(signature, of: message, by: key)
      #expect(isValid == (row[4] == "valid"), "test \(row[0])")
      let isStrictlyValid = ES256K.isValid(
        signature, of: message, by: key, isLowerHalfRequired: true)
      #expect(isStrictlyValid == (isValid && Signature.isInLowerHalf(signature)))
      if isValid, !isStrictlyValid { refusedStrictly += 1 }
    }
    #expect(refusedStrictly == 72)
  }

  @Test("lead back to their key, and to another one by another number")
  func recover() throws {
    for row in try Fixture.rows("signatures.txt") {
      let key = try #require(PrivateKey(try Fixture.bytes(row[0])))
      let message = try Fixture.bytes(row[3])
      let made = key.recoverableSignature(of: message)
      #expect(
        ES256K.publicKey(recoveredFrom: made.bytes, number: made.number, of: message)
          == key.publicKey)
      #expect(
        ES256K.publicKey(recoveredFrom: made.bytes, number: made.number ^ 1, of: message)
          != key.publicKey)
    }
  }

  @Test("of a wrong size, with zeros or beyond the order are none")
  func refuse() throws {
    let key = try #require(PrivateKey([UInt8](repeating: 7, count: 32)))
    for bytes in [
      [], [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64),
      [UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 65),
    ] {
      #expect(!ES256K.isValid(bytes, of: [1], by: key.publicKey))
      #expect(!ES256K.isValid(bytes, of: [1], by: [UInt8](repeating: 0, count: 64)))
      for number in -1...4 {
        if bytes.count != 64 || bytes.first != 1 {
          #expect(ES256K.publicKey(recoveredFrom: bytes, number: number, of: [1]) == nil)
        }
      }
    }
  }

  @Test("need a key from 1 to the order less one")
  func keys() throws {
    let order = try Fixture.bytes(
      "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    #expect(PrivateKey([UInt8](repeating: 0, count: 32)) == nil)
    #expect(PrivateKey(order) == nil)
    #expect(PrivateKey([UInt8](repeating: 1, count: 31)) == nil)
    #expect(PrivateKey(Array(order.dropLast()) + [0x40]) != nil)
  }

  @Test("a private key shows itself nowhere")
  func hidesKeys() throws {
    let digits = "278a5de700e29faae8e40e366ec5012b5ec63d36ec77e8a2417154cc1d25383f"
    let key = try #require(PrivateKey(try Fixture.bytes(digits)))
    var dumped = ""
    dump(key, to: &dumped)
    dump(TestKeys(own: key), to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped, "\(TestKeys(own: key))"] {
      #expect(!text.contains("278a5de7") && !text.contains("39, 138, 93"))
      #expect(!text.contains("- 39\n"))
    }
  }
}
