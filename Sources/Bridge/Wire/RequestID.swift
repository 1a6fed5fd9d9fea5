import JSONText

/// What a request is called, so that its reply can be told from others.
enum RequestID: Hashable {
  case null
  case number(Double)
  case text(String)

  /// How many bytes a text may have as an id.
  static let bytesMax = 256
  /// Integers up to here are exact in every JSON reader: 2⁵³.
  static let magnitudeMax = 9_007_199_254_740_992.0

  /// The id that a value stands for; nil for another kind, or one that could not be sent back.
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
