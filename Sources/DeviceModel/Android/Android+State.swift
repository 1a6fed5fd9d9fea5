import DailyNotification
import JSONText

extension AndroidParts {
  /// The alarms in the order they were set.
  var alarmValues: [JSONValue] { alarms.entries.map(\.stateValue) }

  /// What is shown, oldest first.
  var shadeValues: [JSONValue] { shade.active.map(\.stateValue) }

  /// What can be set on Android alone.
  var settingsValue: JSONValue {
    [
      "apiLevel": .integer(Int64(apiLevel)),
      "exactAlarms": .bool(exactAlarms.isGranted),
      "isStopped": .bool(install.isStopped),
      "isBatteryExempt": .bool(install.isBatteryExempt),
      "standbyBucket": .string(install.bucket.rawValue),
      "doze": .string(doze.phase.rawValue),
      "channels": .array(channels.channels.map(\.stateValue)),
    ]
  }
}

extension ChannelState {
  fileprivate var stateValue: JSONValue {
    [
      "identifier": .string(identifier), "name": .string(name), "importance": .integer(importance),
    ]
  }
}

extension AlarmMachine.Entry {
  fileprivate var stateValue: JSONValue {
    var value = alarm.payload.stateFields
    value["identifier"] = .string(alarm.identifier)
    value["trigger"] = .integer(fireTime)
    value["isDue"] = .bool(isDue)
    value["rule"] = ["kind": "alarm", "call": .string(alarm.call.rawValue)]
    return .object(value)
  }
}

extension ActiveNotification {
  fileprivate var stateValue: JSONValue {
    var value = content.stateFields
    value["identifier"] = .string(identifier)
    value["deliveredAt"] = .integer(shownAt)
    value["channel"] = .string(channel)
    return .object(value)
  }
}

extension NotificationContent {
  /// What an alarm and a shown notification have in common.
  fileprivate var stateFields: JSONObject {
    [
      "identifier": "",
      "owner": .string(owner.rawValue),
      "purpose": .string(info.purpose.rawValue),
      "scheduleKind": .string(info.kind.rawValue),
      "scheduleId": .string(info.scheduleID),
      "plannedTime": .integer(info.plannedTime),
      "title": .string(Redaction.text(title)),
      "body": .string(Redaction.text(body)),
      "source": .string(info.source.rawValue),
      "fetchedAt": JSONValue(number: info.fetchedAt),
      "url": JSONValue(text: info.url.map(Redaction.text)),
      "sound": .bool(hasSound),
      "priority": .string(priority.rawValue),
      "category": .string(categoryIdentifier),
    ]
  }
}

extension WorkMachine {
  /// What waits, and what runs.
  var stateValue: JSONValue {
    [
      "pending": .array(items.filter { $0.task == nil }.map(\.stateValue)),
      "running": .array(
        items.compactMap { item in
          item.task.map { task in
            [
              "run": .integer(Int64(task.number)),
              "identifier": .string(task.identifier),
              "earliestBeginDate": JSONValue(number: task.beginDate),
              "isExpired": false,
            ]
          }
        }),
      "handlers": [],
    ]
  }
}

extension WorkMachine.Item {
  fileprivate var stateValue: JSONValue {
    [
      "identifier": .string(name),
      "owner": "plugin",
      "earliestBeginDate": .integer(beginDate),
      "isReady": .bool(isReady),
    ]
  }
}
