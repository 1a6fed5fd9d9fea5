import DailyNotification
import DeviceModel
import History
import JSONText
import Session
import SimulationCore

/// Makes the notifications that a program has requested, as records are written.
struct BridgeObserver: SessionObserver {
  /// Whether records and plugin events are sent.
  var sendsEvents = false
  /// What happened on the phone.
  private(set) var history = PhoneHistory()
  private var notifications: [[UInt8]] = []
  /// The record that comes next if none is dropped.
  private var next: UInt64?

  /// Returns the notifications since the previous call.
  mutating func takeNotifications() -> [[UInt8]] {
    guard !notifications.isEmpty else { return [] }
    defer { notifications.removeAll(keepingCapacity: true) }
    return notifications
  }

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    defer { next = record.sequence + 1 }
    history.recordWritten(record)
    guard sendsEvents else { return }
    if let next, record.sequence > next {
      let dropped: JSONObject = [
        "from": .integer(Int64(next)), "count": .integer(Int64(record.sequence - next)),
      ]
      notify("recordsDropped", dropped)
    }
    if record.payload.level >= .info {
      notify("record", BoundedRecord.json(record))
    }
    if case .plugin(.hostEvent(let event)) = record.payload {
      var data = record.payload.fieldsJSON
      data["name"] = nil
      notify(
        "pluginEvent",
        [
          "event": .string(event.name.rawValue),
          "data": .object(data),
          "time": .integer(record.wallMilliseconds),
        ])
    }
  }

  mutating func eventHappened(on device: Device) { history.eventHappened(on: device) }

  private mutating func notify(_ method: String, _ parameters: JSONObject) {
    if let line = OutgoingLine.notification(method, parameters) { notifications.append(line) }
  }
}
