import DailyNotification
import DeviceModel
import Session
import SimulationCore

/// What an interactive run keeps of its records: a count of log lines, and what can be drawn.
struct InteractiveObserver: SessionObserver {
  /// How many log lines at info and above there were.
  private(set) var lineCount = 0
  /// What the picture of the run shows.
  private(set) var recorder = TimelineRecorder()

  /// Begins with a new phone.
  init() {}

  /// Goes on with what the observer of a scenario's run has seen.
  init(_ observer: RunObserver) {
    lineCount = observer.lines.lines.count
    recorder = observer.recorder
  }

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    if let message = record.payload.logMessage, message.line.level >= .info { lineCount += 1 }
    recorder.recordWritten(record)
  }

  mutating func eventHappened(on device: borrowing Device) {
    recorder.eventHappened(on: device)
  }
}
