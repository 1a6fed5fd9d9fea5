import DeviceModel
import Session
import SimulationCore

/// What a scenario's run keeps of its records.
struct RunObserver: SessionObserver {
  /// The log lines that expectations look at.
  var lines = LineWatcher()
  /// The records that expectations look at.
  var kept = KeptRecords()
  /// What the picture of the run shows.
  var recorder = TimelineRecorder()
  /// The whole trace, when somebody wants it.
  var collector: TraceCollector?

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    lines.recordWritten(record)
    kept.recordWritten(record)
    recorder.recordWritten(record)
    collector?.recordWritten(record)
  }

  mutating func eventHappened(on device: borrowing Device) {
    recorder.eventHappened(on: device)
    collector?.eventHappened(on: device)
  }
}
