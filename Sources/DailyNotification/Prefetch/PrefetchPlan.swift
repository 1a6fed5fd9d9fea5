/// When the one refresh task should begin, and for which schedule's occurrence.
struct PrefetchPlan: Hashable {
  let owner: String
  let occurrence: Int64
  let beginDate: Int64
}

/// A fetch that has not ended.
struct RunningFetch: Hashable {
  /// What the fetch was started for.
  enum Purpose: Hashable {
    case task(LaunchedTask)
    case onDemand
  }

  let number: Int
  let scheduledFor: Int64
  let purpose: Purpose
}
