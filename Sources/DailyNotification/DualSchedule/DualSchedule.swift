/// The dual schedule: a content fetch and a notification, each by a cron expression.
struct DualSchedule: Sendable {
  /// What is stored of it.
  var stored = StoredCopy<DualConfiguration>(.dualConfiguration, name: "dual schedule")

  /// What is configured; nil while there is no dual schedule.
  var configuration: DualConfiguration? { stored.value }

  /// Stores a configuration, whose fetches count from now on.
  func store(
    _ next: DualConfiguration, on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) throws(Rejection) {
    let isStored =
      stored.store(next, on: &platform)
      && PrefetchState.storeFetchedThrough(platform.wallMilliseconds, .dual, on: &platform)
    guard isStored else { throw .notStored(StorageKey.dualConfiguration.name) }
  }

  /// Removes configuration, progress and statistics.
  static func remove(on platform: inout some StorageAccess) {
    let keys: [StorageKey] = [
      .dualConfiguration, .dualFetchedThrough, .dualRetryCount, .dualStatistics,
      .dualSuccessfulRun,
    ]
    for key in keys { platform.setValue(nil, for: key) }
  }

  /// Removes what was fetched for it.
  static func removeContent(on platform: inout some StorageAccess) {
    for row in platform.contentRows where row.kind == .dual {
      platform.removeContent(scheduledFor: row.scheduledFor, .dual)
    }
  }
}
