public import DailyNotification
import DeviceModel
import History
public import Session

extension InteractiveRun {
  /// How the fetch ended that a press had the system or the plugin begin.
  public enum PressFetch: Hashable, Sendable {
    case fetched
    case failed(FailureReason)
  }

  /// How the fetch ended that a press was made for; nil where it was made for none, where that has
  /// not ended, or where the app's process ended first.
  public func fetch(of press: Press) -> PressFetch? {
    guard press.isForFetch, !press.hasFailed else { return nil }
    let marks = session.observer.history.marks
    for place in marks.firstPlace(at: press.recordCount)..<marks.endIndex {
      if case .app(let state)? = marks[place]?.event, !state.isAlive { return nil }
      if case .prefetched? = marks[place]?.event { return .fetched }
      if case .prefetchFailed(let reason, _)? = marks[place]?.event { return .failed(reason) }
    }
    return nil
  }
}

extension Press {
  /// Whether it has a prefetch begin.
  public var isForFetch: Bool {
    commands.contains { command in
      if case .simulateTaskLaunch = command { return true }
      if case .harness(.prefetchOnly) = command { return true }
      return false
    }
  }
}
