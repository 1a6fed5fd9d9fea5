import JSONText
import Scenarios

extension RunSummary {
  /// Each notification that was shown, with its drift from the planned time.
  static func drift(_ timeline: RunTimeline) -> [JSONValue] {
    timeline.marks.compactMap { mark in
      guard case .delivered(let id, let planned, let source) = mark.event else { return nil }
      return [
        "id": .string(id),
        "source": .string(source),
        "planned": time(planned),
        "delivered": time(mark.wallMilliseconds),
        "driftMs": .integer(mark.wallMilliseconds - planned),
      ]
    }
  }

  /// What the plugin repaired at its entries.
  static func recoveries(_ timeline: RunTimeline) -> [JSONValue] {
    timeline.marks.compactMap { mark in
      guard case .recovered(let recovery) = mark.event else { return nil }
      return [
        "at": time(mark.wallMilliseconds),
        "scenario": .string(recovery.scenario),
        "missed": number(recovery.missed),
        "verified": number(recovery.verified),
        "rescheduled": number(recovery.rescheduled),
      ]
    }
  }
}
