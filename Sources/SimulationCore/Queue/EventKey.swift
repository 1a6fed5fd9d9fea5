/// The total order of a queue: instant first, then the order of insertion.
///
/// Both parts and the payload's slot share one 128-bit word, so that one comparison decides and an
/// entry takes 16 bytes: 64 bits of instant, 40 of sequence, 24 of slot.
@usableFromInline
struct EventKey: Comparable, Sendable {
  @usableFromInline static let slotBits = 24
  @usableFromInline static let sequenceMax: UInt64 = 1 << 40 - 1
  @usableFromInline static let slotMax = 1 << slotBits - 1

  @usableFromInline let word: UInt128

  @inlinable
  init(instant: SimulationInstant, sequence: UInt64, slot: Int) {
    let high = UInt128(UInt64(bitPattern: instant.milliseconds) ^ (1 << 63))
    word = high << 64 | UInt128(sequence << UInt64(EventKey.slotBits) | UInt64(slot))
  }

  @inlinable var instant: SimulationInstant {
    SimulationInstant(
      milliseconds: Int64(bitPattern: UInt64(truncatingIfNeeded: word >> 64) ^ (1 << 63)))
  }

  @inlinable var sequence: UInt64 {
    UInt64(truncatingIfNeeded: word) >> UInt64(EventKey.slotBits)
  }

  @inlinable var slot: Int {
    Int(truncatingIfNeeded: word) & EventKey.slotMax
  }

  @inlinable
  static func < (left: EventKey, right: EventKey) -> Bool {
    left.word < right.word
  }
}
