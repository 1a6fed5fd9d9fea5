import DailyNotification
import DeviceModel
import JSONText
import LocatedYAML

/// Parses the expected outcome of a press, call or verb.
enum OutcomeReader {
  /// The outcome among the keys beside an action; success without such a key.
  static func read(_ extras: [YAMLNode.Entry]) throws(YAMLProblem) -> Step.Outcome {
    let ends = extras.filter { OutcomeKey(rawValue: $0.key) != nil }
    guard let end = ends.first, let key = OutcomeKey(rawValue: end.key) else { return .succeeds }
    if ends.count > 1 {
      throw YAMLProblem(
        ends[1].place, "'\(end.key)' and '\(ends[1].key)' exclude each other", "keep one of them")
    }
    return try outcome(key, end)
  }

  private static func outcome(
    _ key: OutcomeKey, _ end: YAMLNode.Entry
  ) throws(YAMLProblem) -> Step.Outcome {
    switch key {
    case .returns: return .returns(end.value.json)
    case .rejects:
      let words = Rejection.Kind.allCases.map(\.rawValue)
      if case .mapping(let entries) = end.value.content {
        if let error = entries.first(where: { $0.key == "error" }) {
          _ = try error.value.choice("'error'", of: words)
        }
        return .rejects(end.value.json)
      }
      return .rejects(["error": .string(try end.value.choice("'rejects'", of: words))])
    case .refused:
      return .refused(try end.value.choice("'refused'", of: CommandRefusal.names))
    case .lost:
      try checkTrue(end)
      return .isLost
    case .waits:
      try checkTrue(end)
      return .waits
    }
  }

  private static func checkTrue(_ end: YAMLNode.Entry) throws(YAMLProblem) {
    guard try end.value.flag("'\(end.key)'") else {
      throw YAMLProblem(end.value.place, "'\(end.key)' can only be true", "leave it out")
    }
  }

  /// Throws for an outcome that needs a call, beside an action that makes none.
  static func check(
    _ outcome: Step.Outcome, isCall: Bool, at place: SourcePlace
  ) throws(YAMLProblem) {
    switch outcome {
    case .succeeds, .refused: return
    case .returns, .rejects, .isLost, .waits:
      guard !isCall else { return }
      throw YAMLProblem(place, "this makes no call", "only 'refused' can stand beside it")
    }
  }
}
