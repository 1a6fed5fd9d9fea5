import DeviceModel
import Session
import SimulationCore

/// What a scenario's run keeps of its records.
struct RunObserver: SessionObserver {
  /// The log lines for expectations.
  var lines = LineWatcher()
  /// The records for expectations.
  var kept = KeptRecords()
  /// Collects the timeline of the run.
  var recorder = TimelineRecorder()
  /// Collects the whole trace, if it is needed.
  var collector: TraceCollector?

  /// Observes what both systems are compared by, if that is needed.
  var parity: ParityWatch?

  /// Collects what records do not contain, so that the run can be explained from its trace.
  static var explaining: RunObserver {
    var observer = RunObserver()
    observer.collector = TraceCollector(heldMax: 0)
    return observer
  }

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    lines.recordWritten(record)
    kept.recordWritten(record)
    recorder.recordWritten(record)
    collector?.recordWritten(record)
    parity?.recordWritten(record)
  }

  mutating func eventHappened(on device: Device) {
    recorder.eventHappened(on: device)
    collector?.eventHappened(on: device)
  }
}
