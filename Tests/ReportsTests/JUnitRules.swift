/// What the strict dialect allows, as a table: elements with their attributes and children.
///
/// Source: the schema junit-10 of Jenkins' xUnit plugin.
enum JUnitRules {
  struct Row {
    let required: [String]
    let optional: [String]
    let children: [String]
  }

  static let rows: [String: Row] = [
    "testsuites": Row(
      required: [], optional: ["name", "time", "tests", "failures", "errors"],
      children: ["testsuite"]),
    "testsuite": Row(
      required: ["name", "tests", "failures", "errors"],
      optional: [
        "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url",
        "version",
      ], children: ["testsuite", "properties", "testcase", "system-out", "system-err"]),
    "testcase": Row(
      required: ["name"], optional: ["time", "classname", "group"],
      children: [
        "skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure", "flakyError",
        "system-out", "system-err",
      ]),
    "properties": Row(required: [], optional: [], children: ["property"]),
    "property": Row(required: ["name", "value"], optional: [], children: []),
    "failure": message, "error": message, "skipped": message,
    "rerunFailure": attempt, "rerunError": attempt, "flakyFailure": attempt, "flakyError": attempt,
    "system-out": Row(required: [], optional: [], children: []),
    "system-err": Row(required: [], optional: [], children: []),
  ]

  private static let message = Row(required: [], optional: ["type", "message"], children: [])
  private static let attempt = Row(
    required: ["type"], optional: ["message"], children: ["stackTrace", "system-out", "system-err"])

  /// The violations in a document, each with its element.
  static func findings(in root: MarkupTree.Element) -> [String] {
    (root.name == "testsuites" ? [] : ["the root is \(root.name)"])
      + root.all.flatMap(findings(inOne:))
  }

  private static func findings(inOne element: MarkupTree.Element) -> [String] {
    guard let row = rows[element.name] else { return ["there is no element \(element.name)"] }
    var findings: [String] = []
    for name in row.required where element.attributes[name] == nil {
      findings.append("\(element.name): \(name) is missing")
    }
    for name in element.attributes.keys.sorted()
    where !row.required.contains(name) && !row.optional.contains(name) {
      findings.append("\(element.name): \(name) does not belong here")
    }
    for child in element.children where !row.children.contains(child.name) {
      findings.append("\(element.name): \(child.name) does not belong here")
    }
    if let time = element.attributes["time"], time.wholeMatch(of: /\d+\.\d{1,3}/) == nil {
      findings.append("\(element.name): time \(time)")
    }
    return findings
  }
}
