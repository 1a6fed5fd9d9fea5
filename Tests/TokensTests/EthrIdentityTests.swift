import Testing
import Tokens

@Suite("Identities of did:ethr")
struct EthrIdentityTests {
  private static let digits = "f3beac30c498d9e26865f34fcaa57dbb935b0d74"

  @Test(
    "are read in every spelling of one address",
    arguments: ["did:ethr:0x", "did:ethr:mainnet:0x", "did:ethr:0x5:0x"])
  func addresses(prefix: String) throws {
    let address = try #require(EthereumAddress("0x" + Self.digits))
    #expect(EthrIdentity(prefix + Self.digits) == .address(address))
    #expect(EthrIdentity(prefix + Self.digits.uppercased()) == .address(address))
    #expect(EthrIdentity.text(address) == "did:ethr:0xF3beAC30C498D9E26865F34fCAa57dBB935b0D74")
  }

  @Test("may name a compressed key")
  func keys() {
    let key = [UInt8](repeating: 3, count: 33)
    #expect(EthrIdentity("did:ethr:0x" + Hexadecimal.text(key)) == .publicKey(key))
  }

  @Test(
    "are nothing else",
    arguments: [
      "", "did:ethr", "did:ethr:", "did:ethr:0x", "did:ethr:0xa11ce", "did:key:z6Mk",
      "did:ethr:" + digits, "did:ethr::0x" + digits, "did:ethr:a:b:0x" + digits,
      "did:ethr:0x" + digits + "0", "did:ethr:0X" + digits,
      "did:ethr:0xg3beac30c498d9e26865f34fc"
        + "aa57dbb935b0d74", "DID:ethr:0x" + digits,
    ])
  func others(text: String) { #expect(EthrIdentity(text) == nil) }
}
