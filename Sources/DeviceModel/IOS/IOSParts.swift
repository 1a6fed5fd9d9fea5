import SimulationCore

/// What an iPhone has beside what every phone has; each part owns its state.
public struct IOSParts: Sendable {
  /// The notification center.
  public internal(set) var center = NotificationCenterMachine()
  /// What the person set for the app's notifications.
  public internal(set) var settings = NotificationSettings()
  /// What waits for the scheduled summary.
  var summary = ScheduledSummary()
  /// The background task scheduler.
  public internal(set) var scheduler: TaskSchedulerMachine
  /// Whether the app is on the screen, by the latest look.
  private(set) var isInUse = false
  /// When it came to the screen, or left it.
  private(set) var lastUse = SimulationInstant.zero

  /// The app has come to the screen at an instant, or left it.
  mutating func useChanged(isInUse: Bool, at now: SimulationInstant) {
    (self.isInUse, lastUse) = (isInUse, now)
  }

  init(_ configuration: DeviceConfiguration) {
    scheduler = TaskSchedulerMachine(infoPlist: configuration.infoPlist)
  }
}

extension OperatingSystem {
  /// What the person set for notifications on an iPhone; the phone has to be one.
  public internal(set) var notificationSettings: NotificationSettings {
    get { parts.ios.settings }
    _modify { yield &parts.ios.settings }
  }

  /// What waits for the scheduled summary of an iPhone; the phone has to be one.
  var summary: ScheduledSummary {
    get { parts.ios.summary }
    _modify { yield &parts.ios.summary }
  }

  /// The notification center of an iPhone; the phone has to be one.
  public internal(set) var center: NotificationCenterMachine {
    @inline(__always) _read { yield parts.ios.center }
    @inline(__always) _modify { yield &parts.ios.center }
  }

  /// The background task scheduler of an iPhone; the phone has to be one.
  public internal(set) var scheduler: TaskSchedulerMachine {
    @inline(__always) _read { yield parts.ios.scheduler }
    @inline(__always) _modify { yield &parts.ios.scheduler }
  }
}
