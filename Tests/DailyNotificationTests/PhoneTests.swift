import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A phone of the tests")
struct PhoneTests {
  @Test("fails its test when an invariant does not hold")
  func violation() throws {
    let phone = try Phone()
    try phone.schedule()
    // Plugin code that leaves a request without its schedule.
    phone.device.withPlugin { plugin, os in
      plugin.resumed(on: &os)
      os.storage.removeSchedule("daily", kind: "DAILY")
    }
    try withKnownIssue {
      try phone.perform(.background)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("invariant ") }
    }
  }
}
