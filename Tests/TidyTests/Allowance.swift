/// A finding that is excused, with the reason.
struct Allowance: Sendable {
  var rule: String
  var path: String
  /// Part of the line that is excused.
  var text: String
  var reason: String

  /// Every exception from the house rules; one that is no longer needed fails the tidy test.
  static let all: [Allowance] = [
    Allowance(
      rule: "iteration without an order", path: "Sources/SimulationCore/Queue/EventQueue.swift",
      text: "heap.keys", reason: "the keys are an array, in the order of the heap"),
    Allowance(
      rule: "`Hasher()` is banned", path: "Sources/JSONText/JSONObject.swift",
      text: "Hasher()", reason: "serves `hash(into:)`, whose result never leaves the process"),
  ]

  func covers(_ finding: Finding, in file: SourceFile) -> Bool {
    finding.rule == rule && finding.path == path
      && file.lines.indices.contains(finding.line - 1)
      && file.lines[finding.line - 1].contains(text)
  }
}
