import DailyNotification
import DeviceLogs
import JSONText
import Lines

/// A line of a device's log in full: what profiles find wrong with it, and the whole text.
enum DeviceLogPage {
  static func page(_ line: Int, _ log: DeviceLog) -> Page {
    let kind = log.pane.store.kind(of: line)
    let rows = log.pane.topics.rows
    let writer = kind.flatMap { rows.indices.contains($0.category) ? rows[$0.category].name : nil }
    let level = LogLevel(number: kind?.level ?? 0)
    var lines = ["level \(level.rawValue), \(writer ?? "no program named")", ""]
    for finding in log.findingsByLine[line] ?? [] {
      let sign = finding.severity == .error ? "✗" : "▲"
      lines += ["\(sign) \(finding.kind.words): \(finding.text)", ""]
    }
    if let means = log.evidenceByLine[line] { lines += ["◇ \(means)", ""] }
    let text = log.pane.store.text(of: line)
    if let value = try? JSONParser.parse(text.hasSuffix(",") ? String(text.dropLast()) : text),
      !(value.isNull)
    {
      lines += value.prettyText.split(separator: "\n").map(String.init)
    } else {
      lines.append(text)
    }
    return Page(title: "Line \(line + 1)", lines: lines)
  }
}
