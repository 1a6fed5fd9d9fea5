import DailyNotification
public import JSONText
public import SimulationCore

/// Collects the fields of a record as the members of a JSON object, in their order.
public struct RecordEncoder: FieldVisitor {
  /// The fields so far; a time is milliseconds since the Unix epoch, none is null.
  public private(set) var fields = JSONObject()

  private static let limits = JSONLimits(bytesMax: 16 * 1_048_576, depthMax: 1_000)

  /// An encoder that has seen no field.
  public init() {}

  /// Adds a text.
  public mutating func field(_ name: StaticString, _ value: String) {
    fields[name.description] = .string(value)
  }

  /// Adds a whole number.
  public mutating func field(_ name: StaticString, _ value: Int64) {
    fields[name.description] = .integer(value)
  }

  /// Adds a yes or no.
  public mutating func field(_ name: StaticString, _ value: Bool) {
    fields[name.description] = .bool(value)
  }

  /// Adds a time or null.
  public mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {
    fields[name.description] = JSONValue(number: epochMilliseconds)
  }

  /// Adds a JSON value; one past 16 MiB stays text.
  public mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {
    let text = text()
    let value = try? JSONParser.parse(text, limits: RecordEncoder.limits)
    fields[name.description] = value ?? .string(text)
  }
}

extension RecordPayload {
  /// The payload's fields alone.
  public var fieldsJSON: JSONObject {
    var encoder = RecordEncoder()
    visitFields(&encoder)
    return encoder.fields
  }
}

extension Record<DeviceRecord> {
  /// The record as JSON: its place, its level and kind, its own fields under `fields`.
  ///
  /// The fields have an object of their own because log lines have a field named `time` too. A log
  /// record also has the rendered `text`.
  public var json: JSONObject {
    var json = envelopeJSON
    json["fields"] = .object(payload.fieldsJSON)
    if let message = payload.logMessage { json["text"] = .string(message.text) }
    return json
  }

  /// The record's place, level and kind, without its fields.
  public var envelopeJSON: JSONObject {
    [
      "sequence": .integer(Int64(sequence)),
      "cause": JSONValue(number: cause.map(Int64.init)),
      "instant": .integer(instant.milliseconds),
      "time": .integer(wallMilliseconds),
      "level": .string(payload.level.rawValue),
      "kind": .string(payload.kind.description),
    ]
  }
}
