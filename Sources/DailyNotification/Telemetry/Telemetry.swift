/// The plugin's counters, named as Prometheus sees them; they survive the process.
public struct Telemetry: Hashable, Sendable {
  /// Exported as `dnp_prefetch_scheduled_total`.
  public var prefetchScheduled = 0
  /// Exported as `dnp_prefetch_success_total`.
  public var prefetchSuccess = 0
  /// Exported as `dnp_prefetch_failure_total{reason}`, in the order of `FailureReason.allCases`.
  public private(set) var prefetchFailures = [Int](
    repeating: 0, count: FailureReason.allCases.count)
  /// Exported as `dnp_prefetch_missed_total`.
  public var prefetchMissed = 0
  /// Exported as `dnp_notifications_scheduled_total`.
  public var notificationsScheduled = 0
  /// Exported as `dnp_notifications_delivered_total{source}`, ordered as `ContentSource.allCases`.
  public private(set) var notificationsDelivered = [Int](
    repeating: 0, count: ContentSource.allCases.count)
  /// Exported as `dnp_notifications_missed_total`.
  public var notificationsMissed = 0
  /// Exported as `dnp_cache_hits_total`.
  public var cacheHits = 0
  /// Exported as `dnp_cache_stale_total`.
  public var cacheStale = 0

  /// Exported as `dnp_etag_not_modified_total`.
  public var notModified = 0
  /// Occurrences that were armed and found gone before their time; call 16 reports it.
  public var requestsLost = 0
  /// Exported as `dnp_recoveries_total{scenario}`, in the order of `RecoveryScenario.allCases`.
  public private(set) var recoveries = [Int](
    repeating: 0, count: RecoveryScenario.allCases.count)
  /// Exported as the buckets of `dnp_notification_drift_seconds`, each with those below it.
  public private(set) var driftBuckets = [Int](repeating: 0, count: Telemetry.driftLimits.count + 1)
  /// Exported as `dnp_notification_drift_seconds_sum`, in milliseconds here.
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

  /// Every counter as (name with labels, value), in a fixed order.
  public var samples: [(name: String, value: Int)] {
    var samples = [
      ("dnp_prefetch_scheduled_total", prefetchScheduled),
      ("dnp_prefetch_success_total", prefetchSuccess),
    ]
    for (reason, count) in zip(FailureReason.allCases, prefetchFailures) {
      samples.append(("dnp_prefetch_failure_total{reason=\"\(reason.rawValue)\"}", count))
    }
    samples.append(("dnp_prefetch_missed_total", prefetchMissed))
    samples.append(("dnp_notifications_scheduled_total", notificationsScheduled))
    for (source, count) in zip(ContentSource.allCases, notificationsDelivered) {
      samples.append(("dnp_notifications_delivered_total{source=\"\(source.rawValue)\"}", count))
    }
    samples.append(("dnp_notifications_missed_total", notificationsMissed))
    samples.append(("dnp_cache_hits_total", cacheHits))
    samples.append(("dnp_cache_stale_total", cacheStale))
    samples.append(("dnp_etag_not_modified_total", notModified))
    for (scenario, count) in zip(RecoveryScenario.allCases, recoveries) {
      samples.append(("dnp_recoveries_total{scenario=\"\(scenario.rawValue)\"}", count))
    }
    for (limit, count) in zip(Telemetry.driftLimits.map(String.init) + ["+Inf"], driftBuckets) {
      samples.append(("dnp_notification_drift_seconds_bucket{le=\"\(limit)\"}", count))
    }
    samples.append(("dnp_notification_drift_seconds_sum", Int(driftMilliseconds / 1000)))
    samples.append(("dnp_notification_drift_seconds_count", driftBuckets.last ?? 0))
    return samples
  }
}
