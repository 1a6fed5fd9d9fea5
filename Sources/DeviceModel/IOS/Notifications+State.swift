import CivilTime
import DailyNotification
import JSONText

extension NotificationCenterMachine {
  /// The pending requests in the order they were added, each with its trigger's next time.
  func pendingValues(_ secrets: SecretNumbers) -> [JSONValue] {
    zip(requests, entries).map { request, entry in
      var value = request.stateFields(secrets)
      value["trigger"] = .integer(entry.triggerMilliseconds)
      value["isDue"] = .bool(entry.isDue)
      value["rule"] = request.trigger.stateValue
      return .object(value)
    }
  }
}

extension DeliveredNotification {
  func stateValue(_ presentation: Presentation, _ secrets: SecretNumbers) -> JSONValue {
    var value = request.stateFields(secrets)
    value["deliveredAt"] = .integer(deliveredAt)
    value["presentation"] = presentation.json
    return .object(value)
  }
}

extension NotificationRequest {
  /// What a pending request and a delivered notification have in common.
  fileprivate func stateFields(_ secrets: SecretNumbers) -> JSONObject {
    let info = content.info
    let isForeign = info.purpose == .foreign
    return [
      "identifier": .string(identifier),
      "owner": .string(owner.rawValue),
      "purpose": .string(info.purpose.rawValue),
      "scheduleKind": isForeign ? .null : .string(info.kind.rawValue),
      "scheduleId": isForeign ? .null : .string(info.scheduleID),
      "plannedTime": .integer(info.plannedTime),
      "title": .string(secrets.redacted(content.title)),
      "body": .string(secrets.redacted(content.body)),
      "source": isForeign ? .null : .string(info.source.rawValue),
      "fetchedAt": JSONValue(number: info.fetchedAt),
      "url": JSONValue(text: info.url.map { secrets.redacted($0) }),
      "sound": .bool(content.hasSound),
      "priority": .string(content.priority.rawValue),
      "category": .string(content.categoryIdentifier),
    ]
  }
}

extension NotificationTrigger {
  /// The trigger as it was asked for: what kind, at which wall time, in which zone or floating.
  fileprivate var stateValue: JSONValue {
    switch self {
    case .calendar(let time, let zone):
      ["kind": "calendar", "at": .string(time.text), "timezone": JSONValue(text: zone)]
    case .daily(let time, let zone):
      ["kind": "daily", "at": .string(time.text), "timezone": JSONValue(text: zone)]
    case .interval(let milliseconds, let repeats):
      ["kind": "interval", "milliseconds": .integer(milliseconds), "repeats": .bool(repeats)]
    }
  }
}

extension JSONValue {
  /// A text, or null.
  init(text: String?) {
    self = text.map(JSONValue.string) ?? .null
  }

  /// A time or a number, or null.
  init(number: Int64?) {
    self = number.map(JSONValue.integer) ?? .null
  }
}
