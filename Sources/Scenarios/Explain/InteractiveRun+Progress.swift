public import DailyNotification
import DeviceModel
public import History
import Session

/// How far one notification has come: what was armed for it, and how its content was fetched.
public struct OccurrenceProgress: Hashable, Sendable {
  /// Whether a request, or an alarm, was ever armed for it.
  public let wasArmed: Bool
  /// The task that fetches for it; nil for none.
  public let prefetch: PrefetchProgress.Work?
  /// How its latest fetch stands.
  public let fetch: PrefetchProgress.Fetch
}

extension InteractiveRun {
  /// How far the notification of a schedule has come that is planned for a time, in milliseconds
  /// since the Unix epoch.
  ///
  /// The schedule has its name among all kinds. Takes time in proportion to the tasks and fetches
  /// of two days.
  public func progress(
    of id: String, _ kind: ScheduleKind, planned: Int64
  ) -> OccurrenceProgress {
    let history = session.observer.history
    let wasArmed = history.wasArmed(OccurrenceKey(id: id, planned: planned))
    guard kind != .reminder else {
      return OccurrenceProgress(wasArmed: wasArmed, prefetch: nil, fetch: .notBegun)
    }
    let progress = PrefetchLinks(history, kind, planned: planned).progress
    return OccurrenceProgress(
      wasArmed: wasArmed, prefetch: progress.task, fetch: progress.fetch)
  }
}
