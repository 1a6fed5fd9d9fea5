import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import PlainText
import Scenarios
import SimulationCore

/// A record in full: its line, its fields and its chain of causes.
enum RecordPage {
  /// How far back the causes are followed.
  static let causesMax = 12

  static func page(
    _ record: Record<DeviceRecord>, _ os: OperatingSystem, _ zones: ZoneHistory
  ) -> Page {
    let zone = zones.zone(at: record.sequence)
    let level = LogText.level(record.payload).rawValue
    var lines = [
      "\(ClockText.date(record.wallMilliseconds, zone)) "
        + "\(RecordText.timeOfDay(record.wallMilliseconds, zone)) \(zone.identifier)"
        + ", \(record.instant.milliseconds) ms into the run",
      "level \(level), kind \(record.payload.kind)", "", heading(record.payload), "",
    ]
    lines += fields(record)
    lines += causes(of: record, os, zones)
    return Page(title: "Record \(record.sequence)", lines: lines)
  }

  /// The line; what a button showed follows it among the fields, over several lines.
  private static func heading(_ payload: DeviceRecord) -> String {
    if case .plugin(.shown(let what, _)) = payload { return "← \(LogText.name(ofShown: what))" }
    return LogText.line(payload)
  }

  private static func fields(_ record: Record<DeviceRecord>) -> [String] {
    var visitor = FieldLines()
    record.payload.visitFields(&visitor)
    return visitor.lines.isEmpty ? [] : ["Fields"] + visitor.lines + [""]
  }

  private static func causes(
    of record: Record<DeviceRecord>, _ os: OperatingSystem, _ zones: ZoneHistory
  ) -> [String] {
    var lines = ["Came from"]
    var cause = record.cause
    while let sequence = cause, lines.count <= causesMax {
      guard let record = os.trace.record(sequence) else {
        lines.append("  record \(sequence), which the trace no longer holds")
        break
      }
      let time = RecordText.timeOfDay(record.wallMilliseconds, zones.zone(at: sequence))
      lines.append(
        "  \(time) #\(sequence) \(LogText.line(record.payload).shortened(bytesMax: 200))")
      cause = record.cause
    }
    if lines.count == 1 { lines.append("  nothing: it is where a chain begins") }
    return lines
  }
}

/// The fields of a record, a line each; times as ISO 8601, JSON over several lines.
private struct FieldLines: FieldVisitor {
  var lines: [String] = []

  mutating func field(_ name: StaticString, _ value: String) {
    lines.append("  \(name): \(value)")
  }

  mutating func field(_ name: StaticString, _ value: Int64) { field(name, String(value)) }

  mutating func field(_ name: StaticString, _ value: Bool) { field(name, value ? "yes" : "no") }

  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {
    field(name, epochMilliseconds.map(ISO8601.text) ?? "none")
  }

  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {
    let text = text()
    guard let value = try? JSONParser.parse(text) else { return field(name, text) }
    let rows = value.prettyText.split(separator: "\n").map(String.init)
    field(name, rows.first ?? "")
    lines += rows.dropFirst().map { "  " + $0 }
  }
}
