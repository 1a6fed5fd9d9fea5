import JSONText

/// The `id` of a request, by which its reply is matched.
enum RequestID: Hashable {
  case null
  case number(Double)
  case text(String)

  /// The maximum length of a string as an id, in bytes.
  static let bytesMax = 256
  /// The greatest magnitude at which integers are exact in every JSON reader: 2⁵³.
  static let magnitudeMax = 9_007_199_254_740_992.0

  /// The id for a value; nil for another type, or a value that cannot be sent back unchanged.
  init?(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .string(let text) where text.utf8.count <= RequestID.bytesMax: self = .text(text)
    case .integer, .number:
      guard let number = value.numberValue, number.magnitude <= RequestID.magnitudeMax else {
        return nil
      }
      self = .number(number)
    case .string, .bool, .array, .object: return nil
    }
  }

  /// The id as it is sent back.
  var json: JSONValue {
    switch self {
    case .null: .null
    case .number(let number): Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
    case .text(let text): .string(text)
    }
  }
}
