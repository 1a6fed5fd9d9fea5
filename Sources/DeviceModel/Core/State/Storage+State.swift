import DailyNotification
import JSONText

extension DeviceStorage {
  /// Everything that survives the process; a key without a value is null.
  var stateObject: JSONObject {
    [
      "values": .object(
        JSONObject(StorageKey.allCases.map { ($0.name, value($0)?.stateValue ?? .null) })),
      "schedules": .array(schedules.map(\.stateValue)),
      "contents": .array(contents.map(\.stateValue)),
      "history": .array(history.map(\.stateValue)),
      "isFull": .bool(isFull),
      "failingWrites": .integer(Int64(failingWrites)),
    ]
  }
}

extension StoredValue {
  var stateValue: JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .text(let text): .string(StoredValue.withoutSecrets(text))
    case .snapshot(let snapshot): snapshot.json
    }
  }

  /// A stored text without secrets; where it is JSON, its members are looked at by name.
  private static func withoutSecrets(_ text: String) -> String {
    guard text.hasPrefix("{"), let value = try? JSONParser.parse(text) else {
      return Redaction.text(text)
    }
    return Redaction.value(value).canonicalText
  }
}

extension ScheduleRow {
  /// The thirteen persisted fields, then what belongs to the kind of schedule.
  fileprivate var stateValue: JSONValue {
    [
      "alarm_id": .string(id),
      "trigger_time": .integer(triggerTime),
      "repeat_rule": .string(repeatRule),
      "channel_id": .string(channelID),
      "priority": .string(priority),
      "title": .string(Redaction.text(title)),
      "body": .string(Redaction.text(body)),
      "sound_enabled": .bool(isSoundEnabled),
      "vibration_enabled": .bool(isVibrationEnabled),
      "payload": JSONValue(text: payload),
      "created_at": .integer(createdAt),
      "updated_at": .integer(updatedAt),
      "enabled": .bool(isEnabled),
      "kind": .string(kind),
      "time": .string(time),
      "timezone": JSONValue(text: timezone),
      "armedThrough": .integer(armedThrough),
      "wallMinute": .integer(wallMinute),
      "plannedZone": .string(plannedZone),
      "leadMinutes": JSONValue(integerOrNull: leadMinutes),
    ]
  }
}

extension ContentRow {
  /// The row, its bytes as text; bytes that are no UTF-8 are null and only counted.
  var stateValue: JSONValue {
    [
      "kind": .string(kind.rawValue),
      "scheduledFor": .integer(scheduledFor),
      "bytes": JSONValue(text: String(validating: bytes, as: UTF8.self).map(Redaction.text)),
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
  fileprivate var stateValue: JSONValue {
    [
      "kind": .string(kind.rawValue),
      "scheduleId": .string(scheduleID),
      "plannedTime": .integer(plannedTime),
      "deliveredAt": .integer(deliveredAt),
      "title": .string(Redaction.text(title)),
      "body": .string(Redaction.text(body)),
      "url": JSONValue(text: url),
      "source": .string(source.rawValue),
    ]
  }
}
