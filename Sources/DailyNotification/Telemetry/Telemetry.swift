/// The plugin's counters; they survive the process.
///
/// `TelemetryMetric` has their names and meanings.
public struct Telemetry: Hashable, Sendable {
  public var prefetchScheduled = 0
  public var prefetchSuccess = 0
  /// In the order of `FailureReason.allCases`.
  public private(set) var prefetchFailures = [Int](
    repeating: 0, count: FailureReason.allCases.count)
  public var prefetchMissed = 0
  public var notificationsScheduled = 0
  /// In the order of `ContentSource.allCases`.
  public private(set) var notificationsDelivered = [Int](
    repeating: 0, count: ContentSource.allCases.count)
  /// Notifications found missed, in the order of `Certainty.allCases`.
  public private(set) var notificationsMissed = [Int](
    repeating: 0, count: Certainty.allCases.count)
  public var cacheHits = 0
  public var cacheStale = 0
  public var notModified = 0
  public var contentForOtherTime = 0
  /// Occurrences that were armed and found gone before their time; call 16 reports it.
  public var requestsLost = 0
  /// In the order of `RecoveryScenario.allCases`.
  public private(set) var recoveries = [Int](
    repeating: 0, count: RecoveryScenario.allCases.count)
  /// The buckets of the drift, each with those below it; the last one has all.
  public private(set) var driftBuckets = [Int](repeating: 0, count: Telemetry.driftLimits.count + 1)
  /// The sum of all drifts; exported in whole seconds.
  public private(set) var driftMilliseconds: Int64 = 0

  /// The upper limits of the drift's buckets, in seconds.
  public static let driftLimits: [Int64] = [1, 5, 15, 60, 180, 600]

  /// Makes counters at zero.
  public init() {}

  mutating func countFailure(_ reason: FailureReason) {
    guard let index = FailureReason.allCases.firstIndex(of: reason) else { return }
    prefetchFailures[index] += 1
  }

  mutating func countDelivery(_ source: ContentSource) {
    guard let index = ContentSource.allCases.firstIndex(of: source) else { return }
    notificationsDelivered[index] += 1
  }

  mutating func countMissed(_ certainty: Certainty) {
    guard let index = Certainty.allCases.firstIndex(of: certainty) else {
      return
    }
    notificationsMissed[index] += 1
  }

  /// How many notifications were found missed, with a certainty.
  public func missed(_ certainty: Certainty) -> Int {
    Certainty.allCases.firstIndex(of: certainty).map { notificationsMissed[$0] }
      ?? 0
  }

  mutating func countRecovery(_ scenario: RecoveryScenario) {
    guard let index = RecoveryScenario.allCases.firstIndex(of: scenario) else { return }
    recoveries[index] += 1
  }

  /// Counts how far off its planned time a notification was shown, in milliseconds.
  mutating func countDrift(_ milliseconds: Int64) {
    let size = abs(milliseconds)
    driftMilliseconds += size
    let first = Telemetry.driftLimits.firstIndex { size <= $0 * 1000 }
    for index in (first ?? Telemetry.driftLimits.count)..<driftBuckets.count {
      driftBuckets[index] += 1
    }
  }

  /// A sample of every series that the plugin counts, in the order of `TelemetryMetric`.
  public var samples: [TelemetrySample] {
    TelemetryMetric.allCases.flatMap { TelemetrySample.all(of: $0, values(of: $0)) }
  }

  /// The values of a metric in the order of its series; none for what only the phone can count.
  private func values(of metric: TelemetryMetric) -> [Int] {
    switch metric {
    case .prefetchScheduled: [prefetchScheduled]
    case .prefetchSuccess: [prefetchSuccess]
    case .prefetchFailure: prefetchFailures
    case .prefetchMissed: [prefetchMissed]
    case .notificationsScheduled: [notificationsScheduled]
    case .notificationsDelivered: notificationsDelivered
    case .notificationsMissed: notificationsMissed
    case .cacheHits: [cacheHits]
    case .cacheStale: [cacheStale]
    case .notModified: [notModified]
    case .contentForOtherTime: [contentForOtherTime]
    case .recoveries: recoveries
    case .drift: driftBuckets + [Int(driftMilliseconds / 1000), driftBuckets.last ?? 0]
    case .pendingNotifications: []
    }
  }
}
