public import CivilTime
import DailyNotification
public import DeviceModel
public import SimulationCore

/// A record on one line: `2025-11-15 05:42:30.000 requestAdded identifier=daily_daily …`.
///
/// A log record is its line as the phone prints it. Date and time are in the given zone; times
/// in fields are ISO 8601 in UTC.
public enum RecordText {
  /// The whole line.
  public static func line(_ record: Record<DeviceRecord>, zone: Zone = .utc) -> String {
    let date = zone.date(at: record.wallMilliseconds).text
    return "\(date) \(timeOfDay(record.wallMilliseconds, zone)) \(body(record.payload))"
  }

  /// The record without its time.
  public static func body(_ payload: DeviceRecord) -> String {
    if let message = payload.logMessage { return message.text }
    var fields = FieldText(text: payload.kind.description)
    payload.visitFields(&fields)
    return fields.text
  }

  /// The wall time of day in the zone: `05:42:30.000`.
  public static func timeOfDay(_ wallMilliseconds: Int64, _ zone: Zone) -> String {
    zone.wallTime(at: wallMilliseconds).timeText(.milliseconds)
  }
}

/// Appends ` name=value` for each field.
private struct FieldText: FieldVisitor {
  var text: String

  mutating func field(_ name: StaticString, _ value: String) {
    append(name, value.contains(" ") || value.isEmpty ? "\"\(value)\"" : value)
  }

  mutating func field(_ name: StaticString, _ value: Int64) { append(name, String(value)) }

  mutating func field(_ name: StaticString, _ value: Bool) { append(name, String(value)) }

  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {
    append(name, epochMilliseconds.map(ISO8601.text) ?? "none")
  }

  mutating func number(_ name: StaticString, _ value: Int64?) {
    append(name, value.map { String($0) } ?? "none")
  }

  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {
    append(name, text())
  }

  private mutating func append(_ name: StaticString, _ value: String) {
    text += " \(name)=\(value)"
  }
}
