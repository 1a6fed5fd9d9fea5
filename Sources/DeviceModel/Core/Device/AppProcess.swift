public import DailyNotification

/// The app's memory; it is gone when the process ends.
public struct AppProcess: Sendable {
  /// The plugin as loaded in this process of an iPhone; on Android nothing runs in it.
  public var plugin: DevicePlugin
  /// The plugin as loaded in this process of an Android phone.
  private var android = Boxed<AndroidPlugin>()

  /// The memory of a process that has just started, with what its plugin is made to do.
  init(isAndroid: Bool = false, _ choices: PluginChoices = PluginChoices()) {
    plugin = DevicePlugin(choices)
    if isAndroid { android = Boxed(AndroidPlugin(choices)) }
  }

  /// The calls that have no reply yet, in the order they came.
  public var unansweredCalls: [PluginCall] {
    android.isEmpty ? plugin.unansweredCalls : android.value.unansweredCalls
  }

  /// Whether the host has to register a fetcher, and has not in this process.
  public var isFetcherMissing: Bool {
    android.isEmpty ? plugin.isFetcherMissing : android.value.isFetcherMissing
  }

  mutating func run(
    _ body: (inout DevicePlugin, inout OperatingSystem) -> Void, on os: inout OperatingSystem
  ) {
    body(&plugin, &os)
  }

  /// Runs the code of an Android phone's plugin.
  mutating func runAndroid(
    _ body: (inout AndroidPlugin, inout OperatingSystem) -> Void, on os: inout OperatingSystem
  ) {
    body(&android.value, &os)
  }

  /// A fetch has ended: an answer is large, and no occasion has to carry it.
  mutating func fetchEnded(_ number: Int, _ outcome: FetchOutcome, on os: inout OperatingSystem) {
    if android.isEmpty {
      plugin.fetchEnded(number, outcome, on: &os)
    } else {
      android.value.fetchEnded(number, outcome, on: &os)
    }
  }

  /// Runs plugin code for an occasion that every platform has.
  mutating func take(_ occasion: PluginOccasion, on os: inout OperatingSystem) {
    if android.isEmpty {
      plugin.take(occasion, on: &os)
    } else {
      android.value.take(occasion, on: &os)
    }
  }
}

extension OperatingSystem {
  /// The word for the platform: ios or android.
  public var platformName: String { configuration.platform.rawValue }
}
