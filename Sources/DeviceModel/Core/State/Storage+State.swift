import DailyNotification
import JSONText

extension DeviceStorage {
  /// Everything that survives the process; a key without a value is null.
  func stateObject(_ secrets: SecretNumbers) -> JSONObject {
    [
      "values": .object(
        JSONObject(StorageKey.allCases.map { ($0.name, value($0)?.stateValue(secrets) ?? .null) })),
      "schedules": .array(schedules.map { $0.stateValue(secrets) }),
      "ledger": .array(ledger.map(\.stateValue)),
      "contents": .array(contents.map { $0.stateValue(secrets) }),
      "history": .array(historyValues(secrets)),
      "isFull": .bool(isFull),
      "failingWrites": .integer(Int64(failingWrites)),
      "writesBeforeFailing": .integer(Int64(writesBeforeFailing)),
    ]
  }
}

extension DeviceStorage {
  /// Deliveries and misses, in the order of the occurrences they stand for.
  private func historyValues(_ secrets: SecretNumbers) -> [JSONValue] {
    let rows =
      history.map { ($0.plannedTime, $0.stateValue(secrets)) }
      + misses.map { ($0.plannedTime, $0.stateValue) }
    // Sorting keeps the order of what stands for the same time.
    return rows.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }
}

extension StoredValue {
  func stateValue(_ secrets: SecretNumbers) -> JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .text(let text): .string(secrets.redacted(document: text))
    case .snapshot(let snapshot): snapshot.json
    }
  }
}

extension ScheduleRow {
  /// The thirteen persisted fields, then what belongs to the kind of schedule.
  fileprivate func stateValue(_ secrets: SecretNumbers) -> JSONValue {
    [
      "alarm_id": .string(id),
      "trigger_time": .integer(triggerTime),
      "repeat_rule": .string(repeatRule),
      "channel_id": .string(channelID),
      "priority": .string(priority),
      "title": .string(secrets.redacted(title)),
      "body": .string(secrets.redacted(body)),
      "sound_enabled": .bool(isSoundEnabled),
      "vibration_enabled": .bool(isVibrationEnabled),
      "payload": JSONValue(text: payload.map(secrets.redacted(document:))),
      "created_at": .integer(createdAt),
      "updated_at": .integer(updatedAt),
      "enabled": .bool(isEnabled),
      "kind": .string(kind),
      "time": .string(time),
      "timezone": JSONValue(text: timezone),
      "revision": .integer(revision),
      "wallMinute": .integer(wallMinute),
      "plannedZone": .string(plannedZone),
      "leadMinutes": JSONValue(integerOrNull: leadMinutes),
      "rolloverIntervalMinutes": JSONValue(integerOrNull: rollover?.minutes),
    ]
  }
}

extension LedgerRow {
  /// What is armed, as wall minutes and instants.
  fileprivate var stateValue: JSONValue {
    [
      "kind": .string(kind.rawValue),
      "scheduleId": .string(scheduleID),
      "revision": .integer(revision),
      "timezone": JSONValue(text: timezone),
      "settledThrough": .integer(settledThrough),
      "settledTime": .integer(settledTime),
      "settledBeyond": .array(settledBeyond.map { .integer($0) }),
      "skipped": .array(skipped.map { .integer($0) }),
      "isUntouched": .bool(isUntouched),
      "repeatsFrom": JSONValue(integerOrNull: repeatsFrom),
      "repeatingRequest": JSONValue(integerOrNull: repeatingRequest),
      "lastShownAt": JSONValue(integerOrNull: lastShownAt),
      "clockOrigin": JSONValue(integerOrNull: clockOrigin),
      "onItsWay": JSONValue(integerOrNull: onItsWay),
      "perhapsShownThrough": JSONValue(integerOrNull: perhapsShownThrough),
      "armed": .array(
        armed.map {
          [
            "wallMinute": .integer($0.wallMinute),
            "plannedTime": .integer($0.plannedTime),
            "isWithdrawn": .bool($0.isWithdrawn),
          ]
        }),
    ]
  }
}

extension ContentRow {
  /// The row, its bytes as text; bytes that are no UTF-8 are null and only counted.
  func stateValue(_ secrets: SecretNumbers) -> JSONValue {
    [
      "kind": .string(kind.rawValue),
      "scheduledFor": .integer(scheduledFor),
      "bytes": JSONValue(
        text: String(validating: bytes, as: UTF8.self).map(secrets.redacted(document:))),
      "byteCount": .integer(Int64(bytes.count)),
      "fetchedAt": .integer(fetchedAt),
      "etag": JSONValue(text: etag),
      "identity": JSONValue(text: identity),
      "hash": .string(hash),
      "source": .string(source.rawValue),
    ]
  }
}

extension HistoryRow {
  fileprivate func stateValue(_ secrets: SecretNumbers) -> JSONValue {
    [
      "kind": .string(kind.rawValue),
      "scheduleId": .string(scheduleID),
      "outcome": "delivered",
      "plannedTime": .integer(plannedTime),
      "certainty": .string(certainty.rawValue),
      "deliveredAt": .integer(deliveredAt),
      "title": .string(secrets.redacted(title)),
      "body": .string(secrets.redacted(body)),
      "url": JSONValue(text: url.map { secrets.redacted($0) }),
      "source": .string(source.rawValue),
    ]
  }
}

extension MissedNotification {
  /// The row with `outcome` missed: when it was found, why it is missing and how certainly.
  fileprivate var stateValue: JSONValue {
    [
      "kind": .string(kind.rawValue),
      "scheduleId": .string(id),
      "outcome": "missed",
      "plannedTime": .integer(plannedTime),
      "detectedAt": .integer(detectedTime),
      "reason": .string(reason.rawValue),
      "certainty": .string(certainty.rawValue),
    ]
  }
}
