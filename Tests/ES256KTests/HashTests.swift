import Testing
import Tokens

@Suite("Keccak-256")
struct HashTests {
  @Test("is that of an independent implementation, for every length of a last block")
  func equalsOracle() throws {
    let rows = try Fixture.rows("keccak.txt")
    #expect(rows.count == 303)
    for row in rows {
      #expect(Hexadecimal.text(Keccak256.hash(try Fixture.bytes(row[0]))) == row[1])
    }
  }

  @Test("of nothing is the published one")
  func empty() {
    #expect(
      Hexadecimal.text(Keccak256.hash([]))
        == "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
  }
}
