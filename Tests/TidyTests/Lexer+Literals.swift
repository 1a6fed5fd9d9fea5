extension Lexer {
  /// Reads a string or regex literal; false if none begins here.
  mutating func lexLiteral(_ byte: UInt8) -> Bool {
    guard byte == .quote || byte == .hash || byte == .slash else { return false }
    var hashes = 0
    while self.byte(at: index + hashes) == .hash { hashes += 1 }
    switch self.byte(at: index + hashes) {
    case .quote:
      lexString(hashes: hashes)
    case .slash where hashes > 0:
      lexExtendedRegex(hashes: hashes)
    case .slash:
      guard let end = bareRegexEnd() else { return false }
      append(.literal, bytes[index + 1..<end])
      index = end + 1
    default:
      return false
    }
    return true
  }

  private mutating func lexString(hashes: Int) {
    index += hashes
    let isMultiline = byte(at: index + 1) == .quote && byte(at: index + 2) == .quote
    let quotes = isMultiline ? 3 : 1
    let closing =
      Array(repeating: UInt8.quote, count: quotes) + Array(repeating: .hash, count: hashes)
    let escape = [.backslash] + Array(repeating: UInt8.hash, count: hashes)
    let position = tokens.count
    append(.literal, [])
    index += quotes
    var content: [UInt8] = []
    while let byte = byte(at: index), isMultiline || byte != .newline {
      if hasBytes(closing) {
        index += closing.count
        break
      }
      if hasBytes(escape) {
        lexEscape(after: escape.count, into: &content)
        continue
      }
      if byte == .newline { line += 1 }
      content.append(byte)
      index += 1
    }
    finishLiteral(at: position, content)
  }

  private mutating func lexEscape(after length: Int, into content: inout [UInt8]) {
    index += length
    guard let byte = byte(at: index) else { return }
    index += 1
    if byte == .openingParenthesis {
      lexCode(isInterpolated: true)
      return
    }
    if byte == .newline { line += 1 }
    content.append(byte)
  }

  private mutating func lexExtendedRegex(hashes: Int) {
    let closing = [.slash] + Array(repeating: UInt8.hash, count: hashes)
    let position = tokens.count
    append(.literal, [])
    index += hashes + 1
    let start = index
    while let byte = byte(at: index), !hasBytes(closing) {
      if byte == .newline { line += 1 }
      index += 1
    }
    finishLiteral(at: position, Array(bytes[start..<index]))
    index = min(index + closing.count, bytes.count)
  }

  /// The place of the slash that closes a bare regex; nil where a slash divides.
  private func bareRegexEnd() -> Int? {
    guard isOperandExpected, let first = byte(at: index + 1), !first.isBlank else { return nil }
    var end = index + 1
    while let byte = byte(at: end), byte != .newline {
      if byte == .slash { return end }
      end += byte == .backslash ? 2 : 1
    }
    return nil
  }

  /// True where an expression may begin, as after `=` or `return`.
  private var isOperandExpected: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .literal: return false
    case .symbol: return "(,=:[{!&|?;".contains(last.text)
    case .word: return ["return", "in", "case", "if", "while", "where"].contains(last.text)
    }
  }

  private func hasBytes(_ expected: [UInt8]) -> Bool {
    bytes[index...].starts(with: expected)
  }
}

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let exclamationMark = UInt8(ascii: "!")
  static let quote = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let openingParenthesis = UInt8(ascii: "(")
  static let closingParenthesis = UInt8(ascii: ")")
  static let star = UInt8(ascii: "*")
  static let slash = UInt8(ascii: "/")
  static let questionMark = UInt8(ascii: "?")
  static let backslash = UInt8(ascii: "\\")
  static let backtick = UInt8(ascii: "`")

  var isBlank: Bool {
    self == .space || self == .tab || self == .newline
  }

  /// True for letters, digits, `_`, `$`, and every byte of a character outside ASCII.
  var isWordPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default:
      false
    }
  }
}
