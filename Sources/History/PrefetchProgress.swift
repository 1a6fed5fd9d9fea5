import DailyNotification

/// How far the content for one notification has come.
public struct PrefetchProgress: Hashable, Sendable {
  /// A task, or work, that fetches for it.
  public struct Work: Hashable, Sendable {
    /// From when on it may run, in milliseconds since the Unix epoch; nil where it was launched
    /// without having been submitted.
    public let begin: Int64?
    /// When it was launched, in milliseconds since the Unix epoch; nil where it was not.
    public let started: Int64?
    /// Whether it was taken back before it was launched.
    public let isWithdrawn: Bool
  }

  /// How its latest fetch stands.
  public enum Fetch: Hashable, Sendable {
    case notBegun
    case running
    /// Its content was stored for this notification, whatever became of it since.
    case stored
    case failed
  }

  /// The task in whose run it was fetched for; where there was none, the latest that was submitted
  /// for it; nil for none.
  public let task: Work?
  /// How its latest fetch stands.
  public let fetch: Fetch
  /// When that began, in milliseconds since the Unix epoch; nil where there is none.
  public let fetchBegan: Int64?
}

extension PrefetchLinks {
  /// How far the content has come.
  public var progress: PrefetchProgress {
    let fetch = fetches.last { progress(of: $0) != nil }
    let tasks = tasks
    let task =
      fetch.flatMap(index.task(of:)) ?? tasks.last { $0.withdrawn == nil } ?? tasks.last
    return PrefetchProgress(
      task: task.map {
        PrefetchProgress.Work(
          begin: $0.begin, started: $0.started?.wallMilliseconds,
          isWithdrawn: $0.withdrawn != nil)
      },
      fetch: fetch.flatMap(progress) ?? .notBegun,
      fetchBegan: fetch?.started.wallMilliseconds)
  }

  /// How a fetch stands; nil for one that brings no content, such as a test of the endpoint.
  private func progress(of fetch: TracedFetch) -> PrefetchProgress.Fetch? {
    if fetch.storedFor != nil { return .stored }
    if fetch.ended != nil { return fetch.findings.isEmpty ? nil : .failed }
    let isOver = fetch.cancelled != nil || index.task(of: fetch)?.runEnds.isEmpty == false
    return isOver ? .failed : .running
  }
}
