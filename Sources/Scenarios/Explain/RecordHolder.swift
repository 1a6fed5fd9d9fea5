import DeviceModel
import SimulationCore

/// Holds the records of a run.
struct RecordHolder: Sendable {
  /// The maximum number of records held at once.
  static let recordsMax = 2_000_000

  private(set) var records: [Record<DeviceRecord>] = []
  /// Whether there were more records than the limit; they are not held.
  private(set) var isFull = false
  private let heldMax: Int

  init(heldMax: Int = RecordHolder.recordsMax) {
    self.heldMax = heldMax
  }

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    if records.count < heldMax {
      records.append(record)
    } else {
      isFull = true
    }
  }

  /// Returns the held records and removes them.
  mutating func takeRecords() -> [Record<DeviceRecord>] {
    defer { records.removeAll() }
    return records
  }
}
