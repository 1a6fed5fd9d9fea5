import DailyNotification
import DeviceModel
import JSONText
import Session
import SimulationCore

/// Makes the notifications that a program has requested, as records are written.
struct BridgeObserver: SessionObserver {
  /// Whether records and plugin events are sent.
  var sendsEvents = false
  private var notifications: [[UInt8]] = []

  /// Returns the notifications since the previous call.
  mutating func takeNotifications() -> [[UInt8]] {
    guard !notifications.isEmpty else { return [] }
    defer { notifications.removeAll(keepingCapacity: true) }
    return notifications
  }

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    guard sendsEvents else { return }
    if record.payload.level >= .info {
      notify("record", BoundedRecord.json(record))
    }
    if case .plugin(.hostEvent(let event)) = record.payload {
      var data = record.payload.fieldsJSON
      data["name"] = nil
      notify(
        "pluginEvent",
        [
          "event": .string(event.name.description),
          "data": .object(data),
          "time": .integer(record.wallMilliseconds),
        ])
    }
  }

  private mutating func notify(_ method: String, _ parameters: JSONObject) {
    if let line = OutgoingLine.notification(method, parameters) { notifications.append(line) }
  }
}
