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
    }
  }
}
