/// Identifies an event in a queue, so that it can be cancelled.
///
/// A token may outlive its event: cancelling an event that was taken does nothing.
public struct EventToken: Hashable, Sendable {
  /// Sequence and slot as in the event's key, so that a token takes eight bytes.
  @usableFromInline let word: UInt64

  @inlinable
  init(sequence: UInt64, slot: Int) {
    word = sequence << UInt64(EventKey.slotBits) | UInt64(slot)
  }

  /// The event's place in the order of insertion.
  @inlinable public var sequence: UInt64 { word >> UInt64(EventKey.slotBits) }

  @inlinable var slot: Int { Int(truncatingIfNeeded: word) & EventKey.slotMax }
}
