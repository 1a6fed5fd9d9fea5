/// When the one refresh task should begin, and for which schedule's occurrence.
struct PrefetchPlan: Hashable {
  let kind: ScheduleKind
  /// The schedule's id.
  let owner: String
  let occurrence: Int64
  let beginDate: Int64

  /// The owner as stored; no daily schedule can have the dual one's name.
  var storedOwner: String { kind == .dual ? PrefetchPlan.dualOwner : owner }

  /// How the store names the dual schedule.
  static let dualOwner = "dual_daily_notification"
}

/// What is fetched: the content of one occurrence of daily schedules or of the dual one.
struct FetchTarget: Hashable {
  let kind: ScheduleKind
  let scheduledFor: Int64
}

/// A fetch that has not ended.
struct RunningFetch: Hashable {
  /// What the fetch was started for.
  enum Purpose: Hashable {
    case task(LaunchedTask)
    case onDemand
    /// A tester's button: the content is stored and nothing else follows.
    case byHand
  }

  /// A task that was asked for after a failure, and by when it must begin to be of use.
  struct Retry: Hashable {
    let beginDate: Int64
    let limit: Int64
  }

  let number: Int
  let target: FetchTarget
  let purpose: Purpose
  /// Where the content is asked for; nil for the plugin's own.
  var address: String?
  /// What the same task has to fetch after this.
  var remaining: [FetchTarget] = []
  /// Whether an earlier fetch of the same task has failed.
  var hasFailed = false
  /// The retry that an earlier fetch of the same task has asked for.
  var retry: Retry?

  var scheduledFor: Int64 { target.scheduledFor }
}
