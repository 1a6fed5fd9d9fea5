import LocatedYAML

/// Parsing of what must not, or must, happen after a line.
extension ProfileReader {
  static func contradiction(
    _ node: YAMLNode, _ steps: [LogProfile.Step]
  ) throws(YAMLProblem) -> LogProfile.Contradiction {
    try node.checkKeys(
      "an entry of 'contradictions'", ["line", "where", "with", "without", "severity", "says"])
    let match = try match(node, besides: ["with", "without", "severity", "says"])
    let (with, without) = (try lines(node, "with"), try lines(node, "without"))
    guard !with.isEmpty else {
      throw node.problem("'with' is missing", "name the lines that contradict this one")
    }
    for line in match.lines + with + without
    where !steps.contains(where: { $0.lines.contains(line) }) {
      throw noStep(line, at: node)
    }
    return LogProfile.Contradiction(
      match: match, with: with, without: without, severity: try severity(node),
      says: try required(node, "says").written("says"))
  }

  static func state(_ node: YAMLNode) throws(YAMLProblem) -> LogProfile.State {
    try node.checkKeys(
      "a state",
      ["name", "begins", "ends", "within", "forbids", "needs", "severity", "says"])
    let begins = try list(node, "begins", match)
    guard !begins.isEmpty else {
      throw node.problem("'begins' is missing", "name the line that the state begins with")
    }
    let (forbids, needs) = (try list(node, "forbids", match), try lines(node, "needs"))
    guard !forbids.isEmpty || !needs.isEmpty else {
      throw node.problem("the state claims nothing", "add forbids, needs or both")
    }
    return LogProfile.State(
      name: try required(node, "name").written("name"), begins: begins,
      ends: try list(node, "ends", match),
      withinMilliseconds: try node["within"]?.duration("'within'"), forbids: forbids,
      needs: needs, severity: try severity(node),
      says: try required(node, "says").written("says"))
  }
}
