public import JSONText
public import Scenarios

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

  /// What became of each planned notification, as a part of another document.
  public static func occurrences(_ list: OccurrenceList) -> JSONValue {
    [
      "occurrences": .array(list.listed.map(occurrence)),
      "omittedOccurrences": number(list.omittedCount),
    ]
  }

  /// What became of a planned notification.
  static func occurrence(_ each: OccurrenceResult) -> JSONValue {
    [
      "schedule": .string(each.schedule),
      "kind": .string(each.kind),
      "planned": time(each.plannedMilliseconds),
      "zone": .string(each.zone),
      "outcome": .string(each.outcome.rawValue),
      "cause": each.cause.map(JSONValue.string) ?? .null,
      "reason": each.reason.map(JSONValue.string) ?? .null,
      "shown": .array(each.shownMilliseconds.map(time)),
      "content": each.content.map(JSONValue.string) ?? .null,
      "presentation": each.presentation ?? .null,
      "prefetch": each.prefetch.map(prefetch) ?? .null,
      "reported": .string(each.report.rawValue),
    ]
  }

  private static func prefetch(_ prefetch: OccurrenceResult.Prefetch) -> JSONValue {
    [
      "earliest": prefetch.earliest.map(time) ?? .null,
      "started": prefetch.started.map(time) ?? .null,
      "outcome": .string(prefetch.outcome.rawValue),
    ]
  }
}
