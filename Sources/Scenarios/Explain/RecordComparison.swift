import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// A difference between two records in one part.
public struct FieldDifference: Hashable, Sendable {
  /// `instant`, `time`, `cause`, `kind`, `level`, or `fields.` and a field's name.
  public let name: String
  /// The first record's value; nil when it has no such field.
  public let a: String?
  /// The second record's value; nil when it has no such field.
  public let b: String?

  /// Creates a difference.
  public init(_ name: String, _ a: String?, _ b: String?) {
    self.name = name
    self.a = a
    self.b = b
  }
}

/// Compares everything in records that the trace hash covers, and their level.
enum RecordComparison {
  static func isEqual(_ a: Record<DeviceRecord>, _ b: Record<DeviceRecord>) -> Bool {
    a.instant == b.instant && a.wallMilliseconds == b.wallMilliseconds && a.cause == b.cause
      && a.payload.kind.description == b.payload.kind.description
      && a.payload.level == b.payload.level
      && RecordFields(a.payload) == RecordFields(b.payload)
  }

  /// All parts that differ; fields are compared only between records of the same kind.
  static func differences(
    _ a: Record<DeviceRecord>, _ b: Record<DeviceRecord>
  ) -> [FieldDifference] {
    let (left, right) = (envelope(a), envelope(b))
    var found = zip(left, right).filter { $0.value != $1.value }
      .map { FieldDifference($0.name, $0.value, $1.value) }
    if a.payload.kind.description == b.payload.kind.description {
      found += fields(RecordFields(a.payload), RecordFields(b.payload))
    }
    return found
  }

  private static func envelope(
    _ record: Record<DeviceRecord>
  ) -> [(name: String, value: String)] {
    [
      ("instant", "\(record.instant.milliseconds) ms"),
      ("time", ISO8601.text(record.wallMilliseconds)),
      ("cause", record.cause.map { "#\($0)" } ?? "none"),
      ("kind", record.payload.kind.description),
      ("level", record.payload.level.rawValue),
    ]
  }

  private static func fields(_ a: RecordFields, _ b: RecordFields) -> [FieldDifference] {
    let added = b.list.filter { a[$0.name] == nil }.map(\.name)
    return (a.list.map(\.name) + added).compactMap { name in
      let (left, right) = (a[name], b[name])
      return left == right ? nil : FieldDifference("fields.\(name)", left?.text, right?.text)
    }
  }
}
