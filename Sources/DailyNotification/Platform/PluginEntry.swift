/// Why plugin code runs.
public enum PluginEntry: String, Hashable, Sendable, CaseIterable {
  /// The app was launched by a person.
  case launch
  /// The system launched the app in the background, for a task.
  case backgroundLaunch
  /// The app came back to the foreground.
  case resume
  /// The clock or the time zone changed while the app runs.
  case timeChange
  /// The host app made a call.
  case call
  /// The system launched the prefetch task.
  case task
  /// The system launched the task for window maintenance.
  case maintenance
  /// The task's time is up.
  case expiration
  /// A fetch ended.
  case fetch
  /// The person answered the permission dialog.
  case authorization
  /// Requests that were to be removed are gone.
  case removal
  /// A notification arrived while the app was in the foreground.
  case delegate
  /// The person tapped a notification.
  case tap
  /// The person dismissed a notification.
  case dismissal
  /// A button of the test app that is no call.
  case harness
  /// The system has fired an alarm, and plugin code shows its notification.
  case alarm
  /// The phone has started, and the system lets the plugin arm again.
  case boot
  /// The system announced a change: of the clock, the zone, a permission or the app's version.
  case broadcast

  /// Whether the steps of an entry (miss check, accounting, re-planning) come first.
  ///
  /// Answers to something that an earlier entry asked for go on where that entry stopped.
  public var hasEntrySteps: Bool {
    switch self {
    case .launch, .backgroundLaunch, .resume, .timeChange, .call, .task, .maintenance, .delegate,
      .tap, .dismissal, .harness, .alarm, .boot, .broadcast:
      true
    case .expiration, .fetch, .authorization, .removal: false
    }
  }
}

extension PluginEntry {
  /// Whether the app or the phone starts, or the app comes back, so that its state is recovered.
  var isStart: Bool {
    self == .launch || self == .backgroundLaunch || self == .resume || self == .boot
  }

  /// Whether the entry takes its steps itself, after what has to be shown first.
  var showsFirst: Bool { self == .alarm }
}
