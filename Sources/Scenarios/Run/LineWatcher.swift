import CivilTime
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
  private var zone = Zone.utc
  private var processCount = 0

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    guard let message = record.payload.logMessage, message.level >= .info else {
      return follow(record.payload)
    }
    guard lines.count < LineWatcher.linesMax else {
      isFull = true
      return
    }
    var line = LoggedLine(record, message)
    line.offsetSeconds = zone.offsetSeconds(at: record.wallMilliseconds)
    line.process = max(1, processCount)
    lines.append(line)
  }

  /// Notes in which zone the phone is, and which process of the app runs.
  private mutating func follow(_ payload: DeviceRecord) {
    switch payload {
    case .command(.began(let configuration)): zone = configuration.zone
    case .command(.performed(.setZone(let zone))): self.zone = zone
    case .command(.performed(.shiftDST)): zone = zone.unshifted ?? zone.shifted
    case .process(.changed(.launching)): processCount += 1
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      break
    }
  }
}

extension LoggedLine {
  /// The line of a log record.
  init(_ record: Record<DeviceRecord>, _ message: LogMessage) {
    self.init(
      text: message.text, level: message.level.rawValue,
      wallMilliseconds: record.wallMilliseconds, sequence: record.sequence)
  }
}
