/// A binary min-heap of event keys that sinks the hole to a leaf before it places the last key.
///
/// Sinking first costs one comparison per level instead of two; `docs/performance.md` compares it
/// with the heap of swift-collections and C++'s `priority_queue`.
@usableFromInline
struct EventKeyHeap: Sendable {
  @usableFromInline var keys: [EventKey] = []

  @inlinable
  init() {}

  /// How many keys there are.
  @inlinable var count: Int { keys.count }

  /// The smallest key.
  @inlinable var first: EventKey? { keys.first }

  /// Adds a key in O(log n).
  @inlinable
  mutating func push(_ key: EventKey) {
    keys.append(key)
    let place = keys.count &- 1
    keys.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { EventKeyHeap.rise(key, from: place, in: start) }
    }
  }

  /// Removes the smallest key in O(log n).
  @inlinable
  mutating func pop() -> EventKey? {
    guard let last = keys.popLast() else { return nil }
    guard !keys.isEmpty else { return last }
    return keys.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let top = start[0]
      let hole = EventKeyHeap.sinkHole(in: start, count: buffer.count)
      EventKeyHeap.rise(last, from: hole, in: start)
      return top
    }
  }

  /// Keeps the keys that `isKept` accepts, in O(n log n).
  @inlinable
  mutating func filter(_ isKept: (EventKey) -> Bool) {
    keys.removeAll { !isKept($0) }
    // A sorted array is a heap.
    keys.sort()
  }

  @inlinable
  static func rise(
    _ key: EventKey, from start: Int, in buffer: UnsafeMutablePointer<EventKey>
  ) {
    var hole = start
    while hole > 0 {
      let parent = (hole &- 1) >> 1
      guard key.word < buffer[parent].word else { break }
      buffer[hole] = buffer[parent]
      hole = parent
    }
    buffer[hole] = key
  }

  @inlinable
  static func sinkHole(in buffer: UnsafeMutablePointer<EventKey>, count: Int) -> Int {
    var hole = 0
    var child = 1
    while child &+ 1 < count {
      child = child &+ (buffer[child &+ 1].word < buffer[child].word ? 1 : 0)
      buffer[hole] = buffer[child]
      hole = child
      child = 2 &* hole &+ 1
    }
    if child < count {
      buffer[hole] = buffer[child]
      hole = child
    }
    return hole
  }
}
