/// A seeded source of random numbers (SplitMix64), the same on every platform and in every build.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the generator for a run's seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// Creates the stream of a subsystem; an extra draw in one stream does not change another one.
  public init(seed: UInt64, stream name: StaticString) {
    var hash = TraceHash()
    name.withUTF8Buffer { hash.combine(UnsafeRawBufferPointer($0)) }
    hash.combine(seed)
    state = hash.value
  }

  /// The next random number of 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number from 0 up to, not including, `bound`; the bias is below 2^-32 for bounds below 2^32.
  public mutating func below(_ bound: UInt64) -> UInt64 {
    precondition(bound > 0, "a draw needs a bound above zero")
    return next().multipliedFullWidth(by: bound).high
  }

  /// An integer in a closed range.
  public mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int64(below(width))
  }
}
