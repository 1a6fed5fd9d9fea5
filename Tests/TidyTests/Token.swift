/// One piece of Swift source: a word, a symbol of one byte, or the text of a literal.
///
/// `try!` and `as!` are words of their own, since `try !isOpen` means something else.
struct Token: Equatable, Sendable {
  enum Kind: Sendable {
    case word
    case symbol
    case literal
  }

  var kind: Kind
  var text: String
  /// Counted from 1.
  var line: Int

  /// True for the code `text`, false for a literal that happens to hold it.
  func isCode(_ text: String) -> Bool {
    kind != .literal && self.text == text
  }
}

/// A comment as written, with its slashes.
struct SourceComment: Equatable, Sendable {
  var text: String
  /// The line it begins on, counted from 1.
  var line: Int
}
