extension Rule {
  /// A loop over a dictionary or a set, whose order differs between two processes.
  ///
  /// Sees `.keys` and `.values` anywhere, and names that the same file declares as a dictionary or
  /// a set. Not seen: a value whose type is inferred from another file.
  static let unorderedIteration = Rule(
    name: "iteration without an order", scope: .pureRing,
    remedy: "sort first, or keep an array; hash order differs between processes",
    violation: Sample("var alarms: [Int: Alarm] = [:]\nfor (id, alarm) in alarms { fire(alarm) }"),
    lookalike: Sample("var alarms: [Int: Alarm]\nfor id in alarms.keys.sorted() { fire(id) }")
  ) { file in
    Set(file.unorderedLoops + file.unorderedChains).sorted()
  }
}

extension SourceFile {
  /// Names declared here with the type of a dictionary or a set.
  var unorderedNames: Set<String> {
    var names: Set<String> = []
    for index in (places[":"] ?? []) + (places["="] ?? []) {
      guard let name = token(index - 1), name.kind == .word, let type = token(index + 1) else {
        continue
      }
      let isNamed = ["Set", "Dictionary"].contains(type.text) && type.kind == .word
      if isNamed || isDictionaryType(at: index + 1) { names.insert(name.text) }
    }
    return names
  }

  /// The lines of `for … in` over an unordered collection that is not sorted.
  var unorderedLoops: [Int] {
    let names = unorderedNames
    return (places["for"] ?? []).compactMap { index in
      guard let sequence = sequence(ofLoop: index), let last = sequence.last else { return nil }
      if sequence.contains(where: { $0.isCode("sorted") }) { return nil }
      let isView = ["keys", "values"].contains(last.text) && sequence.dropLast().last?.text == "."
      return isView || names.contains(last.text) ? tokens[index].line : nil
    }
  }

  /// The lines of calls such as `.values.map` whose result keeps the hash order.
  var unorderedChains: [Int] {
    let keepsOrder = ["compactMap", "enumerated", "first", "flatMap", "forEach", "joined", "map"]
    let forgetsOrder = ["allSatisfy", "contains", "count", "max", "min", "sorted"]
    let views = ["keys", "values"].flatMap { places[$0] ?? [] }
      .filter { token($0 - 1)?.isCode(".") == true }
    let names = unorderedNames.sorted().flatMap { places[$0] ?? [] }
    return (views + names).compactMap { index in
      guard token(index + 1)?.isCode(".") == true, let call = token(index + 2),
        keepsOrder.contains(call.text)
      else { return nil }
      let chain = restOfChain(from: index + 2)
      return chain.contains { forgetsOrder.contains($0.text) } ? nil : call.line
    }
  }

  /// What a loop goes through; nil where `for` is a label.
  private func sequence(ofLoop index: Int) -> ArraySlice<Token>? {
    var depth = 0
    var start: Int?
    for place in index + 1..<tokens.count {
      switch tokens[place].kind == .literal ? "" : tokens[place].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "in" where depth == 0 && start == nil: start = place + 1
      case "{" where depth == 0, "where" where depth == 0:
        return start.map { tokens[$0..<place] }
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  /// True for `[Key: Value]` at `index`.
  private func isDictionaryType(at index: Int) -> Bool {
    guard token(index)?.isCode("[") == true else { return false }
    var depth = 0
    for place in index..<tokens.count {
      switch tokens[place].kind == .literal ? "" : tokens[place].text {
      case "[", "(": depth += 1
      case "]", ")": depth -= 1
      case ":" where depth == 1: return true
      default: break
      }
      if depth == 0 { return false }
    }
    return false
  }

  /// The tokens to the end of the line, and of the lines after it that begin with a dot.
  private func restOfChain(from index: Int) -> ArraySlice<Token> {
    let end = (index + 1..<tokens.count).first { place in
      tokens[place].line > tokens[place - 1].line && ![".", "}"].contains(tokens[place].text)
    }
    return tokens[index..<(end ?? tokens.count)]
  }
}
