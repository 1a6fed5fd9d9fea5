import CivilTime
import DeviceModel

/// A phone's run as a log tells it.
struct ObservedRun: Sendable {
  var platform: DevicePlatform
  /// The zone at the start, and how far it is known.
  var zone: Zone = .utc
  /// Whether background tasks were refused as a simulator refuses them.
  var isSimulator = false
  /// Whether an iPhone that was off has shown nothing of what was due then.
  var losesWhileOff = false
  /// Whether a task that was due has not run.
  var hasIdleTasks = false
  /// What happened, between one change of the clock and the next.
  var stretches: [ObservedStretch] = []
  /// The log's end, in milliseconds since the Unix epoch.
  var end: Int64 = 0
  /// The last line of the plugin on each stretch.
  var lastLine: Int64 = 0
  /// What is not known, and was assumed.
  var remarks: [String] = []

  /// The phone's configuration: what a log cannot show is as regular as it can be.
  var configuration: DeviceConfiguration {
    var configuration = DeviceConfiguration(platform: platform)
    configuration.startMilliseconds = stretches.first?.start ?? configuration.startMilliseconds
    configuration.zone = zone
    if isSimulator { configuration.variant = .simulator }
    configuration.knobs.deliveryDrift = .none
    configuration.knobs.taskLateness = hasIdleTasks ? .never : .fixed
    if losesWhileOff { configuration.knobs.triggerWhileOff = .lost }
    if platform == .android {
      configuration.knobs.bootBroadcastDelay = .fixed(0)
    }
    return configuration
  }
}
