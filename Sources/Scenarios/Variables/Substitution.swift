import LocatedYAML
import PlainText

/// Fills the placeholders of a file: variables now, captured values during the run.
struct Substitution {
  let scope: VariableScope
  /// Names whose values come later; their placeholders stay.
  let later: [String]
  /// The names that were used.
  private(set) var used: [String] = []
  /// Whether a placeholder was left for later.
  private(set) var isLate = false

  init(_ scope: VariableScope, later: [String] = []) {
    self.scope = scope
    self.later = later
  }

  /// A value of a file with its placeholders filled.
  mutating func filled(_ node: YAMLNode) throws(YAMLProblem) -> YAMLNode {
    switch node.content {
    case .scalar(let text, let isPlain):
      guard Template.isNeeded(for: text) else { return node }
      return try scalar(text, isPlain: isPlain, at: node.place)
    case .list(let items):
      var filled: [YAMLNode] = []
      for item in items { filled.append(try self.filled(item)) }
      return YAMLNode(place: node.place, content: .list(filled))
    case .mapping(let entries):
      var filled: [YAMLNode.Entry] = []
      for entry in entries {
        var key = entry.key
        if Template.isNeeded(for: key) {
          key = try scalar(key, isPlain: false, at: entry.place).rawText ?? key
        }
        filled.append(
          YAMLNode.Entry(key: key, place: entry.place, value: try self.filled(entry.value)))
      }
      return YAMLNode(place: node.place, content: .mapping(filled))
    }
  }

  private mutating func scalar(
    _ text: String, isPlain: Bool, at place: SourcePlace
  ) throws(YAMLProblem) -> YAMLNode {
    let template = try Substitution.template(text, at: place)
    if template.names.contains(where: { scope[$0] == nil && later.contains($0) }) {
      // The whole string waits, so that its escapes are not processed twice.
      isLate = true
      return YAMLNode(
        place: place, content: .scalar(try partly(template, at: place), isPlain: isPlain))
    }
    if template.parts.count == 1, case .variable(let name, let fallback)? = template.parts.first {
      let value = try value(name, fallback, at: place)
      // In `{…}` it needs quotes, so quotes say nothing about its type.
      return YAMLNode(place: place, content: .scalar(value.text, isPlain: value.isPlain))
    }
    var result = ""
    for part in template.parts {
      switch part {
      case .text(let text): result += text
      case .variable(let name, let fallback):
        result += try value(name, fallback, at: place).text
      }
    }
    return YAMLNode(place: place, content: .scalar(result, isPlain: isPlain))
  }

  /// The string with known variables filled in, and everything else as a template again.
  private mutating func partly(
    _ template: Template, at place: SourcePlace
  ) throws(YAMLProblem) -> String {
    var result = ""
    for part in template.parts {
      switch part {
      case .text(let text): result += text.replacing("${", with: "$${")
      case .variable(let name, _) where scope[name] == nil && later.contains(name):
        guard !result.hasSuffix("$") else {
          throw YAMLProblem(
            place, "a '$' right before '${\(name)}' would escape it", "put something between them")
        }
        used.append(name)
        result += "${\(name)}"
      case .variable(let name, let fallback):
        let text = try value(name, fallback, at: place).text
        result += text.replacing("${", with: "$${")
      }
    }
    return result
  }

  private mutating func value(
    _ name: String, _ fallback: String?, at place: SourcePlace
  ) throws(YAMLProblem) -> Variable {
    used.append(name)
    if let value = scope[name] { return value }
    if let fallback { return Variable(fallback) }
    let known = scope.names + later
    let near = Suggestion.nearest(to: name, in: known).map { "did you mean '${\($0)}'? " } ?? ""
    throw YAMLProblem(
      place, "the variable '\(name)' is not set",
      near + "set it in 'vars', with -e \(name)=…, or write ${\(name):-default}")
  }

  static func template(_ text: String, at place: SourcePlace) throws(YAMLProblem) -> Template {
    do throws(Template.Problem) {
      return try Template(text)
    } catch {
      let plain = "write '$${' for the characters themselves"
      switch error {
      case .unclosed: throw YAMLProblem(place, "'${' without '}'", "close it, or \(plain)")
      case .badName(let name):
        throw YAMLProblem(
          place, "'${\(name.shortened())}' names no variable",
          "write ${NAME} with letters, digits and _, or \(plain)")
      }
    }
  }
}
