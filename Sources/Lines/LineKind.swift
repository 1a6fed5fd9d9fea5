/// What filters ask first of a line: its level and its category, in one byte.
public struct LineKind: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  /// How many levels and categories there can be.
  public static let levelCount = 4
  public static let categoryCount = 64

  /// A kind from its byte.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A kind of a level, 0 to 3, the lowest first, and a category, 0 to 63.
  public init(level: Int, category: Int) {
    rawValue = UInt8(truncatingIfNeeded: (level & 3) << 6 | (category & 63))
  }

  /// Its level, 0 to 3.
  public var level: Int { Int(rawValue >> 6) }
  /// Its category, 0 to 63.
  public var category: Int { Int(rawValue & 63) }
}

/// A set of kinds of lines: a yes or no for each.
public struct LineKinds: Hashable, Sendable {
  /// A bit for each kind.
  private var words: [UInt64]

  /// The kinds that a condition holds for.
  public init(where isMember: (LineKind) -> Bool) {
    words = [0, 0, 0, 0]
    for raw in UInt8.min...UInt8.max where isMember(LineKind(rawValue: raw)) {
      words[Int(raw >> 6)] |= 1 << UInt64(raw & 63)
    }
  }

  /// Whether a kind is in the set.
  public func contains(_ kind: LineKind) -> Bool {
    words[kind.level] >> UInt64(kind.category) & 1 == 1
  }

  /// A byte for each kind, 1 for a member.
  var table: [UInt8] {
    (UInt8.min...UInt8.max).map { contains(LineKind(rawValue: $0)) ? 1 : 0 }
  }
}
