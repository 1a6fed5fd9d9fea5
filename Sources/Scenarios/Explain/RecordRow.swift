/// Something about the phone that decides what becomes of a notification.
enum Condition: Int, Hashable, Sendable, CaseIterable {
  case permission
  case process
  case backgroundRefresh
  case lowPowerMode

  /// What holds before a record says something else.
  var initialValue: String {
    switch self {
    case .permission: "prompt"
    case .process: "notRunning"
    case .backgroundRefresh: "available"
    case .lowPowerMode: "off"
    }
  }
}

/// What a record does to notifications, tasks and fetches.
enum RecordRole: Hashable, Sendable {
  /// Nothing; it is told where it is part of a chain.
  case told
  /// The host calls the plugin, the plugin answers, an answer never comes.
  case call, reply, rejection, callLost
  /// A request with `identifier` waits for its `trigger`, goes, or was never taken.
  case requestBegins, requestEnds, requestDropped
  /// A request with `identifier` was shown for its `planned` time.
  case showing
  /// A task with `identifier` is asked for, refused, cancelled.
  case taskAsked, taskRefused, taskWithdrawn
  /// A task's `run` begins, or ends in some way.
  case taskStarted, taskRunEnds
  /// A fetch with `number` begins, ends, is cancelled.
  case fetchStarted, fetchEnded, fetchCancelled
  /// What a fetch stored is for `scheduledFor`.
  case fetchStored
  /// The plugin reports `id` at `plannedTime` as missed.
  case missNoticed
  /// A condition has the value of a field from now on.
  case condition(Condition, field: String)
  /// Something that explains the end of the fetch which it follows.
  case finding
  /// Stored content is damaged or gone.
  case contentLost
  /// There was no time for a prefetch.
  case prefetchSkipped
}

/// One kind of record: what it does, and how it is told.
struct RecordRow: Hashable, Sendable {
  /// The kind; a dot and a field's value narrow it.
  let key: String
  /// What it does.
  let role: RecordRole
  /// The sentence; `{name}` stands for a field.
  let text: String

  init(_ key: String, _ role: RecordRole, _ text: String) {
    self.key = key
    self.role = role
    self.text = text
  }

  /// The names in the sentence's placeholders, in their order.
  var placeholders: [String] {
    text.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
  }
}
