import DailyNotification
public import DeviceModel
public import JSONText
public import SimulationCore

extension Record<DeviceRecord> {
  /// The log event that the record holds: time, level, category, event and fields.
  ///
  /// Nil for any other record. In the record's own JSON the event is among the fields.
  public var logEvent: JSONValue? {
    guard let line = payload.logMessage?.line else { return nil }
    var fields = payload.fieldsJSON
    let event = fields["event"] ?? .null
    fields["event"] = nil
    return [
      "time": .integer(wallMilliseconds), "level": .string(payload.level.rawValue),
      "category": .string(line.category.rawValue), "event": event, "fields": .object(fields),
    ]
  }
}
