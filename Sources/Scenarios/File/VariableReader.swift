import JSONText

/// Reads variables: `vars:`, `with:` and rows of data.
enum VariableReader {
  /// Sets the variables of a file, in their order; those that are set from outside stay.
  static func read(
    _ node: FileNode, into scope: inout VariableScope, _ reading: inout Reading
  ) throws(FileProblem) {
    for entry in try node.mapping("'vars'") {
      let name = try name(entry)
      guard scope[name] == nil else { continue }
      scope.set(name, try value(reading.filled(entry.value, scope)))
    }
  }

  static func name(_ entry: FileNode.Entry) throws(FileProblem) -> String {
    guard Variable.isName(entry.key), entry.key != "INDEX" else {
      throw FileProblem(
        entry.place, "'\(Suggestion.shortened(entry.key))' cannot be a variable's name",
        "use letters, digits and _, no digit first; INDEX is the round of a 'repeat'")
    }
    return entry.key
  }

  static func value(_ node: FileNode) throws(FileProblem) -> Variable {
    guard case .scalar(let text, let isPlain) = node.content else {
      throw FileProblem(
        node.place, "a variable holds one value, not \(node.kindName)", "write a text or a number")
    }
    return Variable(text, isPlain: isPlain)
  }
}
