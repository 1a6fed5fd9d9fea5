/// What is stored about prefetching, under keys of its own: all of it is read and written here.
///
/// The submitted fetch has a begin date, an owner and an occurrence. Each kind has the time up to
/// which its fetches have had their run, and the retries after a failure.
enum PrefetchState {
  /// For which schedule the one piece of background work was submitted.
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
  static func beginDate(on platform: some StorageAccess) -> Int64? {
    platform.integer(.earliestBeginDate)
  }

  /// Whose it is.
  @inline(__always)
  static func owner(on platform: some StorageAccess) -> Owner? {
    platform.string(.taskOwner).map(Owner.init)
  }

  /// The occurrence it is for, ms since the Unix epoch.
  @inline(__always)
  static func occurrence(on platform: some StorageAccess) -> Int64? {
    platform.integer(.taskOccurrence)
  }

  /// Stores what was submitted; false when a part of it was not kept.
  static func storeSubmitted(
    _ plan: PrefetchPlan, on platform: inout some StorageAccess & LogAccess
  ) -> Bool {
    platform.store(.integer(plan.beginDate), for: .earliestBeginDate)
      && platform.store(.text(plan.owner.stored), for: .taskOwner)
      && platform.store(.integer(plan.occurrence), for: .taskOccurrence)
  }

  /// Forgets what was submitted.
  static func forgetSubmitted(on platform: inout some StorageAccess & LogAccess) {
    for key in [StorageKey.earliestBeginDate, .taskOwner, .taskOccurrence] {
      _ = platform.store(nil, for: key)
    }
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
    platform.store(
      time.map(StoredValue.integer), for: kind == .dual ? .dualFetchedThrough : .prefetchedThrough)
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

  /// When a run last succeeded, ms since the Unix epoch.
  @inline(__always)
  static func lastSuccessfulRun(on platform: some StorageAccess) -> Int64? {
    platform.integer(.lastSuccessfulRun)
  }

  /// A run of background work has succeeded.
  static func storeSuccessfulRun(
    at time: Int64, on platform: inout some StorageAccess & LogAccess
  ) {
    _ = platform.store(.integer(time), for: .lastSuccessfulRun)
  }

  /// A fetch has stored content.
  static func storeFetch(at time: Int64, on platform: inout some StorageAccess & LogAccess) {
    _ = platform.store(.integer(time), for: .lastPrefetch)
  }
}
