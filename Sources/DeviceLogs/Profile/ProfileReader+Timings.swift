import DailyNotification
import LocatedYAML
import PlainText

/// Parsing of the parts about times.
extension ProfileReader {
  static func due(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile.Due {
    try node.checkKeys(
      "an entry of 'due'",
      ["time", "per", "every", "grace", "by", "withdrawnBy", "severity", "onIPhone", "says"])
    let by = try lines(node, "by")
    guard !by.isEmpty else {
      throw node.problem("'by' is missing", "name the lines of which one has to follow")
    }
    let reference = try reference(required(node, "time"), .time, orAt: false)
    let per = try node["per"]?.written("per")
    if let per, let place = node["per"]?.place {
      try check(per, of: reference.line, at: place, orAt: false)
    }
    return LogProfile.Due(
      reference: reference, per: per, isEachDay: try isEachDay(node, per),
      graceMilliseconds: try required(node, "grace").signedDuration("grace"), by: by,
      withdrawnBy: try list(node, "withdrawnBy", match),
      severity: try severity(node), onIPhone: try node["onIPhone"]?.written("onIPhone"),
      says: try required(node, "says").written("says"))
  }

  /// `every: day`, which needs `per`.
  private static func isEachDay(_ node: YAMLNode, _ per: String?) throws(YAMLProblem) -> Bool {
    guard let every = node["every"] else { return false }
    guard try every.written("every") == "day" else {
      throw every.problem("'every' can only be day", "write every: day, or leave it out")
    }
    guard per != nil else {
      throw every.problem(
        "'every' needs 'per'", "name the field that tells schedules apart, such as per: id")
    }
    return true
  }

  static func timings(
    _ node: YAMLNode, _ steps: [LogProfile.Step]
  ) throws(YAMLProblem) -> [LogProfile.Timing] {
    let timings = try list(node, "timings", timing)
    for (index, timing) in timings.enumerated() where timing.per == nil {
      let wanted = (timing.from + [timing.to]).map(\.line) + timing.unless
      for line in wanted where !steps.contains(where: { $0.lines.contains(line) }) {
        throw noStep(line, at: try node["timings"]?.items("timings")[index] ?? node)
      }
    }
    return timings
  }

  private static func timing(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile.Timing {
    try node.checkKeys(
      "a timing",
      ["name", "from", "to", "seconds", "per", "atLeast", "atMost", "unless", "severity", "says"])
    let (from, to) = try ends(node)
    let per = try owner(node, from, to)
    let (least, most) = try bounds(node)
    let unless = try lines(node, "unless")
    if per != nil, let place = node["unless"] {
      throw place.problem("'unless' is about a pass, and 'per' is not", "leave out one of them")
    }
    return LogProfile.Timing(
      name: try required(node, "name").written("name"), from: from, to: to, per: per,
      atLeastMilliseconds: least, atMostMilliseconds: most, unless: unless,
      severity: try severity(node),
      says: try required(node, "says").written("says"))
  }

  /// `per: id`, a field of the line that a timing ends with.
  ///
  /// A line of `from` without that field counts in a log that has none with it.
  private static func owner(
    _ node: YAMLNode, _ from: [LogProfile.Reference], _ to: LogProfile.Reference
  ) throws(YAMLProblem) -> String? {
    guard let per = node["per"] else {
      guard from.count > 1 else { return nil }
      throw node.problem("several 'from' need 'per'", "name the field that both lines have")
    }
    guard !from.isEmpty else {
      throw per.problem("'seconds' is of one line, so 'per' means nothing", "leave out 'per'")
    }
    let name = try per.written("per")
    try check(name, of: to.line, at: per.place, orAt: false)
    return name
  }

  /// The times of a timing, or none and its number of seconds.
  private static func ends(
    _ node: YAMLNode
  ) throws(YAMLProblem) -> ([LogProfile.Reference], LogProfile.Reference) {
    guard let seconds = node["seconds"] else {
      var from: [LogProfile.Reference] = []
      for item in try required(node, "from").items("from") {
        from.append(try reference(item, .time, orAt: true))
      }
      return (from, try reference(required(node, "to"), .time, orAt: true))
    }
    if let time = node["from"] ?? node["to"] {
      throw time.problem(
        "'seconds' stands for both times already", "leave out 'from' and 'to', or 'seconds'")
    }
    return ([], try reference(seconds, .seconds, orAt: false))
  }

  private static func bounds(
    _ node: YAMLNode
  ) throws(YAMLProblem) -> (Int64?, Int64?) {
    let least = try node["atLeast"]?.signedDuration("atLeast")
    let most = try node["atMost"]?.signedDuration("atMost")
    guard least != nil || most != nil else {
      throw node.problem("the timing has no bound", "add atLeast, atMost or both")
    }
    if let least, let most, least > most {
      throw (node["atLeast"] ?? node).problem(
        "atLeast is more than atMost, so nothing could be right", "swap them, or mend one")
    }
    return (least, most)
  }

  /// `taskStarted.actual`: a field of a line; also `taskStarted.at` if `allowsAt`.
  private static func reference(
    _ node: YAMLNode, _ kind: TimingField, orAt allowsAt: Bool
  ) throws(YAMLProblem) -> LogProfile.Reference {
    let text = try node.written("a field")
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw node.problem(
        "'\(text.shortened())' is no field of a line", "write one such as taskStarted.actual")
    }
    let line = try line(named: String(parts[0]), node)
    let reference = LogProfile.Reference(line: line, field: String(parts[1]))
    let isAt = reference.field == LogProfile.Reference.at
    if isAt, allowsAt { return reference }
    if !isAt { try check(reference.field, of: line, at: node.place, orAt: allowsAt) }
    guard !isAt, kind.fields(of: line).contains(reference.field) else {
      throw unfit(reference, kind, orAt: allowsAt, node)
    }
    return reference
  }

  /// The error for a field that the line has, but with another kind of value.
  private static func unfit(
    _ reference: LogProfile.Reference, _ kind: TimingField, orAt allowsAt: Bool, _ node: YAMLNode
  ) -> YAMLProblem {
    let line = reference.line
    let fields = kind.fields(of: line) + (allowsAt ? [LogProfile.Reference.at] : [])
    let (wanted, example) =
      switch kind {
      case .seconds: ("number of seconds", "taskStarted.late")
      case .time: ("time that the line names", "notificationPlanned.time")
      }
    let list = fields.map { "\(line.name).\($0)" }.joined(separator: ", ")
    return node.problem(
      "'\(line.name).\(reference.field)' is no \(wanted)",
      list.isEmpty ? "use a field such as \(example)" : "use one of: \(list)")
  }
}
