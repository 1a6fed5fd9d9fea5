import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Scenarios
import Testing

@Suite("Control table")
struct ControlTableTests {
  @Test("labels and ids are unique, and every label is found")
  func unique() {
    let rows = ControlTable.rows
    #expect(Set(rows.map(\.label)).count == rows.count)
    #expect(Set(rows.map(\.id)).count == rows.count)
    for row in rows { #expect(ControlTable.control(labelled: row.label) == row) }
  }

  @Test("every built call has one button")
  func calls() {
    let methods = ControlTable.rows.compactMap { row -> PluginMethod? in
      if case .call(let method, _) = row.action { method } else { nil }
    }
    #expect(methods.count == PluginMethod.allCases.count)
    #expect(Set(methods) == Set(PluginMethod.allCases))
  }

  @Test("every button but the export makes a command on a new phone")
  func commands() {
    let device = Device()
    for row in ControlTable.rows {
      #expect((row.command(on: device.os) == nil) == (row.action == .exportResults), "\(row.label)")
    }
  }

  @Test(
    "the test time is now rounded up to a minute and ten minutes, by the phone's clock",
    arguments: [
      ("2025-11-15T05:42:30Z", "UTC", "05:53"), ("2025-11-15T05:42:00Z", "UTC", "05:52"),
      ("2025-11-15T05:42:00.001Z", "UTC", "05:53"), ("2025-11-15T23:55:00Z", "UTC", "00:05"),
      ("2025-11-15T05:42:30Z", "Asia/Kathmandu", "11:38"),
    ])
  func testTime(start: String, zone: String, time: String) throws {
    var configuration = DeviceConfiguration()
    configuration.startMilliseconds = try #require(ISO8601.parse(start))
    configuration.zone = try Zone(identifier: zone)
    let device = Device(configuration)
    let control = try #require(ControlTable.control(labelled: "Schedule Test Notification"))
    #expect(
      control.command(on: device.os)
        == .call(method: "scheduleDailyNotification", options: ["time": .string(time)]))
  }
}
