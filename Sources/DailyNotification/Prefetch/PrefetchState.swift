/// What is stored about prefetching, under keys of its own: all of it is read and written here.
///
/// The submitted fetch of each scope has a begin date, an owner and an occurrence. Each kind has
/// the time up to which its fetches have had their run, and the retries after a failure.
enum PrefetchState {
  /// For which schedule a piece of background work was submitted.
  enum Owner: Hashable, Sendable {
    case daily(id: String)
    case dual

    /// Reads an owner; no daily schedule can have the dual one's name.
    init(stored: String) {
      self = stored == OccurrenceIdentifier.dual ? .dual : .daily(id: stored)
    }

    /// The owner as it is stored.
    var stored: String {
      switch self {
      case .daily(let id): id
      case .dual: OccurrenceIdentifier.dual
      }
    }

    /// The kind of schedule.
    var kind: ScheduleKind {
      switch self {
      case .daily: .daily
      case .dual: .dual
      }
    }
  }

  // MARK: The submitted fetch

  /// When it may begin, ms since the Unix epoch.
  @inline(__always)
  static func beginDate(_ scope: WorkScope, on platform: some StorageAccess) -> Int64? {
    platform.integer(scope.beginDateKey)
  }

  /// Whose it is.
  @inline(__always)
  static func owner(_ scope: WorkScope, on platform: some StorageAccess) -> Owner? {
    switch scope {
    case .every, .daily: platform.string(.taskOwner).map(Owner.init)
    case .dual: beginDate(.dual, on: platform) == nil ? nil : .dual
    }
  }

  /// The occurrence it is for, ms since the Unix epoch.
  @inline(__always)
  static func occurrence(_ scope: WorkScope, on platform: some StorageAccess) -> Int64? {
    platform.integer(scope.occurrenceKey)
  }

  /// Stores what was submitted; false when a part of it was not kept.
  static func storeSubmitted(
    _ plan: PrefetchPlan, _ scope: WorkScope,
    on platform: inout some StorageAccess & LogAccess
  ) -> Bool {
    platform.store(plan.beginDate, for: scope.beginDateKey)
      && (scope == .dual || platform.store(.text(plan.owner.stored), for: .taskOwner))
      && platform.store(plan.occurrence, for: scope.occurrenceKey)
  }

  /// Forgets what was submitted.
  static func forgetSubmitted(
    _ scope: WorkScope, on platform: inout some StorageAccess & LogAccess
  ) {
    _ = platform.store(nil, for: scope.beginDateKey)
    if scope != .dual { _ = platform.store(nil, for: .taskOwner) }
    _ = platform.store(nil, for: scope.occurrenceKey)
  }

  // MARK: Progress, by kind

  /// How far the runs of a kind got, ms since the Unix epoch.
  ///
  /// For daily schedules it is the occurrence that a run fetched for last; for the dual one the
  /// time up to which its fetches have had their run.
  @inline(__always)
  static func fetchedThrough(
    _ kind: ScheduleKind, on platform: some StorageAccess
  ) -> Int64? {
    platform.integer(kind == .dual ? .dualFetchedThrough : .prefetchedThrough)
  }

  /// Stores, or with nil forgets, how far a kind got; false when it was not kept.
  @discardableResult
  static func storeFetchedThrough(
    _ time: Int64?, _ kind: ScheduleKind, on platform: inout some StorageAccess & LogAccess
  ) -> Bool {
    let key: StorageKey = kind == .dual ? .dualFetchedThrough : .prefetchedThrough
    return time.map { platform.store($0, for: key) } ?? platform.store(nil, for: key)
  }

  /// How many retries a kind's failed fetch has had; nil while none is open.
  @inline(__always)
  static func retries(
    _ kind: ScheduleKind, on platform: some StorageAccess
  ) -> Int64? {
    platform.integer(kind == .dual ? .dualRetryCount : .retryCount)
  }

  /// Stores, or with nil forgets, how many retries a kind has had.
  static func storeRetries(
    _ count: Int64?, _ kind: ScheduleKind, on platform: inout some StorageAccess & LogAccess
  ) {
    _ = platform.store(
      count.map(StoredValue.integer), for: kind == .dual ? .dualRetryCount : .retryCount)
  }

  // MARK: Successes

  /// When a run of a scope last succeeded, ms since the Unix epoch.
  @inline(__always)
  static func lastSuccessfulRun(_ scope: WorkScope, on platform: some StorageAccess) -> Int64? {
    platform.integer(scope.successfulRunKey)
  }

  /// A run of background work has succeeded.
  static func storeSuccessfulRun(
    _ scope: WorkScope, at time: Int64, on platform: inout some StorageAccess & LogAccess
  ) {
    _ = platform.store(time, for: scope.successfulRunKey)
  }

  /// Forgets a run that succeeded at a time which the clock has gone back from.
  static func forgetSuccessfulRun(_ scope: WorkScope, on platform: inout some StorageAccess) {
    platform.setValue(nil, for: scope.successfulRunKey)
  }

  /// A fetch has stored content.
  static func storeFetch(at time: Int64, on platform: inout some StorageAccess & LogAccess) {
    _ = platform.store(time, for: .lastPrefetch)
  }
}

extension WorkScope {
  /// Where the begin date of its submitted work is stored.
  var beginDateKey: StorageKey {
    switch self {
    case .every, .daily: .earliestBeginDate
    case .dual: .dualBeginDate
    }
  }

  /// Where the occurrence is stored that its work was submitted for.
  fileprivate var occurrenceKey: StorageKey {
    switch self {
    case .every, .daily: .taskOccurrence
    case .dual: .dualOccurrence
    }
  }

  /// Where the time is stored at which a run of it last succeeded.
  fileprivate var successfulRunKey: StorageKey {
    switch self {
    case .every, .daily: .lastSuccessfulRun
    case .dual: .dualSuccessfulRun
    }
  }
}
