import PlainText
import Scenarios

extension ScenarioResult {
  /// Whether a mark is about a planned notification of which it is told that it was not shown.
  func tells(_ event: TimelineMark.Event) -> Bool {
    switch event {
    // What the person has postponed is no planned notification.
    case .notDelivered(let id, _): !id.hasPrefix("later_")
    case .missed(let id, let planned):
      occurrences.lost.contains { each in
        each.plannedMilliseconds == planned
          && (each.schedule == id || each.kind == id
            || each.schedule.hasSuffix("_\(id)"))
      }
    case .app, .phone, .rebooted, .clockSet, .zoneSet, .planned, .withdrawn, .delivered, .tapped,
      .taskSubmitted, .taskRefused, .taskCancelled, .taskLaunched, .taskEnded, .taskMissed,
      .fetchStarted, .fetchEnded, .recovered:
      false
    }
  }

  /// The notifications that were not shown, a line each; of more than `max` the last says how many.
  func lossLines(max: Int) -> [String] {
    let lost = occurrences.lost
    let lines = lost.prefix(max).map { each in
      "\(each.localTime) \(each.schedule): \(each.text)"
    }
    let rest = occurrences.lostCount - lines.count
    return lines + (rest > 0 ? ["and \(rest) more not shown"] : [])
  }
}

extension OccurrenceResult.Report {
  /// What the plugin has told, in words.
  var words: String {
    switch self {
    case .nothing: "nothing yet"
    case .delivered: "delivered"
    case .missed: "missed"
    case .perhapsMissed: "perhaps missed"
    }
  }
}
