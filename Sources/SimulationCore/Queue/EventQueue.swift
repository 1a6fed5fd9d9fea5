/// Events ordered by (instant, sequence); equal instants run in the order of insertion.
///
/// Cancelled events stay in the queue as dead keys until they come first or become the majority,
/// when they are removed together. Limits: 2^24 events at once, 2^40 in all.
public struct EventQueue<Payload: Sendable>: Sendable {
  @usableFromInline var keys = EventKeys()
  @usableFromInline var slots: [Slot] = []
  /// The free slot that is used next; `EventKey.slotMax` when there is none.
  @usableFromInline var firstFreeSlot = EventKey.slotMax
  @usableFromInline var nextSequence: UInt64 = 0
  @usableFromInline var cancelledCount = 0

  @usableFromInline
  struct Slot: Sendable {
    /// The event's; a free slot has `freeMark` and the number of the slot that is free after it.
    @usableFromInline var sequence: UInt64
    @usableFromInline var payload: Payload?

    @inlinable
    init(sequence: UInt64, payload: Payload?) {
      self.sequence = sequence
      self.payload = payload
    }

    /// What the sequence of a free slot begins with; no event's does.
    @inlinable static var freeMark: UInt64 { 1 << 63 }

    /// The slot that is free after this one, which is free.
    @inlinable var nextFree: Int { Int(truncatingIfNeeded: sequence) & EventKey.slotMax }
  }

  /// Creates an empty queue.
  @inlinable
  public init() {}

  /// The number of scheduled events, without cancelled ones.
  @inlinable public var count: Int { keys.count - cancelledCount }

  /// Whether no event is scheduled.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// Adds an event at an instant, in O(log n).
  @inlinable
  @discardableResult
  public mutating func schedule(_ payload: Payload, at instant: SimulationInstant) -> EventToken {
    let sequence = nextSequence
    precondition(sequence < EventKey.sequenceMax, "the queue's sequence numbers are used up")
    nextSequence += 1
    let slot = takeSlot(sequence: sequence, payload: payload)
    keys.push(EventKey(instant: instant, sequence: sequence, slot: slot))
    return EventToken(sequence: sequence, slot: slot)
  }

  /// Cancels an event; false when it was taken or cancelled before.
  @inlinable
  @discardableResult
  public mutating func cancel(_ token: EventToken) -> Bool {
    guard isWaiting(token) else { return false }
    slots[token.slot].payload = nil
    cancelledCount += 1
    if cancelledCount > 64, cancelledCount * 2 > keys.count { sweep() }
    return true
  }

  /// Whether the event was neither taken nor cancelled.
  @inlinable
  public func isWaiting(_ token: EventToken) -> Bool {
    token.slot < slots.count && slots[token.slot].sequence == token.sequence
      && slots[token.slot].payload != nil
  }

  /// The instant of the next event; nil when the queue is empty.
  @inlinable public var nextInstant: SimulationInstant? {
    mutating get {
      dropCancelledFront()
      return keys.first?.instant
    }
  }

  /// Removes and returns the next event if it is due at or before an instant.
  @inlinable
  public mutating func pop(
    through limit: SimulationInstant
  ) -> (instant: SimulationInstant, payload: Payload)? {
    while let first = keys.first, first.instant <= limit {
      keys.removeFirst()
      let payload = slots[first.slot].payload
      slots[first.slot].payload = nil
      markFree(first.slot)
      if let payload { return (first.instant, payload) }
      cancelledCount -= 1
    }
    return nil
  }

  @inlinable
  mutating func takeSlot(sequence: UInt64, payload: Payload) -> Int {
    let slot = firstFreeSlot
    if slot < slots.count {
      firstFreeSlot = slots[slot].nextFree
      slots[slot].sequence = sequence
      slots[slot].payload = payload
      return slot
    }
    precondition(slots.count < EventKey.slotMax, "the queue holds as many events as it can")
    slots.append(Slot(sequence: sequence, payload: payload))
    return slots.count - 1
  }

  @inlinable
  mutating func dropCancelledFront() {
    while let first = keys.first, slots[first.slot].payload == nil {
      keys.removeFirst()
      release(first.slot)
    }
  }

  @usableFromInline
  mutating func sweep() {
    for key in keys.near where slots[key.slot].payload == nil { release(key.slot) }
    for key in keys.heap.keys where slots[key.slot].payload == nil { release(key.slot) }
    keys.filter { slots[$0.slot].sequence == $0.sequence }
  }

  @usableFromInline
  mutating func release(_ slot: Int) {
    markFree(slot)
    cancelledCount -= 1
  }

  /// Puts a slot in front of the other free ones.
  @inlinable
  mutating func markFree(_ slot: Int) {
    slots[slot].sequence = Slot.freeMark | UInt64(firstFreeSlot)
    firstFreeSlot = slot
  }
}
