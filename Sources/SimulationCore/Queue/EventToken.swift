/// Names one event in a queue, so that it can be cancelled.
///
/// A token outlives its event harmlessly: cancelling an event that ran already does nothing.
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
