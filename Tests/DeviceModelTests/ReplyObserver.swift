import DeviceModel
import SchemaSupport
import Testing

/// Fails the test when a phone writes a reply or a log line that does not match the schemas.
struct ReplyObserver: DeviceObserver {
  private var replies: ReplyChecker

  /// Checks the records from a sequence number on.
  init(from sequence: UInt64 = 0) {
    replies = ReplyChecker(from: sequence)
  }

  mutating func eventHappened(on device: Device) {
    for finding in replies.findings(in: device.os.trace) { Issue.record("\(finding)") }
  }

  mutating func instantEnded(on device: Device) {}
}
