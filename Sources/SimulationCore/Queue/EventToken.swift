/// Identifies an event in a queue, so that it can be cancelled.
///
/// A token may outlive its event: cancelling an event that was taken does nothing.
public struct EventToken: Hashable, Sendable {
  /// The event's place in the order of insertion.
  public let sequence: UInt64
  @usableFromInline let slot: Int

  @inlinable
  init(sequence: UInt64, slot: Int) {
    self.sequence = sequence
    self.slot = slot
  }
}
