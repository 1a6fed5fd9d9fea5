import DailyNotification
import SimulationCore

/// What an Android phone has beside what every phone has; each part owns its state.
public struct AndroidParts: Sendable {
  /// The version of the system, 34 for example.
  public let apiLevel: Int
  /// The API level for which the app was built.
  public let targetSdk: Int
  /// The app's manifest.
  public let manifest: AndroidManifest
  /// The alarm manager.
  public internal(set) var alarms = AlarmMachine()
  /// The app's channels.
  public internal(set) var channels = ChannelMachine()
  /// What it shows.
  public internal(set) var shade: ShadeMachine
  /// Do Not Disturb.
  public internal(set) var doNotDisturb = DoNotDisturb.off
  /// Its work.
  public internal(set) var work = WorkMachine()
  /// When its work ran, as far as its quota counts that.
  var jobs = JobSessions()
  /// The event with which that quota is used up, or has room again.
  var quotaToken: EventToken?
  /// When the app was used last.
  public internal(set) var usage = AppUsage()
  /// What becomes of the app after some time without use.
  let usageLimits: AppUsage.Limits
  /// The event with which it moves next, and its instant; nil where nothing lies ahead.
  var usageMove: (token: EventToken, instant: SimulationInstant)?
  /// The standby bucket by the latest record.
  var recordedBucket = StandbyBucket.active
  /// Doze.
  public internal(set) var doze = DozeMachine()
  /// The permission for exact alarms.
  public internal(set) var exactAlarms: ExactAlarmPermission
  /// How it stands with the system.
  public internal(set) var install = AppInstall()
  /// What is on its way to its receivers.
  var receivers = ReceiverQueue()
  /// How often the person has denied the dialog of the permission to notify.
  var denials = 0
  /// The event with which BOOT_COMPLETED is sent.
  var bootToken: EventToken?
  var alarmStream: SeededGenerator
  var bootStream: SeededGenerator
  var idleStream: SeededGenerator
  var batchStream: SeededGenerator
  var makerStream: SeededGenerator

  init(_ configuration: DeviceConfiguration) {
    apiLevel = configuration.apiLevel
    targetSdk = configuration.targetSdk
    manifest = configuration.androidManifest
    usageLimits = AppUsage.Limits(
      apiLevel: apiLevel, restrictedAfter: configuration.knobs.restrictedAfter.milliseconds,
      unusedAfter: configuration.knobs.unusedAfter)
    shade = ShadeMachine(apiLevel: apiLevel, configuration.knobs.maxShown)
    exactAlarms = ExactAlarmPermission(
      apiLevel: apiLevel, targetSdk: configuration.targetSdk, manifest: manifest)
    alarmStream = SeededGenerator(seed: configuration.seed, stream: "alarmLateness")
    bootStream = SeededGenerator(seed: configuration.seed, stream: "bootBroadcast")
    idleStream = SeededGenerator(seed: configuration.seed, stream: "idleEnd")
    batchStream = SeededGenerator(seed: configuration.seed, stream: "jobBatching")
    makerStream = SeededGenerator(seed: configuration.seed, stream: "makerDelay")
  }
}

extension OperatingSystem {
  /// Whether this is an Android phone.
  public var isAndroid: Bool {
    @inline(__always) get {
      switch parts {
      case .ios: false
      case .android: true
      }
    }
  }

  /// The parts of an Android phone; only there.
  public internal(set) var android: AndroidParts {
    _read { yield parts.android }
    _modify { yield &parts.android }
  }
}
