import DeviceModel
import Invariants
import RandomHistories
import SimulationCore

/// A phone with daily schedules and their prefetch, records on, over years.
enum PhoneBench {
  struct Result {
    let yearsPerSecond: Double
    let eventsPerSecond: Double
    let recordsPerDay: Double
    let traceHash: String
    let violations: Int
    /// How many notifications are pending at the end.
    let pending: Int
  }

  /// Runs for a number of virtual years of 365 days on one core.
  static func run(
    years: Int64, schedules: Int = 1, platform: DevicePlatform = .ios, isChecked: Bool
  ) throws -> Result {
    try run(days: years * 365, schedules: schedules, platform: platform, isChecked: isChecked)
  }

  /// Runs for a number of virtual days on one core.
  static func run(
    days: Int64, schedules: Int = 1, platform: DevicePlatform = .ios, isChecked: Bool
  ) throws -> Result {
    var device = try BenchPhone.device(schedules: schedules, platform: platform)
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
      traceHash: device.os.trace.hash.text, violations: checker.violations.count,
      pending: device.pending.count)
  }
}
