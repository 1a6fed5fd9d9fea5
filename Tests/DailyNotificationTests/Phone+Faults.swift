import Testing

@testable import DailyNotification
@testable import DeviceModel

/// Write failures during a call.
extension Phone {
  /// Makes the same call on one new phone after another, and fails its first write, then its
  /// second, and so on until the call makes no more writes.
  ///
  /// In the last run no write fails, so it shows the call without faults.
  /// - Returns: The number of writes that failed, one per run.
  @discardableResult
  static func expectEachWriteToFail(
    _ run: (_ number: Int) throws -> Phone, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    for number in 1...40 where try run(number).faults.isEmpty { return number - 1 }
    Issue.record("the call has more than 40 writes", sourceLocation: sourceLocation)
    return 40
  }

  /// Whether the call must be rejected when this write fails.
  ///
  /// The snapshot is a copy of other stored data, so losing it does not matter. Without the mark of
  /// the ledger, less is certain, and it is written again with the next row.
  var isNeededWriteMissing: Bool {
    faults.contains {
      // What others have armed is written again at the next entry.
      $0 != StorageKey.scheduleSnapshot.name && $0 != StorageKey.ledgerComplete.name
        && $0 != "ledger of other"
    }
  }

  /// The number of requests that the system did not retain.
  var requestsDropped: Int {
    payloads.count { if case .request(.dropped) = $0 { true } else { false } }
  }

  /// The number of writes that the phone itself has failed.
  var writesFailed: Int {
    payloads.count { if case .storage(.writeFailed) = $0 { true } else { false } }
  }
}
