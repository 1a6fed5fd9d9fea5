import CivilTime
import JSONText

/// Reads the steps in which time passes.
enum AdvanceReader {
  private static let limit = 10_000

  static func read(_ entry: FileNode.Entry) throws(FileProblem) -> Step.Advance {
    switch entry.key {
    case "runToNextEvent":
      guard entry.value.isNull else {
        throw FileProblem(
          entry.value.place, "'runToNextEvent' takes nothing", "write '- runToNextEvent'")
      }
      return .nextEvent
    case "runUntilIdle": return .idle(limit: try limit(entry.value))
    default: return try advance(entry.value)
    }
  }

  private static func limit(_ node: FileNode) throws(FileProblem) -> Int {
    if node.isNull { return limit }
    let entries = try node.mapping("'runUntilIdle'")
    guard entries.count == 1, let entry = entries.first, entry.key == "limit" else {
      throw FileProblem(node.place, "'runUntilIdle' takes 'limit' only", "write {limit: 100}")
    }
    return try entry.value.integer("'limit'", in: 1...1_000_000)
  }

  private static func advance(_ node: FileNode) throws(FileProblem) -> Step.Advance {
    guard case .mapping(let entries) = node.content else {
      return .by(milliseconds: try node.duration("'advance'"))
    }
    let known = ["by", "to"]
    guard entries.count == 1, let entry = entries.first else {
      throw FileProblem(node.place, "'advance' takes one of 'by' and 'to'", "write {by: 6m}")
    }
    switch entry.key {
    case "by": return .by(milliseconds: try entry.value.duration("'by'"))
    case "to": return .to(wallMilliseconds: try entry.value.instant("'to'"))
    default: throw .unknown("key of 'advance'", entry.key, at: entry.place, known: known)
    }
  }
}

extension Step.Advance {
  /// The step in words.
  var text: String {
    switch self {
    case .by(let milliseconds): "advance \(DurationText.text(milliseconds))"
    case .to(let wallMilliseconds): "advance to \(ISO8601.text(wallMilliseconds))"
    case .nextEvent: "runToNextEvent"
    case .idle: "runUntilIdle"
    }
  }
}
