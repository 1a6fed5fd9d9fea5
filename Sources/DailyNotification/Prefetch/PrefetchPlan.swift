/// When a piece of background work should begin, and for which schedule's occurrence.
struct PrefetchPlan: Hashable {
  let owner: PrefetchState.Owner
  /// The notification that the content is for, ms since the Unix epoch.
  let occurrence: Int64
  /// The earliest begin, ms since the Unix epoch.
  let beginDate: Int64

  var kind: ScheduleKind { owner.kind }

  /// The warning of a reply when the notification is armed and its prefetch was refused.
  static let refusedWarning = "task_scheduling_failed"
}

/// What is fetched: the content of one occurrence of daily schedules or of the dual one.
struct FetchTarget: Hashable {
  let kind: ScheduleKind
  /// The occurrence, ms since the Unix epoch.
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
    /// A notification whose time has come waits for it, up to an uptime in milliseconds.
    case awaited(until: Int64)

    /// Whether a notification waits for it.
    var isAwaited: Bool {
      switch self {
      case .awaited: true
      case .task, .onDemand, .byHand: false
      }
    }

    /// Whether it was fetched because no prefetch had brought it.
    var isLive: Bool { self == .onDemand || isAwaited }

    /// How long the plugin waits for an answer at an uptime at most, in milliseconds.
    func timeout(_ usual: Int64, at uptime: Int64) -> Int64 {
      switch self {
      case .awaited(let until): max(0, min(usual, until - uptime))
      case .task, .onDemand, .byHand: usual
      }
    }
  }

  /// The retry after a failure, and by when it must begin to be of use; ms since the Unix epoch.
  struct Retry: Hashable {
    let beginDate: Int64
    let limit: Int64
  }

  /// The platform's number of it.
  var number: Int
  let target: FetchTarget
  let purpose: Purpose
  /// The address that is fetched; nil for the plugin's own content.
  var address: String?
  /// The token that was sent, if any.
  var token: String?
  /// What was asked of the starred plans; nil where content was asked for.
  var plans: PlansQuery?
  /// The occurrence of the content whose entity tag was sent; nil without a tag.
  var heldOccurrence: Int64?
  /// What the same task has to fetch after this.
  var remaining: [FetchTarget] = []
  /// The kinds of which an earlier fetch of the same task has failed: one run is one try of each.
  var failedKinds: Set<ScheduleKind> = []
  /// The retry that an earlier fetch of the same task has submitted.
  var retry: Retry?

  var scheduledFor: Int64 { target.scheduledFor }
}
