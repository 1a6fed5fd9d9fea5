import DailyNotification
import JSONText

extension AndroidParts {
  /// The alarms in the order they were set.
  func alarmValues(_ secrets: SecretNumbers) -> [JSONValue] {
    alarms.entries.map { $0.stateValue(secrets) }
  }

  /// What is shown, oldest first.
  func shadeValues(_ secrets: SecretNumbers) -> [JSONValue] {
    zip(shade.active, shade.presentations).map { $0.stateValue($1, secrets) }
  }

  /// What can be set on Android alone.
  var settingsValue: JSONValue {
    [
      "apiLevel": .integer(Int64(apiLevel)),
      "targetSdk": .integer(Int64(targetSdk)),
      "exactAlarms": .bool(exactAlarms.isGranted),
      "isStopped": .bool(install.isStopped),
      "isBackgroundRestricted": .bool(install.isRestricted),
      "isBatteryExempt": .bool(install.isBatteryExempt),
      "isHibernating": .bool(install.isHibernating),
      "standbyBucket": .string(recordedBucket.rawValue),
      "doze": .string(doze.phase.rawValue),
      "doNotDisturb": .string(doNotDisturb.rawValue),
      "channels": .array(channels.channels.map(\.stateValue)),
    ]
  }
}

extension ChannelState {
  fileprivate var stateValue: JSONValue {
    [
      "identifier": .string(identifier), "name": .string(name), "importance": .integer(importance),
      "sound": .bool(hasSound), "vibration": .bool(vibrates), "badge": .bool(showsBadge),
      "bypassDnd": .bool(bypassesDnd),
    ]
  }
}

extension AlarmMachine.Entry {
  fileprivate func stateValue(_ secrets: SecretNumbers) -> JSONValue {
    var value = alarm.payload.stateFields(secrets)
    value["identifier"] = .string(alarm.identifier)
    value["trigger"] = .integer(fireTime)
    value["isDue"] = .bool(isDue)
    value["rule"] = ["kind": "alarm", "call": .string(alarm.call.rawValue)]
    return .object(value)
  }
}

extension ActiveNotification {
  fileprivate func stateValue(
    _ presentation: Presentation, _ secrets: SecretNumbers
  ) -> JSONValue {
    var value = content.stateFields(secrets)
    value["identifier"] = .string(identifier)
    value["deliveredAt"] = .integer(shownAt)
    value["channel"] = .string(channel)
    value["presentation"] = presentation.json
    return .object(value)
  }
}

extension NotificationContent {
  /// What an alarm and a shown notification have in common.
  fileprivate func stateFields(_ secrets: SecretNumbers) -> JSONObject {
    [
      "identifier": "",
      "owner": .string(owner.rawValue),
      "purpose": .string(info.purpose.rawValue),
      "scheduleKind": .string(info.kind.rawValue),
      "scheduleId": .string(info.scheduleID),
      "plannedTime": .integer(info.plannedTime),
      "title": .string(secrets.redacted(title)),
      "body": .string(secrets.redacted(body)),
      "source": .string(info.source.rawValue),
      "fetchedAt": JSONValue(number: info.fetchedAt),
      "url": JSONValue(text: info.url.map { secrets.redacted($0) }),
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
      "owner": .string(owner.rawValue),
      "earliestBeginDate": .integer(beginDate),
      "isReady": .bool(isReady),
    ]
  }
}
