import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Lines
import PlainText
import Scenarios
import SimulationCore

/// A record in full: its line, its fields, its chain of causes and what came of it.
enum RecordPage {
  /// How far back the causes are followed.
  static let causesMax = 12
  /// How many records are listed that came of one.
  static let effectsMax = 12

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
    var links: [Int: UInt64] = [:]
    addCauses(of: record, os, zones, &lines, &links)
    addEffects(of: record, os, zones, &lines, &links)
    return Page(
      title: "Record \(record.sequence)", lines: lines, record: record.sequence, links: links)
  }

  /// The page of a line whose record the trace has dropped: what the log still has of it.
  static func page(
    ofDropped line: Int, _ log: LogPane, _ os: OperatingSystem, _ zones: ZoneHistory
  ) -> Page {
    let zone = zones.zone(at: UInt64(line))
    let time = log.store.time(of: line) ?? 0
    let level = LogLevel(number: log.store.kind(of: line)?.level ?? 0)
    return Page(
      title: "Record \(line)",
      lines: [
        "\(ClockText.date(time, zone)) \(RecordText.timeOfDay(time, zone)) \(zone.identifier)",
        "level \(level.rawValue)", "", log.text(of: line, os.trace), "",
        "The trace keeps the latest \(os.trace.capacity) records and no longer has this one: "
          + "its fields and causes are gone.",
      ])
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

  private static func addCauses(
    of record: Record<DeviceRecord>, _ os: OperatingSystem, _ zones: ZoneHistory,
    _ lines: inout [String], _ links: inout [Int: UInt64]
  ) {
    lines.append("Came from")
    var cause = record.cause
    if cause == nil { lines.append("  nothing: it is where a chain begins") }
    var count = 0
    while let sequence = cause, count < causesMax {
      guard let record = os.trace.record(sequence) else {
        lines.append("  record \(sequence), which the trace no longer holds")
        return
      }
      links[lines.count] = sequence
      lines.append(line(of: record, zones))
      cause = record.cause
      count += 1
    }
  }

  private static func addEffects(
    of record: Record<DeviceRecord>, _ os: OperatingSystem, _ zones: ZoneHistory,
    _ lines: inout [String], _ links: inout [Int: UInt64]
  ) {
    var found: [UInt64] = []
    var count = 0
    os.trace.forEach(from: record.sequence + 1) { other in
      guard other.cause == record.sequence else { return }
      count += 1
      if found.count < effectsMax { found.append(other.sequence) }
    }
    guard count > 0 else { return }
    lines += ["", "Led to"]
    for sequence in found {
      guard let record = os.trace.record(sequence) else { continue }
      links[lines.count] = sequence
      lines.append(line(of: record, zones))
    }
    if count > found.count { lines.append("  … and \(count - found.count) more") }
  }

  private static func line(of record: Record<DeviceRecord>, _ zones: ZoneHistory) -> String {
    let time = RecordText.timeOfDay(record.wallMilliseconds, zones.zone(at: record.sequence))
    return "  \(time) #\(record.sequence) "
      + LogText.line(record.payload).shortened(bytesMax: 200)
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
