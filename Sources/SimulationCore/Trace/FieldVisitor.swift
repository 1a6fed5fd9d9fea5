/// Visits the fields of a record in their fixed order.
///
/// A payload lists its fields once; hash, JSON, text and search are visitors.
public protocol FieldVisitor {
  /// A string.
  mutating func field(_ name: StaticString, _ value: String)
  /// A string that stands in the program.
  mutating func field(_ name: StaticString, _ value: StaticString)
  /// An integer; its unit is in the name.
  mutating func field(_ name: StaticString, _ value: Int64)
  /// A Boolean.
  mutating func field(_ name: StaticString, _ value: Bool)
  /// A wall-clock time in milliseconds since the Unix epoch, or none.
  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?)
  /// A whole number or none; its unit is in the name.
  mutating func number(_ name: StaticString, _ value: Int64?)
  /// Canonical JSON (RFC 8785), computed only if the visitor needs it.
  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String)
}

extension FieldVisitor {
  /// A string that stands in the program is a string as any other.
  public mutating func field(_ name: StaticString, _ value: StaticString) {
    field(name, value.description)
  }

  /// A number as a field of its own, none as the JSON value null.
  public mutating func number(_ name: StaticString, _ value: Int64?) {
    if let value { field(name, value) } else { json(name, "null") }
  }
}

/// The payload of a record: it has a kind and lists its fields.
public protocol RecordPayload: Sendable {
  /// What happened, in lower camel case.
  var kind: StaticString { get }
  /// Visits the fields in their fixed order.
  func visitFields(_ visitor: inout some FieldVisitor)
}

/// Adds a payload's kind and fields, but not the fields' names, to a running hash.
struct HashingVisitor: FieldVisitor {
  var hash: TraceHash

  mutating func field(_ name: StaticString, _ value: String) { hash.combine(value) }
  mutating func field(_ name: StaticString, _ value: StaticString) { hash.combine(value) }
  mutating func field(_ name: StaticString, _ value: Int64) {
    hash.combine(UInt64(bitPattern: value))
  }
  mutating func field(_ name: StaticString, _ value: Bool) { hash.combine(value ? 1 : 0) }
  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {
    hash.combine(UInt64(bitPattern: epochMilliseconds ?? .min))
  }
  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {
    hash.combine(text())
  }
}
