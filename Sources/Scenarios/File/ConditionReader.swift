import DeviceModel
import LocatedYAML

/// Parses the value of `when:`.
enum ConditionReader {
  /// The conditions.
  private enum Key: String, FileKey {
    case platform
    case variant
    case osVersion
    case equal
    case status
  }

  static func read(_ node: YAMLNode) throws(YAMLProblem) -> [StepCondition] {
    let entries = try node.mapping("'when'")
    guard !entries.isEmpty else {
      throw YAMLProblem(
        node.place, "'when' names no condition", "use one of: \(Key.names.joined(separator: ", "))")
    }
    var conditions: [StepCondition] = []
    for entry in entries { conditions.append(try condition(entry)) }
    return conditions
  }

  private static func condition(_ entry: YAMLNode.Entry) throws(YAMLProblem) -> StepCondition {
    let value = entry.value
    switch try Key(of: entry, "condition") {
    case .platform: return .platform(try value.choice("'platform'", of: ["ios", "android"]))
    case .variant: return .variant(try value.choice("'variant'", of: DeviceVariant.self).rawValue)
    case .osVersion: return .osVersion(try value.text("'osVersion'"))
    case .equal:
      let texts = try value.texts("'equal'")
      guard texts.count == 2 else {
        throw YAMLProblem(
          value.place, "'equal' compares two texts, not \(texts.count)",
          "write equal: [\"${MODE}\", fast]")
      }
      return .equal(texts[0].text, texts[1].text)
    case .status: return .status(try ExpectationReader.status(value))
    }
  }
}
