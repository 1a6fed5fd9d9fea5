import DeviceModel
import History
import JSONText

extension Step.Action {
  /// What it expects of the phone; empty for other steps, and for one that needs captured values.
  var expectations: [Expectation] {
    switch self {
    case .expect(let expectations, _), .expectNever(let expectations, _): expectations
    case .press, .perform, .advance, .checkpoint, .late: []
    }
  }
}

extension Expectation {
  /// The schedules that it names, by their own names or those of their notifications.
  var namedSchedules: Set<String> {
    switch self {
    case .list(let list, let match):
      switch list {
      case .pending, .delivered, .schedules, .history: Set(match.items.flatMap(\.namedSchedules))
      case .tasks, .contents: []
      }
    case .stored(let value): Set(value["schedules"]?.namedSchedules ?? [])
    case .happened(let events), .notHappened(let events):
      Set(events.flatMap(\.fields.namedSchedules))
    case .status, .metric, .logged, .loggedExactly, .notLogged, .invariantsHold: []
    }
  }
}

extension JSONValue {
  /// The schedules that objects in it name.
  fileprivate var namedSchedules: [String] {
    switch self {
    case .object(let object):
      object.members.flatMap { key, value in
        ScheduleName(field: key, value.stringValue ?? "").map { [$0.text] } ?? value.namedSchedules
      }
    case .array(let items): items.flatMap(\.namedSchedules)
    case .null, .bool, .integer, .number, .string: []
    }
  }
}

extension RecordFields {
  /// The schedule whose notification the record is about; nil for none.
  var scheduleName: String? {
    list.lazy.compactMap { ScheduleName(field: $0.name, $0.value.text)?.text }.first
  }
}

/// The name of a schedule, as fields of records and expectations have it.
private struct ScheduleName {
  let text: String

  /// The schedule that a field names; nil for another field, and for the name of a task.
  init?(field: String, _ value: String) {
    guard field == "id" || field == "identifier", !value.isEmpty else { return nil }
    let name = PlannedOccurrence.scheduleID(of: value)
    let isDual = name == PlannedOccurrence.dual
    let isRequest =
      isDual || value.hasPrefix("daily_") || value.hasPrefix(PlannedOccurrence.reminderPrefix)
    guard field == "id" || isRequest else { return nil }
    // A stored reminder has its own name, its request one with a prefix.
    let prefix = PlannedOccurrence.reminderPrefix
    text = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }
}
