import LocatedYAML

/// Parses `include:`: the steps of another file, with variables of its own.
enum IncludeReader {
  private static let keys = ["name", "description", "vars", "steps"]

  /// `_allow.yaml`, or `{file: _allow.yaml, with: {TIME: "05:53"}}`.
  static func read(
    _ entry: YAMLNode.Entry, _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> [Step] {
    if reading.isUndecided(entry.value) { throw .consequence(at: entry.value.place) }
    let (node, substitution) = try reading.filled(entry.value, scope, later: reading.captured)
    if substitution.isLate {
      throw YAMLProblem(
        entry.value.place, "a captured value cannot be given to an include",
        "capture inside of the included file, or write its steps here")
    }
    let (file, arguments) = try request(node)
    guard file != "-" else {
      throw YAMLProblem(
        entry.value.place, "stdin cannot be included", "name a file; './-' for one called '-'")
    }
    guard !file.utf8.contains(0) else {
      throw YAMLProblem(entry.value.place, "a path has no NUL character", "leave it out")
    }
    let path = FilePath.resolved(file, from: reading.path)
    try check(path, at: entry.value.place, reading.files)
    let root = try reading.include(path, at: entry.value.place)
    try checkArguments(arguments, of: root, at: entry.value.place)
    reading.files.append(path)
    defer { reading.files.removeLast() }
    do {
      return try steps(root, arguments, &reading)
    } catch {
      reading.noteAll(error, of: root) { root, reading throws(YAMLProblem) in
        _ = try steps(root, arguments, &reading)
      }
      return []
    }
  }

  private static func request(
    _ node: YAMLNode
  ) throws(YAMLProblem) -> (file: String, arguments: VariableScope) {
    var arguments = VariableScope()
    guard case .mapping = node.content else { return (try node.text("'include'"), arguments) }
    let entries = try node.mapping("'include'", keys: ["file", "with"])
    guard let file = entries.first(where: { $0.key == "file" }) else {
      throw YAMLProblem(node.place, "'include' names no file", "write {file: _steps.yaml}")
    }
    if let with = entries.first(where: { $0.key == "with" }) {
      for entry in try with.value.mapping("'with'") {
        arguments.set(try VariableReader.name(entry), try VariableReader.value(entry.value))
      }
    }
    return (try file.value.text("'file'"), arguments)
  }

  private static func check(
    _ path: String, at place: SourcePlace, _ files: [String]
  ) throws(YAMLProblem) {
    if let first = files.firstIndex(where: { FilePath.resolved($0, from: "") == path }) {
      let cycle = (files[first...] + [path]).joined(separator: " → ")
      throw YAMLProblem(place, "a file includes itself: \(cycle)", "break the circle")
    }
    guard files.count < Reading.depthMax else {
      throw YAMLProblem(
        place, "more than \(Reading.depthMax) files include one another", "write it flatter")
    }
  }

  /// Checks a part on its own; its variables are unknown, so they may have any value.
  static func checkPart(_ root: YAMLNode, _ reading: inout Reading) throws(YAMLProblem) {
    reading.captured = Template.names(in: root)
    do {
      _ = try steps(root, VariableScope(), &reading)
    } catch {
      reading.noteAll(error, of: root) { root, reading throws(YAMLProblem) in
        _ = try steps(root, VariableScope(), &reading)
      }
    }
  }

  private static func steps(
    _ root: YAMLNode, _ arguments: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> [Step] {
    let entries = try root.mapping("a file of steps")
    // Without steps it is some other file, whose content is nobody's business here.
    guard let list = entries.first(where: { $0.key == "steps" }) else {
      throw YAMLProblem(root.place, "'steps' is missing", "add 'steps:' with a list of steps")
    }
    for entry in entries where !keys.contains(entry.key) {
      if HeaderKey(rawValue: entry.key) != nil {
        throw YAMLProblem(
          entry.place, "an included file has no '\(entry.key)' of its own",
          "only \(keys.joined(separator: ", ")) belong in it; the rest is the scenario's")
      }
      throw .unknownKey(of: "an included file", entry.key, at: entry.place, known: keys)
    }
    var scope = arguments
    scope.set(reading.globals)
    let unreadable = reading.unreadable
    if let vars = entries.first(where: { $0.key == "vars" }) {
      try VariableReader.read(vars.value, into: &scope, &reading)
    }
    // The names are the file's own.
    defer { reading.unreadable = unreadable }
    return try StepListReader.read(list.value, "'steps'", scope, &reading)
  }

  /// An argument that the file does not declare is a typing mistake.
  private static func checkArguments(
    _ arguments: VariableScope, of root: YAMLNode, at place: SourcePlace
  ) throws(YAMLProblem) {
    guard case .mapping(let entries) = root.content,
      case .mapping(let vars)? = entries.first(where: { $0.key == "vars" })?.value.content
    else { return }
    let declared = vars.map(\.key)
    for name in arguments.names where !declared.contains(name) {
      throw .unknown("variable of the included file", name, at: place, known: declared)
    }
  }
}

/// Paths as scenario files write them, with `/` on every system.
enum FilePath {
  /// A path relative to the folder of another file, without `.` and `..` where possible.
  static func resolved(_ path: String, from file: String) -> String {
    let isAbsolute = path.hasPrefix("/") || (file.hasPrefix("/"))
    var parts: [Substring] = []
    let folder = path.hasPrefix("/") ? [] : file.split(separator: "/").dropLast()
    for part in folder + path.split(separator: "/") {
      switch part {
      case ".": continue
      case ".." where !parts.isEmpty && parts.last != "..": parts.removeLast()
      default: parts.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }
}
