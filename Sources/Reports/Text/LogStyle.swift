import CivilTime
import PlainText
import Scenarios

/// How the lines of a phone's log are printed.
public enum LogStyle: String, Hashable, Sendable, CaseIterable {
  /// The plugin's line alone.
  case text
  /// As `adb logcat -v threadtime` prints them, with an Android phone's clock.
  case threadtime

  /// A line of the log, without its line feed.
  func line(_ line: LoggedLine) -> String {
    switch self {
    case .text: line.text
    case .threadtime: threadtime(line)
    }
  }

  /// The number of the app's first process, and how far the next ones are apart.
  private static let firstProcess = 5_310
  private static let processDistance = 211
  /// How far the number of the plugin's thread is from that of its process.
  private static let threadDistance = 32

  /// `11-15 05:42:30.118  5310  5342 I DNP-PLUGIN: [DNP-PLUGIN] status = ready`.
  private func threadtime(_ line: LoggedLine) -> String {
    let local = line.wallMilliseconds + Int64(line.offsetSeconds) * 1_000
    let time = Zone.utc.wallTime(at: local)
    let milliseconds = Int(((local % 1_000) + 1_000) % 1_000)
    let process = LogStyle.firstProcess + (line.process - 1) * LogStyle.processDistance
    let level = line.level.prefix(1).uppercased()
    return "\(two(time.date.month))-\(two(time.date.day)) \(two(time.hour)):\(two(time.minute)):"
      + "\(two(time.second)).\(padded(milliseconds, to: 3, with: "0")) "
      + "\(padded(process, to: 5, with: " ")) "
      + "\(padded(process + LogStyle.threadDistance, to: 5, with: " ")) \(level) "
      + "\(LogStyle.tag(of: line.text)): \(line.text)"
  }

  /// The tag of a line: what stands between its brackets.
  private static func tag(of text: String) -> Substring {
    guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return "DNP" }
    return text[text.index(after: text.startIndex)..<end]
  }

  private func two(_ number: Int) -> String { padded(number, to: 2, with: "0") }

  private func padded(_ number: Int, to width: Int, with filler: Character) -> String {
    let text = String(number)
    return String(repeating: filler, count: max(0, width - text.count)) + text
  }
}
