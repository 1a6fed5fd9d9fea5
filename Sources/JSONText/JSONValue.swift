/// A JSON value as RFC 8259 defines it.
///
/// Numbers without fraction and exponent within ±2⁵³ are parsed as `integer`, others as
/// `number`. Values are equal when they mean the same: 1 equals 1.0, members have no order, and
/// strings are compared by scalars ("é" as one scalar differs from "é" as two).
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// Beyond ±2⁵³ it is printed as the nearest double, as every JSON reader would parse it.
  case integer(Int64)
  /// Must be finite to be printed.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The name of the kind in error messages: "string", "integer", "number" and so on.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The boolean; `nil` for any other kind.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, also for a number such as `1.0` or `1e3`; `nil` for any other value.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The number or integer as a double; `nil` for any other kind.
  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The string; `nil` for any other kind.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements; `nil` for any other kind.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members; `nil` for any other kind.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member with a key; `nil` if there is none or this is not an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at an index; `nil` if there is none or this is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
