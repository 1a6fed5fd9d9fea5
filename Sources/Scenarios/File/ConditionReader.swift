import DeviceModel

/// Reads what stands behind `when:`.
enum ConditionReader {
  private static let keys = ["platform", "variant", "osVersion", "equal", "status"]

  static func read(_ node: FileNode) throws(FileProblem) -> [StepCondition] {
    let entries = try node.mapping("'when'")
    guard !entries.isEmpty else {
      throw FileProblem(
        node.place, "'when' names no condition", "use one of: \(keys.joined(separator: ", "))")
    }
    var conditions: [StepCondition] = []
    for entry in entries { conditions.append(try condition(entry)) }
    return conditions
  }

  private static func condition(_ entry: FileNode.Entry) throws(FileProblem) -> StepCondition {
    let value = entry.value
    switch entry.key {
    case "platform": return .platform(try value.choice("'platform'", of: ["ios", "android"]))
    case "variant": return .variant(try HeaderReader.variant(value).rawValue)
    case "osVersion": return .osVersion(try value.text("'osVersion'"))
    case "equal":
      let texts = try value.texts("'equal'")
      guard texts.count == 2 else {
        throw FileProblem(
          value.place, "'equal' compares two texts, not \(texts.count)",
          "write equal: [\"${MODE}\", fast]")
      }
      return .equal(texts[0].text, texts[1].text)
    case "status": return .status(try ExpectationReader.status(value))
    default: throw .unknown("condition", entry.key, at: entry.place, known: keys)
    }
  }
}
