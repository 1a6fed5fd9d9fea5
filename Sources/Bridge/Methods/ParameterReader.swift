import CivilTime
import JSONText
import PlainText

/// Reads the parameters of one request; an optional one may be absent or null.
struct ParameterReader {
  private let parameters: JSONObject

  /// Throws for a parameter that the method does not know; the error lists the known ones.
  init(_ parameters: JSONObject, of method: BridgeMethod) throws(BridgeError) {
    self.parameters = parameters
    guard let known = method.parameterKeys else { return }
    let extra = parameters.keys.filter { !known.contains($0) }
    guard !extra.isEmpty else { return }
    let names = extra.prefix(8).map { "'\($0.shortened())'" }.joined(separator: ", ")
    throw .wrong(
      "\(method.rawValue) does not know \(names); it takes \(known.joined(separator: ", "))")
  }

  /// A parameter's value; nil when it is absent or null.
  func value(_ key: String) -> JSONValue? {
    guard let value = parameters[key], !value.isNull else { return nil }
    return value
  }

  /// A string of at most `bytesMax` bytes.
  func text(_ key: String, bytesMax: Int = 256) throws(BridgeError) -> String? {
    guard let value = value(key) else { return nil }
    guard case .string(let text) = value else { throw .wrong(key, "a text", value) }
    guard text.utf8.count <= bytesMax else {
      throw .wrong("'\(key)' must have at most \(bytesMax) bytes, got \(text.utf8.count)")
    }
    return text
  }

  /// One of the words of an enum.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ type: Word.Type
  ) throws(BridgeError) -> Word? {
    guard let text = try text(key) else { return nil }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: " or ")
      throw .wrong("'\(key)' must be \(known), got '\(text.shortened())'")
    }
    return word
  }

  /// An integer within a range.
  func integer(_ key: String, in range: ClosedRange<Int64>) throws(BridgeError) -> Int64? {
    guard let value = value(key) else { return nil }
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = value.integerValue else { throw .wrong(key, expected, value) }
    guard range.contains(number) else {
      throw .wrong("'\(key)' must be \(expected), got \(number)")
    }
    return number
  }

  /// A Boolean.
  func flag(_ key: String) throws(BridgeError) -> Bool? {
    guard let value = value(key) else { return nil }
    guard case .bool(let flag) = value else { throw .wrong(key, "true or false", value) }
    return flag
  }

  /// An object.
  func object(_ key: String) throws(BridgeError) -> JSONObject? {
    guard let value = value(key) else { return nil }
    guard case .object(let object) = value else { throw .wrong(key, "an object", value) }
    return object
  }

  /// A time as ISO 8601 or as milliseconds since the Unix epoch, from 1970 through 9999.
  func time(_ key: String) throws(BridgeError) -> Int64? {
    let range = BridgeLimits.wallMilliseconds
    guard case .string(let text)? = value(key) else { return try integer(key, in: range) }
    guard let time = ISO8601.parse(text), range.contains(time) else {
      throw .wrong(
        "'\(key)' must be a time such as 2025-11-15T05:53:00Z, from 1970 through 9999, got "
          + "'\(text.shortened())'")
    }
    return time
  }
}

extension BridgeError {
  static func wrong(_ key: String, _ expected: String, _ got: JSONValue) -> BridgeError {
    .wrong("'\(key)' must be \(expected), got \(got.kindName)")
  }

  static func missing(_ key: String, _ expected: String) -> BridgeError {
    .wrong("'\(key)' is missing; give \(expected)")
  }
}
