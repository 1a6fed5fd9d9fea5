/// What a record does to notifications, tasks and fetches; `dnp why` follows these.
public enum RecordRole: Hashable, Sendable {
  /// Nothing; it is shown where it is part of a chain.
  case none
  /// The host calls the plugin, the plugin answers, an answer never comes.
  case call, reply, rejection, callLost
  /// A request with `identifier` is pending until `trigger`, moves there, ends, or never was.
  case requestBegins, requestMoves, requestEnds, requestDropped
  /// A notification with `identifier` was shown for its `planned` time.
  case delivered
  /// A task with `identifier` is submitted, refused, cancelled.
  case taskSubmitted, taskRefused, taskCancelled
  /// A task's `run` begins, or ends in some way.
  case taskStarted, taskRunEnds
  /// A fetch with `number` begins, ends, is cancelled.
  case fetchStarted, fetchEnded, fetchCancelled
  /// What a fetch stored is for `scheduledFor`.
  case fetchStored
  /// The plugin reports `id` at `plannedTime` as missed.
  case missReported
  /// A condition has the value of a field from now on.
  case condition(DeviceCondition, field: String)
  /// Something that explains the end of the fetch which it follows.
  case finding
  /// Stored content is damaged or gone.
  case contentLost
  /// There was no time for a prefetch.
  case prefetchSkipped
}

/// A state of the device that decides what becomes of a notification.
public enum DeviceCondition: Int, Hashable, Sendable, CaseIterable {
  case permission
  case process
  case backgroundRefresh
  case powerSaving
  case power

  /// What holds until a record says something else.
  public var initialValue: String {
    switch self {
    case .permission: "prompt"
    case .process: "notRunning"
    case .backgroundRefresh: "available"
    case .powerSaving: "off"
    case .power: PowerMachine.State.unlocked.rawValue
    }
  }
}
