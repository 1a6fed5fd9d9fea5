import CivilTime
import DailyNotification
import DeviceModel
import History

/// What a mark of the timeline says: its glyph, its colour and its words come from here.
enum TimelineSign: Hashable, Sendable {
  /// A notification was shown with content, or is a reminder, which has its own text.
  case shown(ContentSource)
  /// It was shown with the schedule's default text.
  case shownWithDefault(MissingContent?)
  /// It was due and not shown, for a reason in words.
  case notShown(String)
  /// `cause`: what is known of it beyond the plugin's reason, on Android.
  case missed(MissedNotification.Reason, Certainty)
  /// It is pending; the source is that of the text that it would show.
  case planned(ContentSource)
  /// Its time has come, and the system has yet to show it; what keeps it back, if anything does.
  case overdue(PrefetchHold?)
  /// The prefetch task runs.
  case ran
  case fetched(status: Int, bytes: Int)
  case fetchFailed(FailureReason, status: Int?)
  case taskExpired
  case taskLost
  case taskNeverRan
  /// The pending task may run from here on.
  case earliest
  case crashed
  case dialogShown
  case rebooted
  case phone(PowerMachine.State)
  case app(ProcessMachine.State)
  /// A person stopped the app by force, in Android's settings.
  case appStopped
  /// An alarm of Android has gone without the app's doing: its name, and what became of it.
  case alarmLost(String, String)
  /// What Android does by itself, unseen: a phase of Doze, another standby bucket.
  case upkeep(String)
  /// A setting of Android: exact alarms, a channel, the exemption.
  case setting(String)
  case permission(String)
  case network(NetworkCondition)
  case zone(String)
  case offset(from: Int, to: Int)
  case clockSet(milliseconds: Int64)

  /// One column wide.
  var glyph: Unicode.Scalar {
    switch self {
    case .shown: "◆"
    case .shownWithDefault: "◈"
    case .notShown, .fetchFailed, .taskExpired, .taskLost, .taskNeverRan, .crashed, .alarmLost: "✗"
    case .missed(_, .certain): "✗"
    case .missed(_, .unknown): "?"
    case .planned, .overdue: "◇"
    case .ran, .fetched: "▶"
    case .earliest: "▷"
    case .rebooted: "⟳"
    case .dialogShown, .phone, .app, .appStopped, .permission, .upkeep, .setting, .network, .zone:
      "│"
    case .offset: "↯"
    case .clockSet: "±"
    }
  }

  var role: Role {
    switch self {
    case .shown, .fetched: .ok
    case .shownWithDefault, .overdue, .planned(.default): .pending
    case .notShown, .fetchFailed, .taskExpired, .taskLost, .taskNeverRan, .crashed, .alarmLost:
      .error
    case .missed(_, .certain): .error
    case .missed(_, .unknown): .pending
    case .planned: .bold
    case .ran: .ok
    case .earliest: .bold
    case .rebooted, .dialogShown, .phone, .app, .appStopped, .permission, .upkeep, .setting,
      .network, .zone, .offset, .clockSet:
      .title
    }
  }

  /// Which mark stands where two fall on one column: the larger.
  var weight: Int {
    switch self {
    case .notShown, .missed, .crashed: 9
    case .fetchFailed, .taskExpired, .taskLost, .taskNeverRan, .alarmLost: 8
    case .shownWithDefault, .overdue: 7
    case .shown: 6
    case .rebooted, .offset, .clockSet: 5
    case .planned: 4
    case .earliest: 3
    case .fetched: 2
    case .ran, .dialogShown, .phone, .app, .appStopped, .permission, .upkeep, .setting, .network,
      .zone:
      1
    }
  }

  /// Whether it is the plugin's word for a notification that was not shown.
  var isMiss: Bool { if case .missed = self { true } else { false } }

  /// Whether `>` stops here: a person can see it on the phone or in the log.
  var isSeen: Bool {
    switch self {
    case .shown, .shownWithDefault, .notShown, .missed, .overdue, .ran, .fetched, .fetchFailed,
      .taskExpired, .taskLost, .taskNeverRan, .crashed, .dialogShown, .rebooted, .phone,
      .permission, .setting, .alarmLost, .network, .zone, .offset, .clockSet:
      true
    case .app(let state): !state.isAlive
    case .appStopped: true
    case .planned, .earliest, .upkeep: false
    }
  }

  /// What happened, in words that follow the row's name: `daily shown with content`.
  var words: String {
    switch self {
    case .shown(.cache): "shown with content"
    case .shown(.live): "shown with content, fetched live"
    case .shown(.default): "shown"
    case .shownWithDefault(let why):
      "shown with default text" + (why.map { ": \($0.words)" } ?? "")
    case .notShown(let reason): "not shown: \(reason)"
    case .missed(let reason, .certain): "missed: \(reason.words)"
    case .missed(let reason, .unknown): "perhaps missed: \(reason.words)"
    case .planned(.default): "planned; there is no content for it yet"
    case .planned(.cache), .planned(.live): "planned; its content is there"
    case .overdue(let hold):
      "its time has come; " + (hold.map { "held: \($0.present)" } ?? "on its way")
    case .ran: "started"
    case .fetched(let status, let bytes): "succeeded (\(status), \(bytes) bytes)"
    case .fetchFailed(let reason, let status):
      "failed: \(reason.rawValue)" + (status.map { " (\($0))" } ?? "")
    case .taskExpired: "ran out of time"
    case .taskLost: "ended with the app's process"
    case .taskNeverRan: "never ran"
    case .earliest: "may run from now on"
    case .crashed: "crashed"
    case .dialogShown: "dialog came up"
    case .rebooted: "starts again"
    case .phone(let state): state.title
    case .app(let state): state.timelineWord
    case .appStopped: "stopped"
    case .alarmLost(let name, let fate): "alarm \(name) \(fate)"
    case .upkeep(let word), .setting(let word): word
    case .permission(let word): word
    case .network(let condition): condition.rawValue
    case .zone(let name): name
    case .offset(let from, let to):
      "clocks go \(to > from ? "forward" : "back") "
        + ClockText.length(Int64(abs(to - from)) * 1_000)
    case .clockSet(let milliseconds):
      "clock set \(milliseconds < 0 ? "back" : "forward") "
        + ClockText.length(abs(milliseconds))
    }
  }
}

extension MissedNotification.Reason {
  /// The reason in words.
  var words: String {
    switch self {
    case .notDelivered: "the system did not show it"
    case .noCodeRan: "no code of the app ran to arm it"
    case .notificationsDenied: "notifications are denied"
    case .exactAlarmDenied: "exact alarms are denied"
    case .channelBlocked: "its channel is blocked"
    case .processDied: "the app's process ended in its receiver"
    }
  }
}

extension ProcessMachine.State {
  /// The state as the timeline tells it apart.
  fileprivate var timelineWord: String {
    switch self {
    case .notRunning: "not running"
    case .launching, .foreground, .inactive: "in front"
    case .background, .suspended: "in the background"
    case .terminatedBySystem: "ended by the system"
    case .forceQuit: "swiped away"
    }
  }
}
