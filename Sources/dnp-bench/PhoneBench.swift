import DailyNotification
import DeviceModel
import Invariants
import JSONText
import SimulationCore

/// A phone with one daily schedule and its prefetch, records and invariants on, over years.
enum PhoneBench {
  struct Result {
    let yearsPerSecond: Double
    let eventsPerSecond: Double
    let recordsPerDay: Double
    let traceHash: String
    let violations: Int
  }

  /// Runs for a number of virtual years of 365 days on one core.
  static func run(years: Int64, isChecked: Bool) throws -> Result {
    try run(days: years * 365, isChecked: isChecked)
  }

  /// Runs for a number of virtual days on one core.
  static func run(days: Int64, isChecked: Bool) throws -> Result {
    var configuration = DeviceConfiguration()
    // A task that never runs would end the chain while nobody opens the app.
    configuration.knobs.taskLateness = .fixed
    var device = Device(configuration)
    try device.perform(.setPermission(.authorized))
    try device.perform(.call(method: "configure", options: [:]))
    try device.perform(.call(method: "scheduleDailyNotification", options: ["time": "05:53"]))
    try device.perform(.background)
    let end = SimulationInstant(milliseconds: days * 86_400_000)
    var events = 0
    var checker = InvariantChecker()
    let seconds = try Stopwatch.seconds {
      if isChecked {
        events = try device.advance(to: end, observing: &checker).events
      } else {
        events = try device.advance(to: end).events
      }
    }
    return Result(
      yearsPerSecond: Double(days) / 365 / seconds, eventsPerSecond: Double(events) / seconds,
      recordsPerDay: Double(device.os.trace.nextSequence) / Double(days),
      traceHash: device.os.trace.hash.text, violations: checker.violations.count)
  }
}
