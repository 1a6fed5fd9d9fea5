import DailyNotification

/// A version of the plugin whose choices a phone can be given, all at once.
///
/// Without one the plugin does what this project's documentation says.
public enum CompatibilityProfile: String, Hashable, Sendable, CaseIterable {
  /// The original plugin as its API document and its release 3.0.0 describe it.
  case upstream
  /// The same with the lead that its code has, whatever its document says.
  case upstreamCode = "upstream-code"

  /// A knob that a profile sets.
  public struct Setting: Hashable, Sendable {
    /// The knob's name.
    public let knob: String
    /// Its value in the profile.
    public let value: String
    /// Where it is known from.
    public let source: String
  }

  /// What it is, in words.
  public var title: String {
    switch self {
    case .upstream: "the original plugin, as documented"
    case .upstreamCode: "the original plugin, as its code has it"
    }
  }

  /// What it sets, each with its source, in the order of the knobs.
  public var settings: [Setting] {
    [
      Setting(
        knob: "ttlDefault", value: "30m", source: "API.md 2.3.0 (2025-12-08): ttlSeconds 1800"),
      lead,
      Setting(
        knob: "reminderZone", value: "utc",
        source: "guide of the Vue test app (2025-10-20): timezone \"UTC\""),
      Setting(
        knob: "reminderPriority", value: "normal",
        source: "guide of the Vue test app (2025-10-20): priority \"normal\""),
      Setting(
        knob: "dailyRollover", value: "elapsed",
        source: "test plan of phase 1, TEST 0: the next alarm is at T + 24 h"),
      Setting(
        knob: "dualMode", value: "chained",
        source: "release 3.0.0 (2026-04-02): armed after the fetch"),
      Setting(
        knob: "emptyResult", value: "synthetic",
        source: "report on Android 3.0.0 (2026-04-10): an empty list becomes content"),
      Setting(
        knob: "fetchRetries", value: "upstream",
        source: "commits c69640c and 5eebae9: five tries on Android, one on iOS"),
      Setting(
        knob: "errorNames", value: "upstream",
        source: "quick reference of phase 1 for iOS: the names of its error codes"),
      Setting(
        knob: "contentApi", value: "plansLastUpdatedBetween",
        source: "document on polling starred projects (2025-10-06): the endpoint and its cursor"),
      Setting(
        knob: "nativeFetcher", value: "registered",
        source: "release 3.0.0 (2026-04-02): the host registers a fetcher, as on Android before"),
    ]
  }

  private var lead: Setting {
    switch self {
    case .upstream:
      Setting(
        knob: "leadDefault", value: "15m",
        source: "API.md 2.3.0 (2025-12-08): prefetchLeadMinutes 15")
    case .upstreamCode:
      Setting(
        knob: "leadDefault", value: "5m",
        source: "trace of the prefetch (2025-10-27): the code fixes 5 min on both platforms")
    }
  }

  /// The knobs with what it sets.
  public func applied(to knobs: Knobs) -> Knobs {
    var knobs = knobs
    for setting in settings {
      do {
        try knobs.set(setting.knob, to: setting.value)
      } catch {
        preconditionFailure("\(rawValue): \(error)")
      }
    }
    return knobs
  }

  /// The profile whose choices the knobs have; nil where they are this plugin's, or a mixture.
  public init?(of knobs: Knobs) {
    let profile = CompatibilityProfile.allCases.first {
      $0.applied(to: knobs).plugin == knobs.plugin
    }
    guard let profile else { return nil }
    self = profile
  }
}

extension Knobs {
  /// Which plugin they make, in a word or two; nil for this one.
  public var pluginMark: String? {
    if plugin == PluginChoices() { return nil }
    return CompatibilityProfile(of: self).map(\.rawValue) ?? "other plugin"
  }

  /// Which plugin they make, in words: a profile, the choices that differ, or nil for this one.
  public var pluginTitle: String? {
    if plugin == PluginChoices() { return nil }
    if let profile = CompatibilityProfile(of: self) { return "profile \(profile.rawValue)" }
    var standard = self
    standard.plugin = PluginChoices()
    return Knobs.table.filter { $0.read(self) != $0.read(standard) }
      .map { "\($0.name) \($0.read(self))" }.joined(separator: ", ")
  }
}
