import DailyNotification
import DeviceLogs
import Lines

/// What a view shows of a device's log: each line as it is in the file.
struct DeviceLogContent: LogContent {
  let log: DeviceLog
  let isLoading: Bool

  func text(of line: Int) -> String { log.text(of: line) }

  /// The line number, in place of a time, which the line itself has.
  func stamps(of lines: [Int], columns: Int) -> [String]? {
    guard log.pane.showsTimes else { return nil }
    let width = String(log.pane.store.end).count
    return lines.map { line in
      let number = String(line + 1)
      return String(repeating: " ", count: max(0, width - number.count)) + number
    }
  }

  func letter(of line: Int) -> (text: String, role: Role)? { nil }

  func badge(before line: Int, after previous: Int?) -> String? { nil }

  func role(of line: Int) -> Role {
    guard let kind = log.pane.store.kind(of: line) else { return .text }
    let level = LogLevel(number: kind.level)
    if level >= .warning { return level.role }
    return log.pane.topics.topic(kind.category) == nil || level == .debug ? .dim : .text
  }

  func tag(in text: String, of line: Int) -> (range: Range<Int>, role: Role)? {
    guard let kind = log.pane.store.kind(of: line), kind.level < LogLevel.warning.number,
      let topic = log.pane.topics.topic(kind.category), let category = topic.category,
      let prefix = TextPattern(category.prefix),
      let tag = TextPattern(String(category.prefix.dropFirst().dropLast()))
    else { return nil }
    let range = prefix.ranges(in: text).first ?? tag.ranges(in: text).first
    return range.map { ($0, topic.role) }
  }

  var nothing: String {
    if log.pane.store.count == 0 { return isLoading ? "reading …" : "The log is empty." }
    return "No line passes the filter (\(log.pane.filterText)). "
      + "\(log.pane.bindings.text(of: .log(.filter))) changes the text, "
      + "\(log.pane.bindings.text(of: .log(.cycleLevel))) the level."
  }

  var hasFindings: Bool { !log.findingsByLine.isEmpty || !log.evidenceByLine.isEmpty }

  func finding(at line: Int) -> (text: String, role: Role)? {
    guard let findings = log.findingsByLine[line] else {
      return log.evidenceByLine[line].map { _ in ("◇", .pending) }
    }
    return findings.contains { $0.severity == .error } ? ("✗", .error) : ("▲", .warning)
  }
}
