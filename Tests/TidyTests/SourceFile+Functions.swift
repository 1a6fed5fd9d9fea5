extension SourceFile {
  /// The first and last line of every function, initializer, subscript and computed property.
  var functions: [(first: Int, last: Int)] {
    ["func", "init", "deinit", "subscript", "var"]
      .flatMap { places[$0] ?? [] }
      .sorted()
      .compactMap { index in
        guard token(index - 1)?.isCode(".") != true, let open = bodyStart(after: index),
          let close = closingBrace(of: open)
        else { return nil }
        return (tokens[index].line, tokens[close].line)
      }
  }

  /// The brace that opens the body of the declaration at `index`; nil for one without a body.
  private func bodyStart(after index: Int) -> Int? {
    let isVariable = tokens[index].isCode("var")
    var depth = 0
    for place in index + 1..<tokens.count {
      let token = tokens[place]
      let beginsLine = token.line > tokens[place - 1].line
      if token.kind == .literal { continue }
      if depth == 0, beginsLine, isVariable || Self.beginsDeclaration.contains(token.text) {
        return nil
      }
      switch token.text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return place
      case "}" where depth == 0: return nil
      case "=" where depth == 0 && isVariable: return nil
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  /// The brace that closes the one at `open`.
  private func closingBrace(of open: Int) -> Int? {
    var depth = 0
    for place in open..<tokens.count {
      if tokens[place].isCode("{") { depth += 1 }
      if tokens[place].isCode("}") { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  /// What can follow a protocol's requirement on a new line.
  private static let beginsDeclaration: Set<String> = [
    "#", "@", "associatedtype", "borrowing", "case", "class", "consuming", "deinit", "enum",
    "extension", "fileprivate", "final", "func", "import", "indirect", "init", "internal",
    "isolated", "lazy", "let", "mutating", "nonisolated", "nonmutating", "open", "override",
    "package", "private", "protocol", "public", "required", "static", "struct", "subscript",
    "typealias", "unowned", "var", "weak",
  ]
}
