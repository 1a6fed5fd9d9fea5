import DailyNotification
import DeviceModel
import History
import Session
import SimulationCore

/// What an interactive run keeps of its records: the number of log lines, and what happened.
struct InteractiveObserver: SessionObserver {
  /// The number of log lines at info and above.
  private(set) var lineCount = 0
  /// What happened on the phone.
  private(set) var history = PhoneHistory()

  /// Starts with a new phone.
  init() {}

  /// Continues the observation of a scenario's run.
  init(_ observer: RunObserver) {
    lineCount = observer.lines.lines.count
    history = observer.history
  }

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    if let message = record.payload.logMessage, message.level >= .info { lineCount += 1 }
    history.recordWritten(record)
  }

  mutating func eventHappened(on device: Device) {
    history.eventHappened(on: device)
  }
}
