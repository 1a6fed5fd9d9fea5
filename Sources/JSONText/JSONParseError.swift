/// Why and where a text is not JSON that a parse accepts.
public struct JSONParseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong at the place.
  public enum Kind: Hashable, Sendable {
    /// Something else was expected; `found` is `nil` at the end of the text.
    case unexpected(Expected, found: UInt8?)
    /// The text continues after its value.
    case trailing(found: UInt8)
    /// A number that needs a digit, 0…9, here, or that has a leading zero.
    case malformedNumber
    /// A number beyond the largest double.
    case numberTooLarge
    /// A byte below 0x20 in a string.
    case controlCharacter(UInt8)
    /// A backslash that no escape follows.
    case malformedEscape
    /// Half of a surrogate pair, such as `\ud800`.
    case loneSurrogate
    /// Bytes in a string that are not UTF-8.
    case malformedUTF8
    /// More bytes than the limit.
    case tooManyBytes(max: Int)
    /// More nesting than the limit.
    case tooDeep(max: Int)
  }

  /// What the grammar allows at the place.
  public enum Expected: String, Hashable, Sendable {
    case value = "a value"
    case valueOrEnd = "a value or ']'"
    case key = "an object key"
    case keyOrEnd = "an object key or '}'"
    case colon = "':' after object key"
    case commaOrArrayEnd = "',' or ']' after array element"
    case commaOrObjectEnd = "',' or '}' after object member"
    case closingQuote = "'\"' at the end of the string"
    case literalTrue = "'true'"
    case literalFalse = "'false'"
    case literalNull = "'null'"
  }

  /// The error.
  public let kind: Kind
  /// The number of bytes before the place.
  public let offset: Int
  /// The place's line, from 1; lines end at a line feed.
  public let line: Int
  /// The place's column, from 1, in Unicode scalars.
  public let column: Int

  /// `line 1, column 7: expected ':' after object key, found '}'`.
  public var description: String {
    "line \(line), column \(column): \(kind.text)"
  }
}

extension JSONParseError.Kind {
  /// The message without its place.
  var text: String {
    switch self {
    case .unexpected(let expected, let found):
      "expected \(expected.rawValue), found \(Self.name(found))"
    case .trailing(let found): "expected the end of the text, found \(Self.name(found))"
    case .malformedNumber: "malformed number"
    case .numberTooLarge: "number too large"
    case .controlCharacter(let byte):
      "control character \(Self.hexadecimal(byte)) in a string must be escaped"
    case .malformedEscape: "malformed escape in a string"
    case .loneSurrogate: "escape of half a surrogate pair in a string"
    case .malformedUTF8: "malformed UTF-8 in a string"
    case .tooManyBytes(let max): "more than \(max) bytes"
    case .tooDeep(let max): "more than \(max) arrays and objects within each other"
    }
  }

  private static func name(_ byte: UInt8?) -> String {
    guard let byte else { return "the end of the text" }
    guard (0x21...0x7E).contains(byte) else { return "byte \(hexadecimal(byte))" }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0x0\(digits)" : "0x\(digits)"
  }
}
