/// A JSON value as RFC 8259 defines it.
///
/// Numbers without fraction and exponent within ±2⁵³ are read as `integer`, others as `number`.
/// Two values are equal when they mean the same: 1 equals 1.0, members have no order, and
/// strings are compared by their scalars ("é" in one scalar differs from "é" in two).
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// Beyond ±2⁵³ it is printed as the nearest double, as every JSON reader would take it.
  case integer(Int64)
  /// Must be finite to be printed.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// What an error message calls the kind of value: "string", "integer", "number" and so on.
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

  /// The integer, also of a number such as `1.0` or `1e3`; `nil` for any other value.
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

  /// The member of that key; `nil` if there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at that index; `nil` if there is none or this is no array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
