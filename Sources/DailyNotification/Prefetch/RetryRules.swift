/// How often and when a failed fetch is tried again, and how long one may take.
public struct RetryRules: Hashable, Sendable {
  /// How often it is tried again at most.
  public let retriesMax: Int64
  /// How long it waits before the first time, in milliseconds; the system may ask for longer.
  public let delayMilliseconds: Int64
  /// Up to how long the wait doubles from one time to the next, in milliseconds.
  public let delayMaxMilliseconds: Int64
  /// How long the plugin waits for an answer, unless the host says otherwise, in milliseconds.
  public let timeoutMilliseconds: Int64
  /// Whether dual content is tried again as well where its configuration does not say.
  public let includesDual: Bool

  /// Rules with a wait that doubles.
  public init(
    retriesMax: Int64, delayMilliseconds: Int64, delayMaxMilliseconds: Int64,
    timeoutMilliseconds: Int64, includesDual: Bool = true
  ) {
    self.retriesMax = retriesMax
    self.delayMilliseconds = delayMilliseconds
    self.delayMaxMilliseconds = delayMaxMilliseconds
    self.timeoutMilliseconds = timeoutMilliseconds
    self.includesDual = includesDual
  }

  /// Three times, as soon as the system takes the work.
  static let three = RetryRules(
    retriesMax: PrefetchLimits.retriesMax, delayMilliseconds: 0, delayMaxMilliseconds: 0,
    timeoutMilliseconds: PrefetchLimits.timeoutMilliseconds, includesDual: false)

  /// The wait before the next try after a number of them, in milliseconds.
  func delay(afterRetries count: Int64) -> Int64 {
    var delay = delayMilliseconds
    for _ in 0..<min(max(count, 0), 32) where delay < delayMaxMilliseconds { delay *= 2 }
    return min(delay, delayMaxMilliseconds)
  }

  /// How often dual content is tried again.
  func retriesMax(of dual: DualConfiguration?) -> Int64 {
    guard let dual else { return 0 }
    let isTried = includesDual || dual.relationship?.fallback == .retry
    let wanted = dual.contentFetch?.retryAttempts ?? (isTried ? retriesMax : 0)
    return min(wanted, retriesMax)
  }
}
