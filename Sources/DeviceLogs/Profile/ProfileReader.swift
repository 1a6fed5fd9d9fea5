import DailyNotification
import LocatedYAML
import PlainText

/// Converts a file's values into a profile; every line, field and word in it must exist.
enum ProfileReader {
  /// The maximum number of steps in a profile.
  static let stepsMax = 60

  static func profile(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile {
    try node.checkKeys(
      "a profile",
      [
        "name", "title", "passes", "signs", "applies", "begins", "impliedBy", "until",
        "followedBy", "overlap", "cutBy", "enough", "steps", "never", "contradictions", "states",
        "timings", "due", "sums",
      ])
    let steps = try list(node, "steps", step)
    guard !steps.isEmpty else {
      throw node.problem("'steps' is missing", "list the lines that the sequence consists of")
    }
    guard steps.count <= stepsMax else {
      throw node.problem("there are more than \(stepsMax) steps", "split the profile")
    }
    try checkReach(node, steps)
    let begins = try lines(node, "begins")
    guard !begins.isEmpty else {
      throw node.problem("'begins' is missing", "name the line that the sequence begins with")
    }
    return LogProfile(
      name: try name(required(node, "name"), of: "a profile"),
      title: try required(node, "title").written("title"),
      passes: try node["passes"]?.choice("'passes'", of: LogProfile.Passes.self) ?? .each,
      signs: try signs(node, begins), applies: try node["applies"].map(applies),
      overlapMilliseconds: try node["overlap"]?.duration("'overlap'"), begins: begins,
      impliedBy: try lines(node, "impliedBy"),
      until: try lines(node, "until"), followedBy: try lines(node, "followedBy"),
      cutBy: try list(node, "cutBy", match), enough: try enough(node, steps), steps: steps,
      never: try list(node, "never", never),
      contradictions: try list(node, "contradictions") { item throws(YAMLProblem) in
        try contradiction(item, steps)
      },
      states: try list(node, "states", state), timings: try timings(node, steps),
      due: try list(node, "due", due), sums: try list(node, "sums", sum))
  }

  /// A name that is easily typed, of something such as `a profile`.
  static func name(_ node: YAMLNode, of noun: String) throws(YAMLProblem) -> String {
    let name = try node.written("name")
    let isPlain = name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }
    guard isPlain, name.utf8.count <= 40 else {
      throw node.problem(
        "'\(name.shortened())' is no name for \(noun)", "use at most 40 of a–z, 0–9 and -")
    }
    return name
  }

  private static func signs(
    _ node: YAMLNode, _ begins: [LogEvent]
  ) throws(YAMLProblem) -> [LogEvent] {
    let signs = try lines(node, "signs")
    return signs.isEmpty ? begins : signs
  }

