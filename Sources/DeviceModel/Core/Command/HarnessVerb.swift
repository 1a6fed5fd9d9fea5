/// A button of the test app that is no call of the plugin.
public enum HarnessVerb: Hashable, Sendable {
  /// Fetches content now; nothing is scheduled.
  case prefetchOnly
  /// Schedules the daily notification for the first whole minute that many minutes ahead.
  case scheduleInMinutes(Int64)
  /// Takes every request and the task away and arms everything anew.
  case forceRescheduleAll
  /// The wall clock jumps, then the plugin looks at everything.
  case timeWarp(minutes: Int64)
  case showCachedPayload
  case showRawResponse
  case showSnapshot
  case dumpPrefetchStatus

  /// The verb's name.
  public var name: String {
    switch self {
    case .prefetchOnly: "prefetchOnly"
    case .scheduleInMinutes: "scheduleInMinutes"
    case .forceRescheduleAll: "forceRescheduleAll"
    case .timeWarp: "timeWarp"
    case .showCachedPayload: "showCachedPayload"
    case .showRawResponse: "showRawResponse"
    case .showSnapshot: "showSnapshot"
    case .dumpPrefetchStatus: "dumpPrefetchStatus"
    }
  }

  /// The verb's parameter as text; nil when it has none.
  var argument: String? {
    switch self {
    case .scheduleInMinutes(let minutes), .timeWarp(let minutes): String(minutes)
    case .prefetchOnly, .forceRescheduleAll, .showCachedPayload, .showRawResponse, .showSnapshot,
      .dumpPrefetchStatus:
      nil
    }
  }
}
