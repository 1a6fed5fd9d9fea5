import CivilTime
import LocatedYAML
import PlainText

/// Parses the steps in which time passes.
enum AdvanceReader {
  private static let limit = 10_000

  static func runToNextEvent(_ node: YAMLNode) throws(YAMLProblem) -> Step.Advance {
    guard node.isNull else {
      throw YAMLProblem(node.place, "'runToNextEvent' takes nothing", "write '- runToNextEvent'")
    }
    return .nextEvent
  }

  /// Nothing, or `{limit: 100}`.
  static func runUntilIdle(_ node: YAMLNode) throws(YAMLProblem) -> Step.Advance {
    if node.isNull { return .idle(limit: limit) }
    let entries = try node.mapping("'runUntilIdle'")
    guard entries.count == 1, let entry = entries.first, entry.key == "limit" else {
      throw YAMLProblem(node.place, "'runUntilIdle' takes 'limit' only", "write {limit: 100}")
    }
    return .idle(limit: try entry.value.integer("'limit'", in: 1...1_000_000))
  }

  /// A duration, `{by: 6m}` or `{to: TIME}`.
  static func advance(_ node: YAMLNode) throws(YAMLProblem) -> Step.Advance {
    guard case .mapping(let entries) = node.content else {
      return .by(milliseconds: try node.duration("'advance'"))
    }
    let known = ["by", "to"]
    guard entries.count == 1, let entry = entries.first else {
      throw YAMLProblem(node.place, "'advance' takes one of 'by' and 'to'", "write {by: 6m}")
    }
    switch entry.key {
    case "by": return .by(milliseconds: try entry.value.duration("'by'"))
    case "to": return .to(wallMilliseconds: try entry.value.instant("'to'"))
    default: throw .unknownKey(of: "'advance'", entry.key, at: entry.place, known: known)
    }
  }
}

extension Step.Advance {
  /// The step as words.
  var text: String {
    switch self {
    case .by(let milliseconds): "advance \(DurationText.text(milliseconds))"
    case .to(let wallMilliseconds): "advance to \(ISO8601.text(wallMilliseconds))"
    case .nextEvent: "runToNextEvent"
    case .idle: "runUntilIdle"
    }
  }
}
