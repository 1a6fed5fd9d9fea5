import PlainText
import Testing
import Tokens

@testable import ES256K

@Suite("The keychain's keys")
struct TestKeysTests {
  @Test("are three known ones, and after them a tester's own")
  func identities() throws {
    let standard = TestKeys.standard.identities
    #expect(
      standard == [
        "did:ethr:0x77D8EA059Ab6eB9a19Ecf520025d40847A2360a0",
        "did:ethr:0xDd140bCb621F2e33aA4c97733DCCb92967389dbA",
        "did:ethr:0xae10199166383310d1B7e5d96D1d86d2A9058cb0",
      ])
    #expect(TestKeys.known.map(\.identity) == standard)
    let own = try #require(PrivateKey([UInt8](repeating: 7, count: 32)))
    #expect(TestKeys(own: own).identities == standard + [own.identity])
  }

  @Test("sign for their identity in any spelling, and for no other")
  func sign() throws {
    let keys = TestKeys.standard
    let message = Array("a.b".utf8)
    let identity = keys.identities[1]
    let signature = try #require(keys.signature(of: message, by: identity))
    #expect(keys.signature(of: message, by: identity.lowercased()) == signature)
    #expect(keys.signature(of: message, by: "did:ethr:0xa11ce") == nil)
    #expect(
      keys.signature(of: message, by: "did:ethr:0x" + String(repeating: "0", count: 40)) == nil)
    #expect(keys.signature(of: message, by: "") == nil)
    #expect(keys.signature(of: message, by: keys.identities[0]) != signature)
  }

  @Test("make the tokens that an independent implementation makes")
  func tokens() throws {
    let rows = try Fixture.rows("tokens.txt")
    #expect(rows.count == 60)
    for row in rows {
      let own = try #require(PrivateKey(Fixture.bytes(row[0])))
      let keys = TestKeys(own: own)
      let signed = JSONWebToken.signed(
        issuer: row[1], issuedAtSeconds: try #require(Int64(row[2])),
        expiresAtSeconds: try #require(Int64(row[3])))
      let signature = try #require(keys.signature(of: Array(signed.utf8), by: row[1]))
      #expect("\(signed).\(Base64.url.text(signature))" == row[4])
    }
  }
}
