/// The plugin's metrics, in the order in which they are exported; the raw value is the name.
///
/// A metric is declared here and counted in `Telemetry`. Samples, exports, what scenarios may
/// expect and the check of the documents derive from the declaration.
public enum TelemetryMetric: String, Hashable, Sendable, CaseIterable {
  case prefetchScheduled = "dnp_prefetch_scheduled_total"
  case prefetchSuccess = "dnp_prefetch_success_total"
  case prefetchFailure = "dnp_prefetch_failure_total"
  case prefetchMissed = "dnp_prefetch_missed_total"
  case notificationsScheduled = "dnp_notifications_scheduled_total"
  case notificationsDelivered = "dnp_notifications_delivered_total"
  case notificationsMissed = "dnp_notifications_missed_total"
  case cacheHits = "dnp_cache_hits_total"
  case cacheStale = "dnp_cache_stale_total"
  case notModified = "dnp_etag_not_modified_total"
  case contentForOtherTime = "dnp_prefetch_scheduled_for_mismatch_total"
  case recoveries = "dnp_recoveries_total"
  case drift = "dnp_notification_drift_seconds"
  case pendingNotifications = "dnp_pending_notifications"

  /// Counter, gauge or histogram.
  public var kind: MetricKind { row.kind }
  /// What it means, in a sentence.
  public var help: String { row.help }
  /// The name of the label that tells its series apart; nil without one.
  public var label: String? {
    switch kind {
    case .histogram: "le"
    case .counter, .gauge: row.label?.name
    }
  }

  /// Its series, in the order in which they are exported.
  public var series: [TelemetrySeries] {
    let parts: [TelemetrySeries.Part] =
      switch kind {
      case .histogram:
        Telemetry.driftLimits.map { .bucket(upTo: $0) } + [.bucket(upTo: nil), .sum, .count]
      case .counter, .gauge: row.label?.words.map { .labelled($0) } ?? [.whole]
      }
    return parts.map { TelemetrySeries(metric: self, part: $0) }
  }

  private typealias Row = (
    kind: MetricKind, help: String, label: (name: String, words: [String])?
  )

  private var row: Row {
    switch self {
    case .prefetchScheduled: counter("Prefetches that the plugin asked the system for.")
    case .prefetchSuccess: counter("Prefetches that stored content.")
    case .prefetchFailure:
      counter("Prefetches that failed, by reason.", by: "reason", FailureReason.self)
    case .prefetchMissed: counter("Prefetches that the system never ran.")
    case .notificationsScheduled: counter("Notifications that the plugin scheduled.")
    case .notificationsDelivered:
      counter("Notifications shown, by the source of their text.", by: "source", ContentSource.self)
    case .notificationsMissed:
      counter(
        "Notifications that were not shown, or of which nobody can know, by certainty.",
        by: "certainty", Certainty.self)
    case .cacheHits: counter("Uses of stored content.")
    case .cacheStale: counter("Stored content that was too old to be used.")
    case .notModified: counter("Answers that the stored content is still good.")
    case .contentForOtherTime:
      counter("Contents whose scheduled_for is another time than that of their notification.")
    case .recoveries:
      counter("Recoveries at an entry, by kind.", by: "scenario", RecoveryScenario.self)
    case .drift:
      (
        .histogram,
        "How far off its planned time a notification was shown; the sum in whole seconds.", nil
      )
    case .pendingNotifications:
      (.gauge, "Requests still pending at the end of the scenarios.", nil)
    }
  }

  private func counter(_ help: String) -> Row { (.counter, help, nil) }

  private func counter<Label>(_ help: String, by label: String, _ values: Label.Type) -> Row
  where Label: RawRepresentable<String> & CaseIterable {
    (.counter, help, (label, values.allCases.map(\.rawValue)))
  }
}

/// What kind of metric it is, as Prometheus names it.
public enum MetricKind: String, Hashable, Sendable, CaseIterable {
  case counter
  case gauge
  case histogram
}
