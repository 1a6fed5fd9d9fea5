/// Splits Swift source into tokens and comments, so that no rule mistakes text for code.
///
/// Knows nested block comments, multi-line and raw strings, code interpolated into strings, quoted
/// identifiers, and regex literals. Source that does not compile is split as far as it goes.
struct Lexer {
  private(set) var tokens: [Token] = []
  private(set) var comments: [SourceComment] = []

  let bytes: [UInt8]
  var index = 0
  var line = 1

  init(_ source: String) {
    bytes = Array(source.utf8)
    lexCode(isInterpolated: false)
  }

  /// Reads code to the end, or to the parenthesis that closes an interpolation.
  mutating func lexCode(isInterpolated: Bool) {
    var depth = 0
    while let byte = byte(at: index) {
      if lexTrivia(byte) || lexLiteral(byte) { continue }
      if byte == .backtick || byte.isWordPart {
        lexWord(byte)
        continue
      }
      index += 1
      if isInterpolated, byte == .closingParenthesis, depth == 0 { return }
      depth += byte == .openingParenthesis ? 1 : byte == .closingParenthesis ? -1 : 0
      append(.symbol, [byte])
    }
  }

  /// Reads white space or a comment; false if there is neither.
  private mutating func lexTrivia(_ byte: UInt8) -> Bool {
    switch byte {
    case .newline:
      line += 1
      index += 1
    case .space, .tab, .carriageReturn:
      index += 1
    case .slash where self.byte(at: index + 1) == .slash:
      lexComment { lexer in lexer.skip { $0 != .newline } }
    case .slash where self.byte(at: index + 1) == .star:
      lexComment { lexer in lexer.skipBlockComment() }
    default:
      return false
    }
    return true
  }

  private mutating func lexComment(_ skip: (inout Lexer) -> Void) {
    let start = index
    let startLine = line
    skip(&self)
    comments.append(SourceComment(text: text(start..<index), line: startLine))
  }

  private mutating func skipBlockComment() {
    var depth = 0
    while let byte = byte(at: index) {
      if byte == .newline { line += 1 }
      let next = self.byte(at: index + 1)
      if byte == .slash, next == .star {
        depth += 1
        index += 1
      } else if byte == .star, next == .slash {
        depth -= 1
        index += 1
      }
      index += 1
      if depth == 0 { return }
    }
  }

  private mutating func lexWord(_ byte: UInt8) {
    let start = index
    if byte == .backtick {
      index += 1
      skip { $0 != .backtick && $0 != .newline }
      index = min(index + 1, bytes.count)
    } else {
      skip(while: \.isWordPart)
      let word = text(start..<index)
      let next = self.byte(at: index)
      if word == "try" || word == "as", next == .exclamationMark || next == .questionMark {
        index += 1
      }
    }
    append(.word, bytes[start..<index])
  }

  mutating func skip(while condition: (UInt8) -> Bool) {
    while let byte = byte(at: index), condition(byte) { index += 1 }
  }

  func byte(at index: Int) -> UInt8? {
    bytes.indices.contains(index) ? bytes[index] : nil
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  mutating func append(_ kind: Token.Kind, _ bytes: some Collection<UInt8>) {
    tokens.append(Token(kind: kind, text: String(decoding: bytes, as: UTF8.self), line: line))
  }

  /// Gives the literal token at `position` its text, once the code inside it has been read.
  mutating func finishLiteral(at position: Int, _ bytes: [UInt8]) {
    tokens[position].text = String(decoding: bytes, as: UTF8.self)
  }
}
