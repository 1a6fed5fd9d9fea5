import LocatedYAML
import PlainText

/// Parses variables: `vars:`, `with:` and rows of data.
enum VariableReader {
  /// Sets the variables of a file in order; those set from outside win.
  ///
  /// Problems are noted, and the names whose values cannot be read.
  static func read(
    _ node: YAMLNode, into scope: inout VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) {
    for entry in try node.mapping("'vars'") {
      do {
        let name = try name(entry)
        guard scope[name] == nil else { continue }
        scope.set(name, try value(reading.filled(entry.value, scope)))
      } catch {
        reading.note(error)
        reading.unreadable.append(entry.key)
      }
    }
  }

  static func name(_ entry: YAMLNode.Entry) throws(YAMLProblem) -> String {
    guard Variable.isName(entry.key), entry.key != "INDEX" else {
      throw YAMLProblem(
        entry.place, "'\(entry.key.shortened())' cannot be a variable's name",
        "use letters, digits and _, no digit first; INDEX is the round of a 'repeat'")
    }
    return entry.key
  }

  static func value(_ node: YAMLNode) throws(YAMLProblem) -> Variable {
    guard case .scalar(let text, let isPlain) = node.content else {
      throw YAMLProblem(
        node.place, "a variable holds one value, not \(node.kindName)", "write a text or a number")
    }
    return Variable(text, isPlain: isPlain)
  }
}
