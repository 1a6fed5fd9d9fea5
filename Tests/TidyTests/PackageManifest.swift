/// The targets that a Package.swift declares, read from its text.
struct PackageManifest: Sendable {
  struct Target: Equatable, Sendable {
    var name: String
    /// Targets, products and their packages, as named.
    var dependencies: [String]
    var line: Int
  }

  private(set) var targets: [Target] = []

  init(_ text: String) {
    let tokens = Lexer(text).tokens
    let package = tokens.indices.first { index in
      tokens[index].isCode("Package") && index + 1 < tokens.count && tokens[index + 1].isCode("(")
    }
    guard var place = package.map({ $0 + 2 }) else { return }
    // Past the other arguments, whose lists may have a `targets:` of their own.
    while place < tokens.count, !Self.isList("targets", tokens, place) {
      place = Self.end(of: place, in: tokens)
    }
    place += 3
    // A call such as `ring("Name", [ … ])` or `.target(name: "Name", dependencies: [ … ])`.
    while place < tokens.count, !tokens[place].isCode("]") {
      let end = Self.end(of: place, in: tokens)
      if tokens[place].isCode("("), let target = Self.target(tokens[place..<end]) {
        targets.append(target)
      }
      place = end
    }
  }

  /// The names of every target and product that `name` needs, itself included.
  func reachable(from name: String) -> Set<String> {
    var found: Set = [name]
    var open = [name]
    while let next = open.popLast() {
      for dependency in targets.first(where: { $0.name == next })?.dependencies ?? [] {
        if found.insert(dependency).inserted { open.append(dependency) }
      }
    }
    return found
  }

  private static func isList(_ label: String, _ tokens: [Token], _ index: Int) -> Bool {
    index + 2 < tokens.count && tokens[index].isCode(label) && tokens[index + 1].isCode(":")
      && tokens[index + 2].isCode("[")
  }

  /// The place behind the bracket that closes the one at `place`, or behind a plain token.
  private static func end(of place: Int, in tokens: [Token]) -> Int {
    var depth = 0
    for index in place..<tokens.count {
      if ["(", "["].contains(where: tokens[index].isCode) { depth += 1 }
      if [")", "]"].contains(where: tokens[index].isCode) { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return tokens.count
  }

  /// Reads the arguments of a call: the first text is the name, `dependencies` or the first
  /// unlabelled list names what it needs.
  private static func target(_ call: ArraySlice<Token>) -> Target? {
    guard let name = call.first(where: { $0.kind == .literal }) else { return nil }
    let tokens = Array(call)
    let list = tokens.indices.first { index in
      tokens[index].isCode("[")
        && (tokens[index - 1].isCode(",") || isList("dependencies", tokens, index - 2))
    }
    let dependencies = list.map { tokens[$0..<end(of: $0, in: tokens)] } ?? []
    return Target(
      name: name.text, dependencies: dependencies.filter { $0.kind == .literal }.map(\.text),
      line: name.line)
  }
}
