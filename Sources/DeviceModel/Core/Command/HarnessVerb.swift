/// A verb of the test app that is not a call of the plugin.
public enum HarnessVerb: Hashable, Sendable {
  /// Fetches content now; nothing is scheduled.
  case prefetchOnly
  /// Schedules the daily notification for the first whole minute that many minutes ahead.
  case scheduleInMinutes(Int64)
  /// Withdraws every request and the task, and arms everything again.
  case forceRescheduleAll
  /// The wall clock jumps, then the plugin checks everything.
  case timeWarp(minutes: Int64)
  case showCachedPayload
  case showRawResponse
  case showSnapshot
  case dumpPrefetchStatus
  case showHistory
  /// The host app registers its native fetcher with the plugin, for this process.
  case registerNativeFetcher

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
    case .showHistory: "showHistory"
    case .registerNativeFetcher: "registerNativeFetcher"
    }
  }

  /// Whether the plugin would have to read stored data, which it cannot before the first unlock.
  ///
  /// `scheduleInMinutes` makes a call, which is rejected then.
  var needsStoredData: Bool {
    switch self {
    case .prefetchOnly, .forceRescheduleAll: true
    case .scheduleInMinutes, .timeWarp, .showCachedPayload, .showRawResponse, .showSnapshot,
      .dumpPrefetchStatus, .showHistory, .registerNativeFetcher:
      false
    }
  }

  /// The verb's parameter as a string; nil when it has none.
  var argument: String? {
    switch self {
    case .scheduleInMinutes(let minutes), .timeWarp(let minutes): String(minutes)
    case .prefetchOnly, .forceRescheduleAll, .showCachedPayload, .showRawResponse, .showSnapshot,
      .dumpPrefetchStatus, .showHistory, .registerNativeFetcher:
      nil
    }
  }
}

extension VerbTable {
  /// The verbs of the test app's developer buttons; they need a running app.
  static let harnessRows: [Row] = [
    Row("prefetchOnly", [], "fetch content now and schedule nothing") { _ in
      .harness(.prefetchOnly)
    },
    Row(
      "scheduleInMinutes", [Parameter("n", .number(1...1440))],
      "schedule the daily notification n minutes ahead; with 1 the lead is a minute"
    ) { arguments in
      arguments.number("n").map { .harness(.scheduleInMinutes($0)) }
    },
    Row("forceRescheduleAll", [], "withdraw all that is pending, and arm everything again") { _ in
      .harness(.forceRescheduleAll)
    },
    Row(
      "timeWarp", [Parameter("minutes", .number(-525_600...525_600), isOptional: true)],
      "the wall clock jumps, 60 minutes by default; the plugin then checks everything"
    ) { .harness(.timeWarp(minutes: $0.number("minutes") ?? 60)) },
    Row("showCachedPayload", [], "write the latest stored content into the log") { _ in
      .harness(.showCachedPayload)
    },
    Row("showRawResponse", [], "write the content API's latest answer into the log") { _ in
      .harness(.showRawResponse)
    },
    Row("showSnapshot", [], "write the schedule snapshot into the log") { _ in
      .harness(.showSnapshot)
    },
    Row("dumpPrefetchStatus", [], "write what is known of the prefetch into the log") { _ in
      .harness(.dumpPrefetchStatus)
    },
    Row("showHistory", [], "write the remembered deliveries into the log") { _ in
      .harness(.showHistory)
    },
    Row(
      "registerNativeFetcher", [],
      "the host registers its native fetcher, which lasts as long as the app's process"
    ) { _ in .harness(.registerNativeFetcher) },
  ]
}
