import LocatedYAML

/// A string with placeholders for variables: `at ${TIME}`, `${ZONE:-UTC}`; `$${` is a plain `${`.
struct Template: Hashable {
  /// A part of a template.
  enum Part: Hashable {
    case text(String)
    /// A placeholder for a variable, and its default.
    case variable(name: String, fallback: String?)
  }

  /// Why a string is not a valid template.
  enum Problem: Error, Hashable {
    case unclosed
    case badName(String)
  }

  let parts: [Part]

  /// Whether a string may contain a placeholder.
  static func isNeeded(for text: String) -> Bool { text.utf8.contains(0x24) && text.contains("${") }

  init(_ text: String) throws(Problem) {
    var parts: [Part] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      let before = rest[..<start.lowerBound]
      if before.last == "$" {
        parts.append(.text(before.dropLast() + "${"))
        rest = rest[start.upperBound...]
        continue
      }
      guard let close = rest[start.upperBound...].firstIndex(of: "}") else { throw .unclosed }
      if !before.isEmpty { parts.append(.text(String(before))) }
      parts.append(try Template.variable(rest[start.upperBound..<close]))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  private static func variable(_ inside: Substring) throws(Problem) -> Part {
    var name = inside
    var fallback: String?
    if let mark = inside.firstRange(of: ":-") {
      name = inside[..<mark.lowerBound]
      fallback = String(inside[mark.upperBound...])
    }
    guard Variable.isName(name) else { throw .badName(String(inside)) }
    return .variable(name: String(name), fallback: fallback)
  }

  /// The names of the variables in the strings of a file.
  static func names(in node: YAMLNode) -> [String] {
    switch node.content {
    case .scalar(let text, _): isNeeded(for: text) ? (try? Template(text))?.names ?? [] : []
    case .list(let items): items.flatMap(names)
    case .mapping(let entries): entries.flatMap { names(in: $0.value) }
    }
  }

  /// The names of its variables.
  var names: [String] {
    parts.compactMap { part in
      if case .variable(let name, _) = part { name } else { nil }
    }
  }
}
