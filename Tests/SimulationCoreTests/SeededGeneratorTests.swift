import SimulationCore
import Testing

@Suite("seeded generator")
struct SeededGeneratorTests {
  /// Source: the reference implementation, https://prng.di.unimi.it/splitmix64.c.
  @Test(
    "gives the published numbers",
    arguments: [
      (
        0,
        [
          0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
          0xF88B_B8A8_724C_81EC, 0x1B39_896A_51A8_749B,
        ]
      ),
      (
        1_234_567,
        [
          6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
          4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
      ),
    ] as [(UInt64, [UInt64])])
  func vectors(seed: UInt64, words: [UInt64]) {
    var random = SeededGenerator(seed: seed)
    #expect(words.map { _ in random.next() } == words)
  }

  private func words(_ stream: StaticString, seed: UInt64 = 7, skipping count: Int = 0) -> [UInt64]
  {
    var random = SeededGenerator(seed: seed, stream: stream)
    for _ in 0..<count { _ = random.next() }
    return (0..<8).map { _ in random.next() }
  }

  @Test("gives each stream its own numbers")
  func streams() {
    #expect(words("drift") == words("drift"))
    #expect(words("drift") != words("lateness"))
    #expect(words("drift") != words("drift", seed: 8))
    #expect(words("drift") != words("drift", skipping: 1))
    var plain = SeededGenerator(seed: 7)
    #expect(words("drift").first != plain.next())
  }

  @Test("does not change one stream by an extra draw in another")
  func independence() {
    var drift = SeededGenerator(seed: 7, stream: "drift")
    var lateness = SeededGenerator(seed: 7, stream: "lateness")
    var drawn: [UInt64] = []
    for count in 0..<8 {
      for _ in 0..<count { _ = drift.next() }
      drawn.append(lateness.next())
    }
    #expect(drawn == words("lateness"))
  }

  @Test("draws below a bound and reaches both ends", arguments: [1, 2, 3, 10, 1000] as [UInt64])
  func bound(bound: UInt64) {
    var random = SeededGenerator(seed: bound)
    var counts = [UInt64](repeating: 0, count: Int(bound))
    for _ in 0..<(bound * 100) {
      let draw = random.below(bound)
      guard draw < bound else {
        Issue.record("\(draw) is not below \(bound)")
        return
      }
      counts[Int(draw)] += 1
    }
    #expect(counts.allSatisfy { (40...180).contains($0) })
  }

  @Test(
    "draws integers from a closed range and reaches both ends",
    arguments: [
      0...0, -3...3, 60_000...60_005, Int64.max - 1...Int64.max, Int64.min...Int64.min + 2,
    ])
  func range(range: ClosedRange<Int64>) {
    var random = SeededGenerator(seed: 3)
    var drawn: Set<Int64> = []
    for _ in 0..<1000 { drawn.insert(random.integer(in: range)) }
    #expect(drawn == Set(range))
  }
}
