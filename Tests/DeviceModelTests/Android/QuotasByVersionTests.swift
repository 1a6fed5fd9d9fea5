import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

/// Quotas that differ between versions, and the knobs that set them for all.
@Suite("quotas by version")
struct QuotasByVersionTests {
  @Test(
    "let one alarm pass in Doze in nine minutes up to API 30, 72 an hour from 31 on",
    arguments: [
      ("30", Knobs.DozeQuota.byVersion, 1), ("31", .byVersion, 9), ("30", .aosp, 9),
      ("33", .nineMinutes, 1), ("33", .sevenAnHour, 7),
    ])
  func doze(version: String, knob: Knobs.DozeQuota, fired: Int) throws {
    var device = try Device.androidPhone {
      $0.osVersion = version
      $0.knobs.exactApi = .allowWhileIdle
      $0.knobs.dozeQuota = knob
    }
    for number in 0..<9 { try device.scheduleDaily("06:0\(number)", id: "at\(number)") }
    try device.perform(.background)
    try device.perform(.setDoze(isOn: true))
    try device.wait(26 * minute)
    #expect(device.firedAlarms.count == fired)
  }

  @Test(
    "show 25 notifications on API 29 and 30, 50 on others",
    arguments: [
      ("28", Knobs.MaxShown.byVersion, 50), ("29", .byVersion, 25), ("30", .byVersion, 25),
      ("31", .byVersion, 50), ("30", .fifty, 50), ("34", .twentyFive, 25),
    ])
  func shown(version: String, knob: Knobs.MaxShown, count: Int) throws {
    let device = try Device.androidPhone {
      $0.osVersion = version
      $0.knobs.maxShown = knob
    }
    #expect(device.os.android.shade.countMax == count)
  }
}
