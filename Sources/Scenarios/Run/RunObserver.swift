import DeviceModel
import History
import Session
import SimulationCore

/// What a scenario's run keeps of its records.
struct RunObserver: SessionObserver {
  /// The log lines for expectations.
  var lines = LineWatcher()
  /// The records for expectations.
  var kept = KeptRecords()
  /// What happened on the phone.
  var history = PhoneHistory()
  /// Holds the records, if they are needed.
  var holder: RecordHolder?

  /// Observes what both systems are compared by, if that is needed.
  var parity: ParityWatch?

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    lines.recordWritten(record)
    kept.recordWritten(record)
    history.recordWritten(record)
    holder?.recordWritten(record)
    parity?.recordWritten(record)
  }

  mutating func eventHappened(on device: Device) {
    history.eventHappened(on: device)
  }
}
