import DailyNotification

/// Turns a file's values into a profile; every line, field and word in it has to exist.
enum ProfileReader {
  /// How many steps a profile may have.
  static let stepsMax = 60

  static func profile(_ node: ProfileNode) throws(ProfileProblem) -> LogProfile {
    try node.checkKeys(
      "a profile",
      [
        "name", "title", "passes", "signs", "begins", "impliedBy", "until", "steps", "never",
        "timings", "due",
      ])
    let steps = try list(node, "steps", step)
    guard !steps.isEmpty else {
      throw node.problem("'steps' is missing", "list the lines that the sequence consists of")
    }
    guard steps.count <= stepsMax else {
      throw node.problem("there are more than \(stepsMax) steps", "split the profile")
    }
    let begins = try lines(node, "begins")
    guard !begins.isEmpty else {
      throw node.problem("'begins' is missing", "name the line that the sequence begins with")
    }
    return LogProfile(
      name: try name(node), title: try required(node, "title").text("title"),
      passes: try node["passes"]?.word("passes", LogProfile.Passes.self) ?? .each,
      signs: try signs(node, begins), begins: begins, impliedBy: try lines(node, "impliedBy"),
      until: try lines(node, "until"), steps: steps, never: try list(node, "never", never),
      timings: try timings(node, steps), due: try list(node, "due", due))
  }

