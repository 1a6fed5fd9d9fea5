import DailyNotification
import DeviceModel
import Invariants

/// Checks the invariants of a phone in a test and keeps the replies as their callers received them.
struct PhoneWatch: DeviceObserver {
  private(set) var checker = InvariantChecker()
  private(set) var replies: [Int: PluginReply] = [:]

  /// Reads the replies of the latest event, whoever made it happen.
  mutating func readReplies(of device: Device) {
    for end in device.os.endedCalls { replies[end.call] = end.original }
  }

  mutating func eventHappened(on device: Device) {
    readReplies(of: device)
    checker.eventHappened(on: device)
  }

  mutating func instantEnded(on device: Device) { checker.instantEnded(on: device) }
}
