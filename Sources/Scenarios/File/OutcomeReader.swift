import DailyNotification
import DeviceModel
import JSONText

/// Reads how a press, call or verb has to end.
enum OutcomeReader {
  static let keys = ["returns", "rejects", "refused", "lost", "waits"]

  /// The outcome among the keys beside an action; success without one.
  static func read(_ extras: [FileNode.Entry]) throws(FileProblem) -> Step.Outcome {
    let ends = extras.filter { keys.contains($0.key) }
    guard let end = ends.first else { return .succeeds }
    if ends.count > 1 {
      throw FileProblem(
        ends[1].place, "'\(end.key)' and '\(ends[1].key)' exclude each other", "keep one of them")
    }
    return try outcome(end)
  }

  private static func outcome(_ end: FileNode.Entry) throws(FileProblem) -> Step.Outcome {
    switch end.key {
    case "returns": return .returns(end.value.json)
    case "rejects":
      let words = Rejection.Kind.allCases.map(\.rawValue)
      if case .mapping(let entries) = end.value.content {
        if let error = entries.first(where: { $0.key == "error" }) {
          _ = try error.value.choice("'error'", of: words)
        }
        return .rejects(end.value.json)
      }
      return .rejects(["error": .string(try end.value.choice("'rejects'", of: words))])
    case "refused":
      return .refused(try end.value.choice("'refused'", of: CommandRefusal.names))
    default:
      guard try end.value.flag("'\(end.key)'") else {
        throw FileProblem(end.value.place, "'\(end.key)' can only be true", "leave it out")
      }
      return end.key == "lost" ? .isLost : .waits
    }
  }

  static func check(
    _ outcome: Step.Outcome, isCall: Bool, at place: SourcePlace
  ) throws(FileProblem) {
    switch outcome {
    case .succeeds, .refused: return
    case .returns, .rejects, .isLost, .waits:
      guard !isCall else { return }
      throw FileProblem(place, "this makes no call", "only 'refused' can stand beside it")
    }
  }
}

extension CommandRefusal {
  /// The names of all refusals, in the order of their declaration.
  static let names = [
    appNotRunning, appSuspended, appAlreadyRunning, appNotInBackground, appNotOnScreen, noDialog,
    dialogIsUp, noSuchNotification(""), nothingDelivered, noContent, unavailableOnSimulator(""),
    noPendingTask(""), noHandler(""), noRunningTask(""), clockOutOfRange(0), phoneOff, phoneIsOn,
    phoneLocked, beforeFirstUnlock, phoneNotLocked, androidOnly(""), eventStorm,
  ].map(\.name)
}
