import DailyNotification
public import DeviceModel
import JSONText

/// The phone of the benchmarks: one daily notification and its prefetch, the app in the background.
public enum BenchPhone {
  /// A phone that has been set up; what follows is time.
  public static func device() throws -> Device {
    var configuration = DeviceConfiguration()
    // A task that never runs would end the chain while nobody opens the app.
    configuration.knobs.taskLateness = .fixed
    var device = Device(configuration)
    try device.perform(.setPermission(.authorized))
    try device.perform(.call(method: "configure", options: [:]))
    try device.perform(.call(method: "scheduleDailyNotification", options: ["time": "05:53"]))
    try device.perform(.background)
    return device
  }
}
