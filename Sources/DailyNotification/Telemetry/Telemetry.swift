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

  /// Makes counters that stand at zero.
  public init() {}

  mutating func countFailure(_ reason: FailureReason) {
    guard let index = FailureReason.allCases.firstIndex(of: reason) else { return }
    prefetchFailures[index] += 1
  }

  mutating func countDelivery(_ source: ContentSource) {
    guard let index = ContentSource.allCases.firstIndex(of: source) else { return }
    notificationsDelivered[index] += 1
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
    return samples
  }
}
