import DailyNotification
public import DeviceModel
import ES256K
import JSONText

/// The phone of the benchmarks: daily notifications and their prefetch, the app in the background.
public enum BenchPhone {
  /// A phone that has been set up; what follows is time.
  ///
  /// It has one daily schedule at 05:53 and, with `schedules` above 1 (up to 15), the others an
  /// hour and a minute apart.
  public static func device(
    schedules: Int = 1, platform: DevicePlatform = .ios
  ) throws -> Device {
    precondition((1...15).contains(schedules), "the bench phone has 1 to 15 schedules")
    var configuration = DeviceConfiguration(platform: platform)
    configuration.keychain = Keychain(TestKeys.standard)
    // A task that never runs would end the chain of schedules, since nobody opens the app.
    configuration.knobs.taskLateness = .fixed
    var device = Device(configuration)
    try device.perform(.setPermission(.authorized))
    if platform == .android { try device.perform(.setExactAlarm(isGranted: true)) }
    try device.perform(.call(method: "configure", options: [:]))
    try device.perform(.call(method: "scheduleDailyNotification", options: ["time": "05:53"]))
    for index in 1..<schedules {
      let hour = String(6 + index)
      let minute = String(10 + index)
      try device.perform(
        .call(
          method: "scheduleDailyNotification",
          options: [
            "id": .string("daily\(index)"),
            "time": .string((hour.count < 2 ? "0" : "") + "\(hour):\(minute)"),
          ]))
    }
    try device.perform(.background)
    return device
  }
}
