/// The hash function Keccak-256, from which Ethereum's addresses are made.
///
/// It differs from SHA3-256 in one byte of its padding, so one cannot stand for the other.
/// Source: keccak.team, "Keccak specifications summary": 1600 bits of state, rate 1088, 24 rounds.
public enum Keccak256 {
  private static let rateBytes = 136

  private static let roundConstants: [UInt64] = [
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808A, 0x8000_0000_8000_8000,
    0x0000_0000_0000_808B, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
    0x0000_0000_0000_008A, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000A,
    0x0000_0000_8000_808B, 0x8000_0000_0000_008B, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
    0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800A, 0x8000_0000_8000_000A,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
  ]

  /// How far each lane is rotated, and where it goes, in the order in which they are visited.
  private static let rotations: [(lane: Int, bits: UInt64)] = [
    (10, 1), (7, 3), (11, 6), (17, 10), (18, 15), (3, 21), (5, 28), (16, 36), (8, 45), (21, 55),
    (24, 2), (4, 14), (15, 27), (23, 41), (19, 56), (13, 8), (12, 25), (2, 43), (20, 62), (14, 18),
    (22, 39), (9, 61), (6, 20), (1, 44),
  ]

  /// The 32 bytes of a message's hash.
  public static func hash(_ message: [UInt8]) -> [UInt8] {
    var state = [UInt64](repeating: 0, count: 25)
    var block = message[...]
    while block.count >= rateBytes {
      absorb(block.prefix(rateBytes), into: &state)
      block = block.dropFirst(rateBytes)
    }
    var last = Array(block) + [UInt8](repeating: 0, count: rateBytes - block.count)
    last[block.count] ^= 0x01
    last[rateBytes - 1] ^= 0x80
    absorb(last[...], into: &state)
    return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> UInt64($0 % 8 * 8)) }
  }

  private static func absorb(_ block: ArraySlice<UInt8>, into state: inout [UInt64]) {
    for (index, byte) in block.enumerated() {
      state[index / 8] ^= UInt64(byte) << UInt64(index % 8 * 8)
    }
    for constant in roundConstants { permute(&state, constant) }
  }

  /// One round: theta, rho and pi, chi, iota.
  private static func permute(_ state: inout [UInt64], _ constant: UInt64) {
    var parity: [UInt64] = [0, 0, 0, 0, 0]
    for lane in 0..<25 { parity[lane % 5] ^= state[lane] }
    for column in 0..<5 {
      let change = parity[(column + 4) % 5] ^ rotated(parity[(column + 1) % 5], by: 1)
      for lane in stride(from: column, to: 25, by: 5) { state[lane] ^= change }
    }
    var moving = state[1]
    for (lane, bits) in rotations {
      (moving, state[lane]) = (state[lane], rotated(moving, by: bits))
    }
    for row in stride(from: 0, to: 25, by: 5) {
      let old = (0..<5).map { state[row + $0] }
      for column in 0..<5 {
        state[row + column] = old[column] ^ (~old[(column + 1) % 5] & old[(column + 2) % 5])
      }
    }
    state[0] ^= constant
  }

  private static func rotated(_ lane: UInt64, by bits: UInt64) -> UInt64 {
    lane << bits | lane >> (64 - bits)
  }
}