  private static func name(_ node: ProfileNode) throws(ProfileProblem) -> String {
    let field = try required(node, "name")
    let name = try field.text("name")
    let isPlain = name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }
    guard isPlain, name.utf8.count <= 40 else {
      throw field.problem(
        "'\(name.prefix(60))' is no name for a profile", "use at most 40 of a–z, 0–9 and -")
    }
    return name
  }

  private static func signs(
    _ node: ProfileNode, _ begins: [LogLine]
  ) throws(ProfileProblem) -> [LogLine] {
    let signs = try lines(node, "signs")
    return signs.isEmpty ? begins : signs
  }

  private static func step(_ node: ProfileNode) throws(ProfileProblem) -> LogProfile.Step {
    try node.checkKeys("a step", ["line", "count", "where"])
    let lines = try required(node, "line").items("line").map(line)
    let (countMin, countMax) = try node["count"].map(count) ?? (1, 1)
    var conditions: [LogProfile.Condition] = []
    for (key, value) in try node["where"]?.members("where") ?? [] {
      let name = try key.text("a field")
      for line in lines { try check(name, of: line, key) }
      conditions.append(LogProfile.Condition(field: name, text: try value.text(name)))
    }
    return LogProfile.Step(
      lines: lines, countMin: countMin, countMax: countMax, conditions: conditions)
  }

  /// `1`, `1..`, `0..1` or `0..`.
  private static func count(_ node: ProfileNode) throws(ProfileProblem) -> (Int, Int?) {
    let text = try node.text("count")
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bounds = (parts.first.flatMap { Int($0) }, parts.last.flatMap { Int($0) })
    if parts.count == 1, let exactly = bounds.0, (1...1_000).contains(exactly) {
      return (exactly, exactly)
    }
    if parts.count == 3, parts[1].isEmpty, let least = bounds.0, (0...1_000).contains(least) {
      if parts[2].isEmpty { return (least, nil) }
      if let most = bounds.1, most >= max(least, 1) { return (least, most) }
    }
    throw node.problem(
      "'\(text.prefix(40))' is no count", "write 1, or a range such as 1.., 0..1 or 0..")
  }

  private static func never(_ node: ProfileNode) throws(ProfileProblem) -> LogProfile.Never {
    try node.checkKeys("an entry of 'never'", ["line", "kind", "severity", "says"])
    let line = try line(required(node, "line"))
    let kind = try node["kind"]?.word("kind", LogFinding.Kind.self) ?? .forbidden
    return LogProfile.Never(
      line: line, kind: kind, severity: try severity(node),
      says: try node["says"]?.text("says") ?? "this line should not be there")
  }

  private static func due(_ node: ProfileNode) throws(ProfileProblem) -> LogProfile.Due {
    try node.checkKeys("an entry of 'due'", ["time", "grace", "by", "severity", "says"])
    let by = try lines(node, "by")
    guard !by.isEmpty else {
      throw node.problem("'by' is missing", "name the lines of which one has to follow")
    }
    return LogProfile.Due(
      reference: try reference(required(node, "time")),
      graceMilliseconds: try required(node, "grace").duration("grace"), by: by,
      severity: try severity(node), says: try required(node, "says").text("says"))
  }

  private static func timings(
    _ node: ProfileNode, _ steps: [LogProfile.Step]
  ) throws(ProfileProblem) -> [LogProfile.Timing] {
    let timings = try list(node, "timings", timing)
    for (index, timing) in timings.enumerated() {
      let wanted = [timing.from, timing.to].compactMap { $0?.line }
      for line in wanted where !steps.contains(where: { $0.lines.contains(line) }) {
        let place = try node["timings"]?.items("timings")[index] ?? node
        throw place.problem(
          "'\(line.rawValue)' is none of the steps", "add a step for it, with count 0.. if need be")
      }
    }
    return timings
  }

  private static func timing(_ node: ProfileNode) throws(ProfileProblem) -> LogProfile.Timing {
    try node.checkKeys(
      "a timing", ["name", "from", "to", "seconds", "atLeast", "atMost", "severity", "says"])
    let isNumber = node["seconds"] != nil
    let from = isNumber ? nil : try reference(required(node, "from"))
    let to = try reference(required(node, isNumber ? "seconds" : "to"))
    let (least, most) = (
      try node["atLeast"]?.duration("atLeast"), try node["atMost"]?.duration("atMost")
    )
    guard least != nil || most != nil else {
      throw node.problem("the timing has no bound", "add atLeast, atMost or both")
    }
    return LogProfile.Timing(
      name: try required(node, "name").text("name"), from: from, to: to,
      atLeastMilliseconds: least, atMostMilliseconds: most, severity: try severity(node),
      says: try required(node, "says").text("says"))
  }

  /// `taskStarted.late`: a field of a line, or `taskStarted.at`.
  private static func reference(
    _ node: ProfileNode
  ) throws(ProfileProblem) -> LogProfile.Reference {
    let text = try node.text("a field")
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw node.problem(
        "'\(text.prefix(60))' is no field of a line", "write one such as taskStarted.actual")
    }
    let line = try line(named: String(parts[0]), node)
    let field = String(parts[1])
    if field != LogProfile.Reference.at { try check(field, of: line, node) }
    return LogProfile.Reference(line: line, field: field)
  }

  private static func check(
    _ field: String, of line: LogLine, _ node: ProfileNode
  ) throws(ProfileProblem) {
    let names = LineTable.fieldNames(of: line)
    guard !names.contains(field) else { return }
    let known = names + [LogProfile.Reference.at]
    throw node.problem(
      "the line \(line.rawValue) has no field '\(field.prefix(40))'",
      "it has: \(known.joined(separator: ", "))")
  }

  private static func lines(
    _ node: ProfileNode, _ key: String
  ) throws(ProfileProblem) -> [LogLine] {
    try list(node, key, line)
  }

  private static func line(_ node: ProfileNode) throws(ProfileProblem) -> LogLine {
    try line(named: node.text("a line"), node)
  }

  private static func line(
    named name: String, _ node: ProfileNode
  ) throws(ProfileProblem) -> LogLine {
    guard let line = LogLine(rawValue: name) else {
      throw ProfileProblem.unknown(
        "log line", name, node, known: LogLine.allCases.map(\.rawValue))
    }
    return line
  }

  private static func severity(
    _ node: ProfileNode
  ) throws(ProfileProblem) -> LogProfile.Severity {
    try node["severity"]?.word("severity", LogProfile.Severity.self) ?? .error
  }

  private static func list<Item>(
    _ node: ProfileNode, _ key: String, _ read: (ProfileNode) throws(ProfileProblem) -> Item
  ) throws(ProfileProblem) -> [Item] {
    guard let list = node[key] else { return [] }
    var items: [Item] = []
    for item in try list.items(key) { items.append(try read(item)) }
    return items
  }

  private static func required(
    _ node: ProfileNode, _ key: String
  ) throws(ProfileProblem) -> ProfileNode {
    guard let value = node[key] else {
      throw node.problem("'\(key)' is missing", "add '\(key): …'")
    }
    return value
  }
}
