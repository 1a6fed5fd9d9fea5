/// The keys of a queue in their order: a short sorted list of what comes first, and a heap.
///
/// Most events of a simulation happen soon after they are scheduled, and before all that has been
/// scheduled for later days: in the list such an event costs a few instructions, in the heap a walk
/// through all its levels, and another one when it is taken out.
@usableFromInline
struct EventKeys: Sendable {
  /// Keys that are smaller than all in the heap, the smallest last.
  @usableFromInline var near: [EventKey] = []
  @usableFromInline var heap = EventKeyHeap()

  /// How many keys the list has at most.
  @usableFromInline static let nearMax = 16

  @inlinable
  init() {}

  /// How many keys there are.
  @inlinable var count: Int { near.count &+ heap.count }

  /// The smallest key.
  @inlinable var first: EventKey? { near.last ?? heap.first }

  /// Adds a key in O(log n).
  @inlinable
  mutating func push(_ key: EventKey) {
    if let later = heap.first, later.word < key.word { return heap.push(key) }
    near.append(key)
    let last = near.count &- 1
    near.withUnsafeMutableBufferPointer { buffer in
      guard let keys = buffer.baseAddress else { return }
      var hole = last
      while hole > 0, keys[hole &- 1].word < key.word {
        keys[hole] = keys[hole &- 1]
        hole &-= 1
      }
      keys[hole] = key
    }
    if last >= EventKeys.nearMax { heap.push(near.removeFirst()) }
  }

  /// Removes the smallest key in O(log n).
  @inlinable
  mutating func removeFirst() {
    if near.popLast() == nil { _ = heap.pop() }
  }

  /// Keeps the keys that `isKept` accepts, in O(n log n).
  @inlinable
  mutating func filter(_ isKept: (EventKey) -> Bool) {
    near.removeAll { !isKept($0) }
    heap.filter(isKept)
  }
}
