public import DailyNotification
public import DeviceModel

/// Something that went wrong on a phone, and when a later success ended it.
public struct PhoneError: Hashable, Sendable {
  /// What has to succeed so that it is over.
  public enum Subject: Hashable, Sendable {
    /// A call of the plugin, by its method.
    case call(String)
    case fetch
    case task
    case delivery
    case app
    /// Nothing does; only a person can take note of it.
    case other
  }

  /// What went wrong.
  public enum Cause: Hashable, Sendable {
    case callRejected(method: String, String)
    /// The app's process ended before the call was answered.
    case callLost(method: String)
    case appCrashed(String)
    case notShown(NotDeliveredReason)
    /// A warning or an error of the plugin.
    case line(LogMessage)
  }

  /// What it is about.
  public let subject: Subject
  /// What went wrong.
  public let cause: Cause
  /// When it did.
  public let point: TracePoint
  /// When the same succeeded later; nil while it has not.
  public internal(set) var resolved: TracePoint?

  /// What went wrong, in words.
  public var text: String {
    switch cause {
    case .callRejected(let method, let kind): "\(method): \(kind)"
    case .callLost(let method): "\(method) lost: the app's process ended"
    case .appCrashed(let reason): "the app crashed: \(reason)"
    case .notShown(let reason): "a notification was not shown: \(reason.rawValue)"
    case .line(let message): message.body
    }
  }
}

/// The errors of a run, of more than 4,096 the latest.
struct PhoneErrors: Sendable {
  private(set) var list = KeptList<PhoneError>(countMax: 4_096)
  /// The places of those that are not over.
  private var open: [PhoneError.Subject: [Int]] = [:]

  mutating func add(_ subject: PhoneError.Subject, _ cause: PhoneError.Cause, _ point: TracePoint) {
    let place = list.append(PhoneError(subject: subject, cause: cause, point: point))
    // Those before the first that is kept are forgotten.
    let first = list.omittedCount
    open[subject, default: []].append(place)
    if open[subject]?.first ?? first < first { open[subject]?.removeAll { $0 < first } }
  }

  /// What a subject is about has succeeded.
  mutating func resolve(_ subject: PhoneError.Subject, at point: TracePoint) {
    guard let places = open.removeValue(forKey: subject) else { return }
    for place in places { list.change(place) { $0.resolved = point } }
  }
}

extension PhoneErrors {
  /// Takes what went wrong, or what has succeeded, by the next record.
  mutating func take(_ payload: DeviceRecord, at point: TracePoint, showing: Showing?) {
    switch payload {
    case .plugin(.log(let message)): take(message, point)
    case .process(.changed(let state)): if state.isOnScreen { resolve(.app, at: point) }
    case .process(.crashed(let reason)): add(.app, .appCrashed(reason), point)
    case .plugin(.replied(let call, .rejected(let rejection))):
      let cause = PhoneError.Cause.callRejected(
        method: call.method, rejection.kind.rawValue)
      add(.call(call.method), cause, point)
    case .plugin(.replied(let call, .value)): resolve(.call(call.method), at: point)
    case .plugin(.callLost(let call)):
      add(.call(call.method), .callLost(method: call.method), point)
    case .notification(.delivered):
      if showing?.purpose == .occurrence { resolve(.delivery, at: point) }
    case .notification(.notDelivered(let item)) where item.content.owner == .plugin:
      add(.delivery, .notShown(item.reason), point)
    case .command, .plugin, .power, .authorization, .request, .notification, .task, .fetch,
      .storage, .android:
      break
    }
  }

  private mutating func take(_ message: LogMessage, _ point: TracePoint) {
    let line = message.line
    if line == .prefetchSucceeded { resolve(.fetch, at: point) }
    if line.meaning == .taskStarted { resolve(.task, at: point) }
    guard message.level >= .warning, line != .unknownOption, line != .taskRefusedOnSimulator else {
      return
    }
    add(PhoneError.Subject(line), .line(message), point)
  }
}

extension PhoneError.Subject {
  /// What a line of the log that reports an error is about.
  fileprivate init(_ line: LogLine) {
    switch line.category {
    case .fetch: self = line == .prefetchFailed ? .fetch : .task
    case .plugin, .scheduler, .storage, .recovery, .dual, .identity, .power:
      self = .other
    }
  }
}
