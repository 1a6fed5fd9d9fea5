import DailyNotification
import Testing

@testable import DeviceModel

/// A bug of the plugin's history as it is planted, the scenario that catches it and where.
struct KnownBug: Sendable, CustomTestStringConvertible {
  /// The number of the regression scenario, from 1 to 28.
  let number: Int
  /// The scenario's name; its file stands in `assets/scenarios/known-bugs`.
  let name: String
  /// The phone on which the bug is planted.
  let platform: DevicePlatform
  /// Where the scenario then fails: the label of the step, or `invariant` and a number.
  let failure: String
  /// The invariants that break before the run ends, by number.
  var invariants: Set<Int> = []
  /// What of the app or the phone is wrong from the start.
  var configure: @Sendable (inout DeviceConfiguration) -> Void = { _ in }
  /// What the misbehaving plugin does after a record has been written.
  var misbehave: @Sendable (inout Device, DeviceRecord) -> Void = { _, _ in }

  /// All of them, those of Android first.
  static let all = android + ios + ofOtherVersions

  /// The scenario's file.
  var path: String { "assets/scenarios/known-bugs/\(name).yaml" }

  var testDescription: String { "\(name) on \(platform.rawValue)" }
}

extension DeviceRecord {
  /// The method of the call that was answered with a value; nil for any other record.
  var answeredMethod: String? {
    guard case .plugin(.replied(let call, .value)) = self else { return nil }
    return call.method
  }

  /// Whether the app was told that the phone has started and is unlocked.
  var isBootCompleted: Bool {
    guard case .android(.broadcast(.bootCompleted, _)) = self else { return false }
    return true
  }

  /// Whether the person did this.
  func isCommand(_ command: Command) -> Bool {
    guard case .command(.performed(command)) = self else { return false }
    return true
  }
}

extension Device {
  /// The plugin notes everything up to a time as accounted for, in ms since the Unix epoch.
  mutating func forgetOccurrences(through time: Int64) {
    for var row in os.storage.ledger {
      guard let last = row.armed.last(where: { $0.plannedTime <= time }) else { continue }
      row.settledThrough = last.wallMinute
      row.settledTime = last.plannedTime
      row.isUntouched = false
      row.armed.removeAll { $0.plannedTime <= time }
      os.storage.write(row)
    }
  }

  /// A pending request of an iPhone goes without a trace.
  mutating func loseRequest(_ identifier: String) {
    if let lost = os.center.remove(identifier) { os.cancel(lost.token) }
  }
}
