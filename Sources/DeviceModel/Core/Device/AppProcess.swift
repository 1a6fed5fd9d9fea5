public import DailyNotification

/// The app's memory; it is gone when the process ends.
public struct AppProcess: Sendable {
  /// The plugin as loaded in this process.
  private var loaded: PhoneParts<DevicePlugin, AndroidPlugin>

  /// The memory of a process that has just started, with what its plugin is made to do.
  init(_ platform: DevicePlatform = .ios, _ choices: PluginChoices = PluginChoices()) {
    switch platform {
    case .ios: loaded = .ios(Boxed(DevicePlugin(choices)))
    case .android: loaded = .android(Boxed(AndroidPlugin(choices)))
    }
  }

  /// The plugin as loaded in this process of an iPhone; an Android phone has none of it.
  public var plugin: DevicePlugin {
    _read { yield loaded.ios }
    _modify { yield &loaded.ios }
  }

  /// The calls that have no reply yet, in the order they came.
  public var unansweredCalls: [PluginCall] {
    switch loaded {
    case .ios(let plugin): plugin.value.unansweredCalls
    case .android(let plugin): plugin.value.unansweredCalls
    }
  }

  /// Whether the host has to register a fetcher, and has not in this process.
  public var isFetcherMissing: Bool {
    switch loaded {
    case .ios(let plugin): plugin.value.isFetcherMissing
    case .android(let plugin): plugin.value.isFetcherMissing
    }
  }

  mutating func run(
    _ body: (inout DevicePlugin, inout OperatingSystem) -> Void, on os: inout OperatingSystem
  ) {
    body(&loaded.ios, &os)
  }

  /// Runs the code of an Android phone's plugin.
  mutating func runAndroid(
    _ body: (inout AndroidPlugin, inout OperatingSystem) -> Void, on os: inout OperatingSystem
  ) {
    body(&loaded.android, &os)
  }

  /// A fetch has ended: an answer is large, and no occasion has to carry it.
  mutating func fetchEnded(_ number: Int, _ outcome: FetchOutcome, on os: inout OperatingSystem) {
    switch loaded {
    case .ios: loaded.ios.fetchEnded(number, outcome, on: &os)
    case .android: loaded.android.fetchEnded(number, outcome, on: &os)
    }
  }

  /// Runs plugin code for an occasion that every platform has.
  mutating func take(_ occasion: PluginOccasion, on os: inout OperatingSystem) {
    switch loaded {
    case .ios: loaded.ios.take(occasion, on: &os)
    case .android: loaded.android.take(occasion, on: &os)
    }
  }
}

extension OperatingSystem {
  /// The word for the platform: ios or android.
  public var platformName: String { configuration.platform.rawValue }
}
