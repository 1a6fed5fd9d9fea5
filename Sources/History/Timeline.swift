/// A point in a run: a record and its wall time.
public struct TracePoint: Hashable, Sendable {
  /// The record's sequence number.
  public let sequence: UInt64
  /// The wall time, in milliseconds since the Unix epoch.
  public let wallMilliseconds: Int64

  /// Creates a point in a run.
  public init(sequence: UInt64, wallMilliseconds: Int64) {
    self.sequence = sequence
    self.wallMilliseconds = wallMilliseconds
  }
}

/// A value that changes during a run, with the points of its changes.
public struct Timeline<Value: Hashable & Sendable>: Hashable, Sendable {
  /// One change.
  public struct Change: Hashable, Sendable {
    /// The point of the change.
    public let point: TracePoint
    /// The value from then on.
    public let value: Value
  }

  /// The changes, in order.
  public private(set) var changes: [Change] = []

  /// A timeline without a value.
  public init() {}

  /// Records a value; a value equal to the current one is not a change.
  public mutating func note(_ value: Value, at point: TracePoint) {
    guard changes.last?.value != value else { return }
    changes.append(Change(point: point, value: value))
  }

  /// The value when the wall clock showed a time, at the last instant at which it did before a
  /// record.
  public func change(
    atWall milliseconds: Int64, before sequence: UInt64 = .max, in context: PhoneContext
  ) -> Change? {
    changes.last {
      $0.point.sequence < sequence && context.isReached($0.point, atWall: milliseconds)
    }
  }

  /// The value that held at a record.
  public func change(at sequence: UInt64) -> Change? {
    changes.last { $0.point.sequence <= sequence }
  }
}
