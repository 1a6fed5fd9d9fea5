/// Is shown the fields of a record, one after the other, in their fixed order.
///
/// A payload lists its fields once; hash, JSON, text and search are visitors.
public protocol FieldVisitor {
  /// A text.
  mutating func field(_ name: StaticString, _ value: String)
  /// A whole number; its unit is in the name.
  mutating func field(_ name: StaticString, _ value: Int64)
  /// A yes or no.
  mutating func field(_ name: StaticString, _ value: Bool)
  /// A wall-clock time in milliseconds since the Unix epoch, or none.
  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?)
  /// Canonical JSON (RFC 8785), computed only when the visitor asks for it.
  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String)
}

/// Something that a record holds: it names its kind and shows its fields.
public protocol RecordPayload: Sendable {
  /// What happened, in lower camel case.
  var kind: StaticString { get }
  /// Shows the fields in their fixed order.
  func visitFields(_ visitor: inout some FieldVisitor)
}

/// Feeds a payload's kind and fields into a running hash; field names are not part of it.
struct HashingVisitor: FieldVisitor {
  var hash: TraceHash

  mutating func field(_ name: StaticString, _ value: String) { hash.combine(value) }
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
