/// The records of a run: a ring of the latest ones, and a running hash over all of them.
///
/// The hash includes dropped records. Memory is bounded by `capacity`, which is rounded up to a
/// power of two.
public struct Trace<Payload: RecordPayload>: Sendable {
  /// The number of records that the ring keeps, a power of two.
  public let capacity: Int
  private let mask: UInt64
  /// The sequence number of the next record, which is also the number of records so far.
  public private(set) var nextSequence: UInt64 = 0
  private var ring: [Record<Payload>] = []
  private var hashing = HashingVisitor(hash: TraceHash())

  /// Creates an empty trace that keeps at least `capacity` records, 1 to 2^32.
  public init(capacity: Int) {
    precondition((1...1 << 32).contains(capacity), "a trace keeps 1 to 2^32 records")
    var power = 1
    while power < capacity { power *= 2 }
    self.capacity = power
    mask = UInt64(power - 1)
    // The system provides the memory pages only when records fill them.
    ring.reserveCapacity(power)
  }

  /// The hash over every record so far.
  public var hash: TraceHash { hashing.hash }

  /// The sequence number of the oldest record that is kept.
  public var oldestSequence: UInt64 { nextSequence - UInt64(ring.count) }

  /// Appends a record and returns its sequence number.
  @discardableResult
  public mutating func append(
    _ payload: consuming Payload, instant: SimulationInstant, wallMilliseconds: Int64,
    cause: UInt64?
  ) -> UInt64 {
    let sequence = nextSequence
    nextSequence += 1
    hashing.hash.combine(UInt64(bitPattern: instant.milliseconds))
    hashing.hash.combine(UInt64(bitPattern: wallMilliseconds))
    hashing.hash.combine(cause ?? .max)
    hashing.hash.combine(payload.kind)
    payload.visitFields(&hashing)
    // Each branch makes the record where it is stored: one that is made before would be copied.
    if ring.count < capacity {
      ring.append(
        Record(
          sequence: sequence, cause: cause, instant: instant, wallMilliseconds: wallMilliseconds,
          payload: payload))
    } else {
      ring[Int(truncatingIfNeeded: sequence & mask)] = Record(
        sequence: sequence, cause: cause, instant: instant, wallMilliseconds: wallMilliseconds,
        payload: payload)
    }
    return sequence
  }

  /// The record with a sequence number; nil when it was dropped or does not exist yet.
  public func record(_ sequence: UInt64) -> Record<Payload>? {
    guard sequence < nextSequence, sequence >= oldestSequence else { return nil }
    return ring[Int(truncatingIfNeeded: sequence & mask)]
  }

  /// Up to `limit` records from a sequence number on, oldest first, without dropped ones.
  public func records(from sequence: UInt64, limit: Int = .max) -> [Record<Payload>] {
    let first = max(sequence, oldestSequence)
    guard first < nextSequence, limit > 0 else { return [] }
    let count = min(UInt64(limit), nextSequence - first)
    return (first..<(first + count)).map { ring[Int(truncatingIfNeeded: $0 & mask)] }
  }

  /// Shows where each record from a number on is stored, oldest first.
  ///
  /// A pointer is valid only during the call that it is passed to.
  public func forEachInPlace(
    from sequence: UInt64, _ body: (UnsafePointer<Record<Payload>>) -> Void
  ) {
    var next = max(sequence, oldestSequence)
    ring.withUnsafeBufferPointer { records in
      guard let first = records.baseAddress else { return }
      while next < nextSequence {
        body(first + Int(truncatingIfNeeded: next & mask))
        next += 1
      }
    }
  }

  /// Calls `body` with each record from a sequence number on, oldest first.
  public func forEach(from sequence: UInt64, _ body: (Record<Payload>) -> Void) {
    var next = max(sequence, oldestSequence)
    while next < nextSequence {
      body(ring[Int(truncatingIfNeeded: next & mask)])
      next += 1
    }
  }
}
