/// What the plugin's metrics mean; a metric that is not listed is exported without words.
enum TelemetryTable {
  /// The name of the plugin's one histogram.
  static let drift = "dnp_notification_drift_seconds"

  /// Names and meanings.
  static let rows: [(name: String, help: String)] = [
    ("dnp_prefetch_scheduled_total", "Prefetch tasks that the plugin asked for."),
    ("dnp_prefetch_success_total", "Prefetches that stored content."),
    ("dnp_prefetch_failure_total", "Prefetches that failed, by reason."),
    ("dnp_prefetch_missed_total", "Prefetch tasks that the system never ran."),
    ("dnp_notifications_scheduled_total", "Notifications that the plugin scheduled."),
    ("dnp_notifications_delivered_total", "Notifications shown, by the source of their text."),
    ("dnp_notifications_missed_total", "Notifications that were not shown."),
    ("dnp_cache_hits_total", "Uses of stored content."),
    ("dnp_cache_stale_total", "Stored content that was too old to be used."),
    ("dnp_etag_not_modified_total", "Answers that the stored content is still good."),
    ("dnp_recoveries_total", "Recoveries at an entry, by kind."),
    (drift, "How far off its planned time a notification was shown; the sum in whole seconds."),
    ("dnp_pending_notifications", "Requests still pending at the end of the scenarios."),
  ]

  static func help(_ name: String) -> String {
    rows.first { $0.name == name }?.help ?? "A metric of the plugin."
  }
}
