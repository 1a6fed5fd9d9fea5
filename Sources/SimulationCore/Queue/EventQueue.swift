/// Events ordered by (instant, sequence); equal instants run in the order of insertion.
///
/// Cancelled events stay in the heap as dead keys until they reach the top or become the majority,
/// when they are removed together. Limits: 2^24 events at once, 2^40 in all.
public struct EventQueue<Payload: Sendable>: Sendable {
  @usableFromInline var heap = EventKeyHeap()
  @usableFromInline var slots: [Slot] = []
  @usableFromInline var freeSlots: [Int] = []
  @usableFromInline var nextSequence: UInt64 = 0
  @usableFromInline var cancelledCount = 0

  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var sequence: UInt64
    @usableFromInline var payload: Payload?

    @inlinable
    init(sequence: UInt64, payload: Payload?) {
      self.sequence = sequence
      self.payload = payload
    }
  }

  /// Creates an empty queue.
  @inlinable
  public init() {}

  /// The number of scheduled events, without cancelled ones.
  @inlinable public var count: Int { heap.keys.count - cancelledCount }

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
    heap.push(EventKey(instant: instant, sequence: sequence, slot: slot))
    return EventToken(sequence: sequence, slot: slot)
  }

  /// Cancels an event; false when it was taken or cancelled before.
  @inlinable
  @discardableResult
  public mutating func cancel(_ token: EventToken) -> Bool {
    guard isWaiting(token) else { return false }
    slots[token.slot].payload = nil
    cancelledCount += 1
    if cancelledCount > 64, cancelledCount * 2 > heap.keys.count { sweep() }
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
      return heap.keys.first?.instant
    }
  }

  /// Removes and returns the next event if it is due at or before an instant.
  @inlinable
  public mutating func pop(
    through limit: SimulationInstant
  ) -> (instant: SimulationInstant, payload: Payload)? {
    while let first = heap.keys.first, first.instant <= limit {
      _ = heap.pop()
      let payload = slots[first.slot].payload
      slots[first.slot].payload = nil
      slots[first.slot].sequence = .max
      freeSlots.append(first.slot)
      if let payload { return (first.instant, payload) }
      cancelledCount -= 1
    }
    return nil
  }

  @inlinable
  mutating func takeSlot(sequence: UInt64, payload: Payload) -> Int {
    if let slot = freeSlots.popLast() {
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
    while let first = heap.keys.first, slots[first.slot].payload == nil {
      _ = heap.pop()
      release(first.slot)
    }
  }

  @usableFromInline
  mutating func sweep() {
    for key in heap.keys where slots[key.slot].payload == nil { release(key.slot) }
    heap.filter { slots[$0.slot].sequence == $0.sequence }
  }

  @usableFromInline
  mutating func release(_ slot: Int) {
    slots[slot].sequence = .max
    freeSlots.append(slot)
    cancelledCount -= 1
  }
}
