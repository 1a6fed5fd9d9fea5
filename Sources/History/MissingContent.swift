public import DailyNotification
import PlainText

/// Why a notification had no fetched content when it was shown.
public enum MissingContent: Hashable, Sendable {
  /// Its fetch had not ended.
  case fetchUnfinished
  /// Its fetch brought nothing that is of use.
  case fetchFailed(PrefetchProblem)
  /// Its content was stored, and lost by then.
  case contentLost
  /// Its content was too old.
  case tooOld
  /// Its content was dropped when the identity changed.
  case identityChanged
  /// Its content was there, and what was shown still had the schedule's own text.
  case notTaken
  /// Its task, or work, ran without fetching.
  case taskWithoutFetch
  /// Its task was taken back before it ran.
  case taskWithdrawn
  /// Its task had not run by then.
  case taskNotRun(PrefetchDelay)
  /// The system refused its task.
  case taskRefused
  /// The plugin found it too late for a prefetch.
  case tooLateForTask
  /// A change of zone jumped over its time.
  case zoneJumped
  /// No task was submitted for it.
  case noTask

  /// The cause as one word.
  public var name: String {
    switch self {
    case .fetchUnfinished: "fetchUnfinished"
    case .fetchFailed(.failed): "fetchFailed"
    case .fetchFailed(.otherClock): "serverClock"
    case .fetchFailed(.keychainLocked): "keychainLocked"
    case .fetchFailed(.notStored): "notStored"
    case .fetchFailed(.forAnotherTime): "forAnotherTime"
    case .fetchFailed(.empty): "empty"
    case .fetchFailed(.noFetcher): "noFetcher"
    case .contentLost: "contentLost"
    case .tooOld: "tooOld"
    case .identityChanged: "identityChanged"
    case .notTaken: "notTaken"
    case .taskWithoutFetch: "taskWithoutFetch"
    case .taskWithdrawn: "taskWithdrawn"
    case .taskNotRun(.held(let hold)): hold.rawValue
    case .taskNotRun(.jumped): "clockSet"
    case .taskNotRun(.bucket): "standbyBucket"
    case .taskNotRun(.system): "taskLate"
    case .taskRefused: "taskRefused"
    case .tooLateForTask: "tooLateForTask"
    case .zoneJumped: "zoneSet"
    case .noTask: "noTask"
    }
  }

  /// The cause in a few words: `the app was in front`.
  public var words: String {
    switch self {
    case .fetchUnfinished: "the fetch had not ended"
    case .fetchFailed(.failed(let reason)): "the fetch failed (\(reason.rawValue))"
    case .fetchFailed(.otherClock(let ahead)):
      "the fetch failed (AUTH): "
        + PrefetchProblem.clockWords(serverAheadMilliseconds: ahead)
    case .fetchFailed(.keychainLocked): "the fetch failed (AUTH): the keychain was locked"
    case .fetchFailed(.notStored): "the fetched content could not be stored"
    case .fetchFailed(.forAnotherTime): "the fetched content was for another time"
    case .fetchFailed(.empty): "the fetched content was empty"
    case .fetchFailed(.noFetcher): "the host had registered no fetcher"
    case .contentLost: "the stored content was lost"
    case .tooOld: "the fetched content was too old"
    case .identityChanged: "the content was dropped with the identity"
    case .notTaken: "its content was stored, and what was shown had its own text"
    case .taskWithoutFetch: "the prefetch ran without fetching"
    case .taskWithdrawn: "the prefetch was withdrawn before it ran"
    case .taskNotRun(.held(let hold)): hold.past
    case .taskNotRun(.jumped): "the clock was set forward over its time"
    case .taskNotRun(.bucket(let name)): "the app was in standby bucket \(name)"
    case .taskNotRun(.system): "the system had not run the prefetch yet"
    case .taskRefused: "the prefetch was refused"
    case .tooLateForTask: "it was too late for a prefetch"
    case .zoneJumped: "a change of zone jumped over its time"
    case .noTask: "no prefetch was asked for"
    }
  }
}

extension PrefetchProblem {
  /// Whether it ends a fetch, also one that has sent nothing.
  var isOfFetch: Bool {
    switch self {
    case .failed, .otherClock, .keychainLocked: true
    case .notStored, .forAnotherTime, .empty, .noFetcher: false
    }
  }

  /// How the phone's clock stood when the server's was so many milliseconds ahead: `the phone's
  /// clock was 1h behind the server's`.
  public static func clockWords(serverAheadMilliseconds ahead: Int64) -> String {
    let difference = DurationText.text(Int64(ahead.magnitude))
    return "the phone's clock was \(difference) \(ahead > 0 ? "behind" : "ahead of") the server's"
  }
}

/// What kept a task, or work, from being launched in time.
public enum PrefetchDelay: Hashable, Sendable {
  /// The clock was set forward from before the task was due over the notification's time.
  case jumped
  case held(PrefetchHold)
  /// On Android a standby bucket, by its name, that defers work.
  case bucket(String)
  /// Nothing that is known: the system is free to be late.
  case system
}

/// What went wrong with a fetch or a task, by a line of the plugin.
public enum PrefetchProblem: Hashable, Sendable {
  case failed(FailureReason)
  /// The server refused the token while its clock was so many milliseconds ahead of the phone's.
  case otherClock(serverAheadMilliseconds: Int64)
  /// There was no token, since the keychain could not be read.
  case keychainLocked
  case notStored
  case forAnotherTime
  case empty
  case noFetcher

  /// The problem that a line reports; nil for a line about something else.
  init?(_ message: LogMessage) {
    if case .prefetchFailed(let reason, _) = message {
      self = .failed(reason)
      return
    }
    if case .keychainLocked = message {
      self = .keychainLocked
    } else if case .persistFailed = message {
      self = .notStored
    } else if case .contentIgnored = message {
      self = .forAnotherTime
    } else if case .contentEmpty = message {
      self = .empty
    } else if case .fetcherMissing = message {
      self = .noFetcher
    } else {
      return nil
    }
  }
}

/// Why a notification had no fetched content, with the task or fetch and the records that prove it.
public struct ContentLoss: Hashable, Sendable {
  /// Why it had none.
  public let cause: MissingContent
  /// The fetch that it is about.
  public internal(set) var fetch: TracedFetch?
  /// The task, or work, that it is about.
  public internal(set) var task: TracedTask?
  /// The records that prove it; the first is the one to tell of.
  public internal(set) var records: [UInt64] = []
  /// Since when a hold had been there.
  public internal(set) var since: TracePoint?

  init(
    _ cause: MissingContent, fetch: TracedFetch? = nil, task: TracedTask? = nil,
    records: [UInt64] = [], since: TracePoint? = nil
  ) {
    (self.cause, self.fetch, self.task) = (cause, fetch, task)
    (self.records, self.since) = (records, since)
  }
}
