/// A value of the key-value store.
public enum StoredValue: Hashable, Sendable {
  case integer(Int64)
  case text(String)
  /// A dictionary: the schedule snapshot, turned into JSON when it is read.
  case snapshot(ScheduleSnapshot)
}

/// The plugin's keys in the key-value store; the raw value is the key's place in a table.
public enum StorageKey: Int, Hashable, Sendable, CaseIterable {
  case earliestBeginDate
  case lastSuccessfulRun
  case scheduleSnapshot
  case configuration
  case taskOwner
  case taskOccurrence
  case prefetchedThrough
  case retryCount
  case dualRetryCount
  case lastPrefetch
  case dualConfiguration
  case dualFetchedThrough
  case dualStatistics
  case nativeFetcher
  case starredPlans
  case endpointTag
  case lastRecovery
  case lastUptime
  case lastCoordination
  case hostLifecycle
  case ledgerComplete
  case planCursor
  case dualBeginDate
  case dualOccurrence
  case dualSuccessfulRun
  case lastBoot
  case receiving

  /// The key as stored.
  public var name: String {
    switch self {
    case .earliestBeginDate: "earliestBeginDate"
    case .lastSuccessfulRun: "lastSuccessfulRunTimestamp"
    case .scheduleSnapshot: "DNP_ScheduleSnapshot"
    case .configuration: "DNP_Configuration"
    case .taskOwner: "DNP_TaskOwner"
    case .taskOccurrence: "DNP_TaskOccurrence"
    case .prefetchedThrough: "DNP_PrefetchedThrough"
    case .retryCount: "DNP_RetryCount"
    case .dualRetryCount: "DNP_DualRetryCount"
    case .lastPrefetch: "DNP_LastPrefetch"
    case .dualConfiguration: "dual_schedule_config"
    case .dualFetchedThrough: "DNP_DualFetchedThrough"
    case .dualStatistics: "DNP_DualStatistics"
    case .nativeFetcher: "native_fetcher_config"
    case .starredPlans: "DNP_StarredPlans"
    case .endpointTag: "DNP_EndpointTag"
    case .lastRecovery: "DNP_LastRecovery"
    case .lastUptime: "DNP_LastUptime"
    case .lastCoordination: "DNP_LastCoordination"
    case .hostLifecycle: "DNP_HostLifecycle"
    case .ledgerComplete: "DNP_LedgerComplete"
    case .planCursor: "DNP_PlanCursor"
    case .dualBeginDate: "DNP_DualBeginDate"
    case .dualOccurrence: "DNP_DualOccurrence"
    case .dualSuccessfulRun: "DNP_DualSuccessfulRun"
    case .lastBoot: "DNP_LastBoot"
    case .receiving: "DNP_Receiving"
    }
  }

  /// What it holds, in a few words.
  public var summary: String {
    switch self {
    case .earliestBeginDate: "begin date of the task that was submitted last"
    case .lastSuccessfulRun: "when a task last fetched, stored and submitted its successor"
    case .scheduleSnapshot: "the snapshot of the schedules"
    case .configuration: "what `configure` set, as canonical JSON"
    case .taskOwner: "the schedule whose fetch the task serves"
    case .taskOccurrence: "the notification that the task was submitted for"
    case .prefetchedThrough: "the daily notification that a run fetched for last"
    case .retryCount: "tries after a failed fetch"
    case .dualRetryCount: "tries after a failed fetch of the dual schedule"
    case .lastPrefetch: "when content was last fetched"
    case .dualConfiguration:
      "the dual schedule's three parts and whether it is paused, as canonical JSON"
    case .dualFetchedThrough: "up to when the dual schedule's fetches have had their task"
    case .dualStatistics: "how the dual schedule's fetches went"
    case .nativeFetcher: "what `configureNativeFetcher` set"
    case .starredPlans: "what `updateStarredPlans` set"
    case .endpointTag: "the entity tag that `testEndorserAPI` was last answered with"
    case .lastRecovery: "what the last launch or return found"
    case .lastUptime: "the phone's uptime at the last launch or return: a lower one means a restart"
    case .lastCoordination: "when `coordinateBackgroundTasks` was last called"
    case .hostLifecycle: "the event that the host last reported with `handleAppLifecycleEvent`"
    case .ledgerComplete:
      "1 while the ledger names all that is armed; it is removed when a row of it cannot be "
        + "written, which needs no room on a full disk"
    case .planCursor: "up to which row the starred plans' changes were fetched, for each kind"
    case .dualBeginDate: "on Android: when the dual schedule's own work may begin"
    case .dualOccurrence: "on Android: the notification that the dual schedule's work is for"
    case .dualSuccessfulRun: "on Android: when the dual schedule's work last succeeded"
    case .lastBoot: "on Android: when the receiver of the boot last ran"
    case .receiving: "on Android: the notification whose receiver waits for content"
    }
  }
}
