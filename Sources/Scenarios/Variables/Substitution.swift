import LocatedYAML
import PlainText

/// Fills the placeholders of a file: variables now, captured values during the run.
///
/// Nothing grows without a limit: neither one value nor all values of a file together.
struct Substitution {
  /// How many bytes a value may have once its places are filled: 64 KiB.
  static let valueBytesMax = 65_536
  /// How many bytes all filled values of a file may have together: 64 MiB.
  static let bytesMax = 67_108_864

  let scope: VariableScope
  /// Names whose values come later; their placeholders stay.
  let later: [String]
  /// The names that were used.
  private(set) var used: [String] = []
  /// Whether a placeholder was left for later.
  private(set) var isLate = false
  /// How many bytes the filled values may still have together.
  private(set) var bytesLeft: Int

  init(_ scope: VariableScope, later: [String] = [], bytesLeft: Int = bytesMax) {
    self.scope = scope
    self.later = later
    self.bytesLeft = bytesLeft
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
      try count(value.text.utf8.count, at: place)
      // In `{…}` it needs quotes, so quotes say nothing about its type.
      return YAMLNode(place: place, content: .scalar(value.text, isPlain: value.isPlain))
    }
    var result = ""
    for part in template.parts {
      switch part {
      case .text(let text): try append(text, to: &result, at: place)
      case .variable(let name, let fallback):
        try append(value(name, fallback, at: place).text, to: &result, at: place)
      }
    }
    try count(result.utf8.count, at: place)
    return YAMLNode(place: place, content: .scalar(result, isPlain: isPlain))
  }

  /// Adds a part of a value, unless the value would become too long.
  private func append(
    _ part: String, to value: inout String, at place: SourcePlace
  ) throws(YAMLProblem) {
    let bytes = value.utf8.count + part.utf8.count
    guard bytes <= Substitution.valueBytesMax else {
      throw YAMLProblem(
        place, "with its variables this value has more than \(Substitution.valueBytesMax) bytes",
        "put shorter values in, or fewer of them")
    }
    value += part
  }

  private mutating func count(_ bytes: Int, at place: SourcePlace) throws(YAMLProblem) {
    guard bytes <= bytesLeft else {
      throw YAMLProblem(
        place, "the values that variables fill have more than \(Substitution.bytesMax) bytes",
        "repeat less, or put shorter values in")
    }
    bytesLeft -= bytes
  }

  /// The string with known variables filled in, and everything else as a template again.
  private mutating func partly(
    _ template: Template, at place: SourcePlace
  ) throws(YAMLProblem) -> String {
    var result = ""
    for part in template.parts {
      switch part {
      case .text(let text):
        try append(text.replacing("${", with: "$${"), to: &result, at: place)
      case .variable(let name, _) where scope[name] == nil && later.contains(name):
        guard !result.hasSuffix("$") else {
          throw YAMLProblem(
            place, "a '$' right before '${\(name)}' would escape it", "put something between them")
        }
        used.append(name)
        try append("${\(name)}", to: &result, at: place)
      case .variable(let name, let fallback):
        let text = try value(name, fallback, at: place).text
        try append(text.replacing("${", with: "$${"), to: &result, at: place)
      }
    }
    try count(result.utf8.count, at: place)
    return result
  }

  private mutating func value(
    _ name: String, _ fallback: String?, at place: SourcePlace
  ) throws(YAMLProblem) -> Variable {
    used.append(name)
    if let value = scope[name] {
      guard value.text.utf8.count <= Substitution.valueBytesMax else {
        throw YAMLProblem(
          place, "the value of '\(name)' has more than \(Substitution.valueBytesMax) bytes",
          "give it a shorter one")
      }
      return value
    }
    if let fallback { return Variable(fallback) }
    throw YAMLProblem(
      place, "the variable '\(name)' is not set",
      remedy(name) + "set it in 'vars', with -e \(name)=…, or write ${\(name):-default}")
  }

  /// What helps with a variable before everything else.
  private func remedy(_ name: String) -> String {
    // Identities have a name for each key that the phone's keychain has.
    if name.hasPrefix("DID_"), name.dropFirst(4).allSatisfy(\.isWholeNumber) {
      return "give a key of your own with --key-file PATH, or "
    }
    let known = scope.names + later
    return Suggestion.nearest(to: name, in: known).map { "did you mean '${\($0)}'? " } ?? ""
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
