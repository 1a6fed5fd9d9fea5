/// A place in a run: a record, and what the wall clock read then.
public struct TracePoint: Hashable, Sendable {
  /// The number of the record.
  public let sequence: UInt64
  /// In milliseconds since the Unix epoch.
  public let wallMilliseconds: Int64

  /// Makes a place in a run.
  public init(sequence: UInt64, wallMilliseconds: Int64) {
    self.sequence = sequence
    self.wallMilliseconds = wallMilliseconds
  }
}

/// Something that changes during a run, with the moments of its changes.
public struct Timeline<Value: Hashable & Sendable>: Hashable, Sendable {
  /// One change.
  public struct Change: Hashable, Sendable {
    /// From when the value held.
    public let point: TracePoint
    /// The value from then on.
    public let value: Value
  }

  /// The changes, in order.
  public private(set) var changes: [Change] = []

  /// A timeline without a value.
  public init() {}

  /// Notes a value; one that holds already is no change.
  public mutating func note(_ value: Value, at point: TracePoint) {
    guard changes.last?.value != value else { return }
    changes.append(Change(point: point, value: value))
  }

  /// The value that held when the wall clock of a run read a time; the last time that it did.
  public func change(atWall milliseconds: Int64, in trace: RunTrace) -> Change? {
    changes.last { trace.isReached($0.point, atWall: milliseconds) }
  }

  /// The value that held at a record.
  public func change(at sequence: UInt64) -> Change? {
    changes.last { $0.point.sequence <= sequence }
  }
}
