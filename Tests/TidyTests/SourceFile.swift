/// One file of the project, split once for every rule to read.
struct SourceFile: Sendable {
  /// From the root of the project, with slashes.
  let path: String
  let lines: [Substring]
  let tokens: [Token]
  let comments: [SourceComment]
  /// The places of each word and symbol in `tokens`, ascending.
  let places: [String: [Int]]

  init(_ path: String, _ text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard path.hasSuffix(".swift") else {
      (tokens, comments, places) = ([], [], [:])
      return
    }
    let lexer = Lexer(text)
    tokens = lexer.tokens
    comments = lexer.comments
    var places: [String: [Int]] = [:]
    for (index, token) in tokens.enumerated() where token.kind != .literal {
      places[token.text, default: []].append(index)
    }
    self.places = places
  }

  /// The target under Sources that the file belongs to.
  var target: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// The name without folders and extension.
  var baseName: Substring {
    let name = path.split(separator: "/").last ?? ""
    return name.prefix { $0 != "." }
  }

  func token(_ index: Int) -> Token? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }

  /// True if the tokens from `index` on are this code.
  func hasCode(_ code: [Token], at index: Int) -> Bool {
    code.indices.allSatisfy { offset in
      token(index + offset)?.isCode(code[offset].text) == true
    }
  }

  /// The modules the file imports, in order.
  var imports: [(module: String, line: Int)] {
    (places["import"] ?? []).compactMap { index in
      let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      guard var name = token(index + 1), name.line == tokens[index].line else { return nil }
      if kinds.contains(name.text), let next = token(index + 2) { name = next }
      return (name.text, name.line)
    }
  }
}
