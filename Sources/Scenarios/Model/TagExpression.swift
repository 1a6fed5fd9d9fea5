import PlainText

/// Selects scenarios by their tags: `p1-core and not (dst or slow)`.
///
/// `not` binds closer than `and`, and `and` closer than `or`; case does not matter.
public struct TagExpression: Hashable, Sendable {
  /// Why a string is not a valid expression; the column counts characters from 1.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expression.
    public let text: String
    /// The column of the error.
    public let column: Int
    /// What is wrong there.
    public let message: String

    /// The whole problem as a sentence.
    public var description: String {
      "'\(text)' is not a tag expression: \(message) at character \(column); "
        + "write tags with and, or, not and parentheses"
    }
  }

  private indirect enum Node: Hashable, Sendable {
    case tag(String)
    case not(Node)
    case and(Node, Node)
    case or(Node, Node)
  }

  private let root: Node

  /// Parses an expression.
  public init(_ text: String) throws(Problem) {
    var parser = Parser(text)
    root = try parser.expression()
  }

  /// Whether the expression selects a scenario with these tags.
  public func matches(_ tags: [String]) -> Bool {
    TagExpression.holds(root, tags)
  }

  /// Whether a word can be a tag.
  public static func isTag(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy(Parser.isTagCharacter)
      && !["and", "or", "not"].contains(word.lowercased())
  }

  private static func holds(_ node: Node, _ tags: [String]) -> Bool {
    switch node {
    case .tag(let tag): tags.contains { $0.lowercased() == tag }
    case .not(let node): !holds(node, tags)
    case .and(let left, let right): holds(left, tags) && holds(right, tags)
    case .or(let left, let right): holds(left, tags) || holds(right, tags)
    }
  }

  /// A recursive descent parser, at most `depthMax` levels deep.
  private struct Parser {
    static let depthMax = 100

    let text: String
    let tokens: [(word: String, column: Int)]
    var next = 0
    var depth = 0

    init(_ text: String) {
      self.text = text
      tokens = Parser.tokens(text)
    }

    static func isTagCharacter(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "-_.".contains(character)
    }

    private static func tokens(_ text: String) -> [(word: String, column: Int)] {
      var tokens: [(word: String, column: Int)] = []
      var word = ""
      for (index, character) in text.enumerated() {
        if isTagCharacter(character) {
          word.append(character)
          continue
        }
        if !word.isEmpty { tokens.append((word, index - word.count + 1)) }
        word = ""
        if !character.isWhitespace { tokens.append((String(character), index + 1)) }
      }
      if !word.isEmpty { tokens.append((word, text.count - word.count + 1)) }
      return tokens
    }

    private var word: String? { next < tokens.count ? tokens[next].word.lowercased() : nil }

    private func problem(_ message: String) -> Problem {
      let column = next < tokens.count ? tokens[next].column : text.count + 1
      return Problem(text: text.shortened(), column: column, message: message)
    }

    mutating func expression() throws(Problem) -> Node {
      let node = try alternatives()
      guard word == nil else { throw problem("'and' or 'or' is missing") }
      return node
    }

    private mutating func alternatives() throws(Problem) -> Node {
      var node = try conjunction()
      while word == "or" {
        next += 1
        node = .or(node, try conjunction())
      }
      return node
    }

    private mutating func conjunction() throws(Problem) -> Node {
      var node = try factor()
      while word == "and" {
        next += 1
        node = .and(node, try factor())
      }
      return node
    }

    private mutating func factor() throws(Problem) -> Node {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Parser.depthMax else { throw problem("too deep") }
      guard let word else { throw problem("a tag is missing") }
      if word == "not" {
        next += 1
        return .not(try factor())
      }
      if word == "(" {
        next += 1
        let node = try alternatives()
        guard self.word == ")" else { throw problem("')' is missing") }
        next += 1
        return node
      }
      guard TagExpression.isTag(word) else { throw problem("a tag is missing") }
      next += 1
      return .tag(word)
    }
  }
}