  private static func applies(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile.Applies {
    try node.checkKeys("'applies'", ["first", "with"])
    return LogProfile.Applies(
      first: try required(node, "first").items("first").map(line), with: try lines(node, "with"))
  }

  /// A line, or a mapping with one and with what its fields say.
  static func match(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile.Match {
    try match(node, besides: [])
  }

  /// The same, in a mapping that has other keys, too.
  static func match(
    _ node: YAMLNode, besides others: [String]
  ) throws(YAMLProblem) -> LogProfile.Match {
    if node.rawText != nil { return LogProfile.Match(lines: [try line(node)], conditions: []) }
    try node.checkKeys("a line with 'where'", ["line", "where"] + others)
    let lines = try required(node, "line").items("line").map(line)
    return LogProfile.Match(lines: lines, conditions: try conditions(node, of: lines))
  }

  private static func enough(
    _ node: YAMLNode, _ steps: [LogProfile.Step]
  ) throws(YAMLProblem) -> LogProfile.Enough? {
    guard let node = node["enough"] else { return nil }
    try node.checkKeys("'enough'", ["line", "where", "without"])
    let lines = try required(node, "line").items("line").map(line)
    let without = try self.lines(node, "without")
    for line in lines + without where !steps.contains(where: { $0.lines.contains(line) }) {
      throw noStep(line, at: node)
    }
    let match = LogProfile.Match(lines: lines, conditions: try conditions(node, of: lines))
    return LogProfile.Enough(match: match, without: without)
  }

  /// A rule about the lines of a pass names one that no pass has.
  static func noStep(_ line: LogEvent, at node: YAMLNode) -> YAMLProblem {
    node.problem(
      "'\(line.name)' is none of the steps", "add a step for it, with count 0.. if need be")
  }

  private static func step(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile.Step {
    try node.checkKeys("a step", ["line", "count", "where"])
    let lines = try required(node, "line").items("line").map(line)
    let (countMin, countMax) = try node["count"].map(count) ?? (1, 1)
    return LogProfile.Step(
      lines: lines, countMin: countMin, countMax: countMax,
      conditions: try conditions(node, of: lines))
  }

  /// What fields must say; each of the lines must have them.
  private static func conditions(
    _ node: YAMLNode, of lines: [LogEvent]
  ) throws(YAMLProblem) -> [LogProfile.Condition] {
    var conditions: [LogProfile.Condition] = []
    for entry in try node["where"]?.mapping("'where'") ?? [] {
      for line in lines { try check(entry.key, of: line, at: entry.place) }
      conditions.append(
        LogProfile.Condition(field: entry.key, text: try entry.value.written(entry.key)))
    }
    return conditions
  }

  private static func sum(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile.Sum {
    try node.checkKeys("an entry of 'sums'", ["line", "fields", "where", "within", "zero", "says"])
    let lines = try required(node, "line").items("line").map(line)
    let fields = try numbers(required(node, "fields"), of: lines)
    return LogProfile.Sum(
      lines: lines, fields: fields, conditions: try conditions(node, of: lines),
      withinMilliseconds: try required(node, "within").signedDuration("within"),
      zeros: try node["zero"].map { node throws(YAMLProblem) in try numbers(node, of: lines) }
        ?? [],
      says: try node["says"]?.written("says") ?? "this number should be 0")
  }

  /// Names of fields that are numbers in each of the lines.
  private static func numbers(
    _ node: YAMLNode, of lines: [LogEvent]
  ) throws(YAMLProblem) -> [String] {
    var names: [String] = []
    for item in try node.items("fields") {
      let name = try item.written("a field")
      for line in lines {
        try check(name, of: line, at: item.place)
        guard line.fields.contains(where: { $0.name == name && $0.kind == .number }) else {
          throw item.problem("'\(line.name).\(name)' is no number", "name a field that is one")
        }
      }
      names.append(name)
    }
    return names
  }

  /// Refuses a line of which an earlier step takes every occurrence, leaving none.
  private static func checkReach(
    _ node: YAMLNode, _ steps: [LogProfile.Step]
  ) throws(YAMLProblem) {
    for (index, step) in steps.enumerated() {
      for line in step.lines {
        let taker = steps[..<index].first { earlier in
          earlier.lines.contains(line) && earlier.conditions.allSatisfy(step.conditions.contains)
        }
        guard taker != nil else { continue }
        let place = try node["steps"]?.items("steps")[index] ?? node
        throw place.problem(
          "an earlier step takes every line '\(line.name)'",
          "give both steps a 'where' with different texts, or one of them a count")
      }
    }
  }

  /// `1`, `1..`, `0..1` or `0..`.
  private static func count(_ node: YAMLNode) throws(YAMLProblem) -> (Int, Int?) {
    let text = try node.written("count")
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
      "'\(text.shortened())' is no count", "write 1, or a range such as 1.., 0..1 or 0..")
  }

  private static func never(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile.Never {
    try node.checkKeys(
      "an entry of 'never'",
      ["line", "where", "kind", "severity", "explainedBy", "within", "says"])
    let line = try line(required(node, "line"))
    let kind = try node["kind"]?.choice("'kind'", of: LogFinding.Kind.self) ?? .forbidden
    let explainedBy = try list(node, "explainedBy", match)
    if let within = node["within"], explainedBy.isEmpty {
      throw within.problem(
        "'within' needs 'explainedBy'", "name the lines that explain this one, or leave it out")
    }
    return LogProfile.Never(
      line: line, conditions: try conditions(node, of: [line]), kind: kind,
      severity: try severity(node), explainedBy: explainedBy,
      withinMilliseconds: explainedBy.isEmpty
        ? 0 : try required(node, "within").duration("'within'"),
      says: try node["says"]?.written("says") ?? "this line should not be there")
  }

  /// Refuses a field that the line does not have.
  static func check(
    _ field: String, of line: LogEvent, at place: SourcePlace, orAt allowsAt: Bool = false
  ) throws(YAMLProblem) {
    let names = line.fields.map(\.name) + (allowsAt ? [LogProfile.Reference.at] : [])
    guard !names.contains(field) else { return }
    throw YAMLProblem(
      place, "the line \(line.name) has no field '\(field.shortened())'",
      names.isEmpty ? "it has none" : "it has: \(names.joined(separator: ", "))")
  }

  static func lines(
    _ node: YAMLNode, _ key: String
  ) throws(YAMLProblem) -> [LogEvent] {
    try list(node, key, line)
  }

  private static func line(_ node: YAMLNode) throws(YAMLProblem) -> LogEvent {
    try line(named: node.written("a line"), node)
  }

  static func line(
    named name: String, _ node: YAMLNode
  ) throws(YAMLProblem) -> LogEvent {
    guard let line = LogEvent(name: name) else {
      let known = LogEvent.names
      // There are too many to list all.
      let alike = known.filter { $0.lowercased().hasPrefix(name.prefix(4).lowercased()) }
      throw .unknown(
        "log line", name, at: node.place, known: known, listing: alike.isEmpty ? known : alike)
    }
    return line
  }

  static func severity(
    _ node: YAMLNode
  ) throws(YAMLProblem) -> LogProfile.Severity {
    try node["severity"]?.choice("'severity'", of: LogProfile.Severity.self) ?? .error
  }

  static func list<Item>(
    _ node: YAMLNode, _ key: String, _ read: (YAMLNode) throws(YAMLProblem) -> Item
  ) throws(YAMLProblem) -> [Item] {
    guard let list = node[key] else { return [] }
    var items: [Item] = []
    for item in try list.items(key) { items.append(try read(item)) }
    return items
  }

  static func required(
    _ node: YAMLNode, _ key: String
  ) throws(YAMLProblem) -> YAMLNode {
    guard let value = node[key] else {
      throw node.problem("'\(key)' is missing", "add '\(key): …'")
    }
    return value
  }
}
