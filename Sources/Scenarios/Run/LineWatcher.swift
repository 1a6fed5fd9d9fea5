import DailyNotification
import DeviceModel
import Session
import SimulationCore

/// Collects the log lines at info and above.
struct LineWatcher: SessionObserver {
  /// The maximum number of lines kept.
  static let linesMax = 20_000

  private(set) var lines: [LoggedLine] = []
  /// Whether a line was written beyond the limit; it is not kept.
  private(set) var isFull = false

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    guard let message = record.payload.logMessage, message.line.level >= .info else { return }
    guard lines.count < LineWatcher.linesMax else {
      isFull = true
      return
    }
    lines.append(LoggedLine(record, message))
  }
}

extension LoggedLine {
  /// The line of a log record.
  init(_ record: Record<DeviceRecord>, _ message: LogMessage) {
    self.init(
      text: message.text, level: message.line.level.rawValue,
      wallMilliseconds: record.wallMilliseconds, sequence: record.sequence)
  }
}
