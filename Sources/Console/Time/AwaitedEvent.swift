import DailyNotification
import DeviceModel

/// A kind of event that a person wants to go to: `next miss`, `next DST`.
enum AwaitedEvent: String, Hashable, Sendable, CaseIterable {
  case notification
  case miss
  case prefetch
  case task
  case failure
  case dst = "DST"
  case fallBack = "fall back"
  case springForward = "spring forward"
  case reboot

  /// The words before a kind of event.
  private static let prefix = "next "

  /// The event as it is typed: `next miss`.
  var text: String { AwaitedEvent.prefix + rawValue }

  /// The events as they are typed.
  static let texts = allCases.map(\.text)

  /// Reads `next miss`, in any case; nil for other text.
  ///
  /// `next test failure` is the next failure.
  init?(text: String) {
    let words = text.lowercased().split(separator: " ").joined(separator: " ")
    guard words.hasPrefix(AwaitedEvent.prefix) else { return nil }
    var name = String(words.dropFirst(AwaitedEvent.prefix.count))
    if name == "test failure" { name = AwaitedEvent.failure.rawValue }
    guard let event = AwaitedEvent.allCases.first(where: { $0.rawValue.lowercased() == name })
    else { return nil }
    self = event
  }

  /// What it is, for the list of suggestions.
  var summary: String {
    switch self {
    case .notification: "the next notification that is shown"
    case .miss: "the next notification that is due and not shown"
    case .prefetch: "the end of the next prefetch, or that it never ran"
    case .task: "the next start of the prefetch"
    case .failure: "the next error line, crash, failed prefetch or broken invariant"
    case .dst: "the next change of the zone's clocks"
    case .fallBack: "the next time that the zone's clocks go back"
    case .springForward: "the next time that the zone's clocks go forward"
    case .reboot: "the next restart, among what was done (in the past)"
    }
  }

  /// Whether it is a change of the zone's clocks, in either direction or one.
  var isOfClocks: Bool {
    switch self {
    case .dst, .fallBack, .springForward: true
    case .notification, .miss, .prefetch, .task, .failure, .reboot: false
    }
  }

  /// Whether a change of the zone's clocks is such an event; offsets from UTC are in seconds.
  func isClockChange(from before: Int, to after: Int) -> Bool {
    switch self {
    case .dst: true
    case .fallBack: after < before
    case .springForward: after > before
    case .notification, .miss, .prefetch, .task, .failure, .reboot: false
    }
  }

  /// Whether a mark of the timeline is such an event.
  func isMark(_ sign: TimelineSign) -> Bool {
    switch sign {
    case .shown, .shownWithDefault: self == .notification
    case .notShown, .missed: self == .miss
    case .fetched: self == .prefetch
    case .fetchFailed, .taskExpired, .taskLost, .taskNeverRan:
      self == .prefetch || self == .failure
    case .ran: self == .task
    case .crashed: self == .failure
    case .offset(let before, let after): isClockChange(from: before, to: after)
    case .rebooted: self == .reboot
    case .planned, .overdue, .earliest, .dialogShown, .phone, .app, .appStopped, .alarmLost,
      .permission, .upkeep, .setting, .network, .zone, .clockSet:
      false
    }
  }
}
