import CivilTime
import DailyNotification
import History
import JSONText
import Session

extension InteractiveRun {
  /// How many notifications a scenario expects at most: the latest.
  private static let expectationsMax = 500

  /// What was seen of planned notifications, as the lines of a scenario's expectation: each showing
  /// in its order, and that what was lost is not shown; empty where nothing came due.
  public var seenExpectations: [String] {
    let history = history
    let (all, _) = history.occurrences(max: InteractiveRun.expectationsMax)
    let shown = all.flatMap(\.showings).sorted { $0.point.sequence < $1.point.sequence }
    let lost = all.filter { $0.cause != nil }.flatMap { occurrence in
      names(of: occurrence, in: history).map {
        Delivery(identifier: $0, planned: occurrence.key.planned)
      }
    }
    let events = counted(shown.map { Delivery(identifier: $0.identifier, planned: $0.recorded) })
    return (events.isEmpty ? [] : ["event:"] + events)
      + (lost.isEmpty ? [] : ["noEvent:"] + lost.map { "- \($0.yaml(times: nil))" })
  }

  /// A delivery by its name and planned time.
  private struct Delivery: Hashable {
    let identifier: String
    let planned: Int64

    func yaml(times: Int?) -> String {
      let fields: JSONValue = [
        "identifier": .string(identifier), "planned": .string(ISO8601.text(planned)),
      ]
      let count = times.map { ", times: \($0)" } ?? ""
      return "{delivered: \(ScenarioRecorder.flow(fields))\(count)}"
    }
  }

  /// Each delivery once, in the order of the first of it.
  private func counted(_ deliveries: [Delivery]) -> [String] {
    var counts: [Delivery: Int] = [:]
    for delivery in deliveries { counts[delivery, default: 0] += 1 }
    return deliveries.compactMap { delivery in
      counts.removeValue(forKey: delivery).map { "- \(delivery.yaml(times: $0))" }
    }
  }

  /// The names under which a notification might have been shown: those of its requests, or else
  /// that of its schedule.
  private func names(of occurrence: OccurrenceHistory, in history: PhoneHistory) -> [String] {
    let judge = OccurrenceJudge(history, occurrence.notification)
    let own = Set(judge.requests.map(\.identifier)).sorted()
    let notification = occurrence.notification
    let id = PlannedOccurrence.ownID(of: notification.id)
    return own.isEmpty ? [OccurrenceIdentifier(notification.kind, id).text] : own
  }
}
