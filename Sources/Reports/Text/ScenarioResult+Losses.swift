import PlainText
import Scenarios

extension ScenarioResult {
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
