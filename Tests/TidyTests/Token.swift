import SwiftParser
import SwiftSyntax

/// One piece of Swift source: a word, a symbol, or the text of a literal.
///
/// `try!` and `as!` are words of their own, since `try !isOpen` means something else.
struct Token: Equatable, Sendable {
  enum Kind: Sendable {
    case code
    case literal
  }

  var kind: Kind
  var text: String
  /// Counted from 1.
  var line: Int

  /// True for the code `text`, false for a literal with the same content.
  func isCode(_ text: String) -> Bool {
    kind == .code && self.text == text
  }

  /// The tokens of some code, which may be incomplete.
  static func read(_ code: String) -> [Token] {
    read(Parser.parse(source: code), LineTable(code)).tokens
  }

  static func read(
    _ syntax: SourceFileSyntax, _ lines: LineTable
  ) -> (tokens: [Token], comments: [SourceComment]) {
    var tokens: [Token] = []
    var comments: [SourceComment] = []
    for token in syntax.tokens(viewMode: .sourceAccurate) {
      let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
      // No comment is shorter than two slashes, and checking a length is cheaper than its pieces.
      if token.leadingTriviaLength.utf8Length > 1 {
        read(token.leadingTrivia, from: token.position.utf8Offset, lines, into: &comments)
      }
      if token.trailingTriviaLength.utf8Length > 1 {
        let end = token.endPositionBeforeTrailingTrivia.utf8Offset
        read(token.trailingTrivia, from: end, lines, into: &comments)
      }
      switch token.tokenKind {
      case .stringSegment(let text), .regexLiteralPattern(let text):
        tokens.append(Token(kind: .literal, text: text, line: lines.line(at: offset)))
      case .exclamationMark, .postfixQuestionMark:
        if let last = tokens.last, last.isCode("try") || last.isCode("as") {
          tokens[tokens.count - 1].text += token.text
        } else {
          tokens.append(Token(kind: .code, text: token.text, line: lines.line(at: offset)))
        }
      case .endOfFile, .stringQuote, .multilineStringQuote, .rawStringPoundDelimiter:
        break
      default:
        tokens.append(Token(kind: .code, text: token.text, line: lines.line(at: offset)))
      }
    }
    return (tokens, comments)
  }

  private static func read(
    _ trivia: Trivia, from start: Int, _ lines: LineTable, into comments: inout [SourceComment]
  ) {
    var offset = start
    for piece in trivia {
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        comments.append(SourceComment(text: text, line: lines.line(at: offset)))
      default: break
      }
      offset += piece.sourceLength.utf8Length
    }
  }
}

/// A comment as written, with its slashes.
struct SourceComment: Equatable, Sendable {
  var text: String
  /// The line it begins on, counted from 1.
  var line: Int
}
