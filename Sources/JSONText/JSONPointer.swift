/// A path to one place in a JSON value, as RFC 6901 writes it: `/a/0/b~1c`.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The keys and indices of the path, without escapes; empty for the whole value.
  public let tokens: [String]

  /// Parses a pointer; throws if it is not empty and does not begin with `/`, or has a bad `~`.
  public init(_ text: String) throws(JSONPointerError) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { throw .missingSlash(text: text) }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let token = Self.unescape(part) else { throw .malformedEscape(text: text) }
      tokens.append(token)
    }
    self.tokens = tokens
  }

  /// The pointer with these keys and indices.
  public init(tokens: [String]) {
    self.tokens = tokens
  }

  /// The place's value in a document; `nil` if there is none.
  ///
  /// An array index is decimal without leading zeros; `-`, the place after the last element, has
  /// no value.
  public func evaluate(in value: JSONValue) -> JSONValue? {
    var current = value
    for token in tokens {
      guard let next = Self.step(into: current, token) else { return nil }
      current = next
    }
    return current
  }

  /// The pointer as text, with `~0` for `~` and `~1` for `/`.
  public var description: String {
    tokens.map { "/" + Self.escape($0) }.joined()
  }

  private static func step(into value: JSONValue, _ token: String) -> JSONValue? {
    switch value {
    case .object(let object): object[token]
    case .array: index(token).flatMap { value[$0] }
    case .null, .bool, .integer, .number, .string: nil
    }
  }

  private static func index(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return Int(token)
  }

  private static func escape(_ token: String) -> String {
    var text = ""
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func unescape(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
