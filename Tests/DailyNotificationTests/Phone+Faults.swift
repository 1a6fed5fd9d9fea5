import Testing

@testable import DailyNotification
@testable import DeviceModel

/// What a call does when one of its writes fails.
extension Phone {
  /// Makes the same call again and again on new phones, and fails its first write, then its second,
  /// and so on until there is none left to fail.
  ///
  /// The last run, whose fault never happens, shows the call as it is without faults.
  /// - Returns: how many writes failed, one a run.
  @discardableResult
  static func expectEachWriteToFail(
    _ run: (_ number: Int) throws -> Phone, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    for number in 1...40 where try run(number).faults.isEmpty { return number - 1 }
    Issue.record("the call has more than 40 writes", sourceLocation: sourceLocation)
    return 40
  }

  /// True if the failed write was one without which the call must be rejected; the snapshot is a
  /// copy of what is stored elsewhere.
  var isNeededWriteMissing: Bool {
    faults.contains { $0 != StorageKey.scheduleSnapshot.name }
  }

  /// How many writes the phone itself has failed.
  var writesFailed: Int {
    payloads.count { if case .storage(.writeFailed) = $0 { true } else { false } }
  }
}
