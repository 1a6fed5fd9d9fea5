/// The table of the plugin's log lines: event name, category, level, template.
///
/// Text, documentation and validators share it. A template's `{name}` stands for the field `name`.
public enum LogLine: String, Hashable, Sendable, CaseIterable {
  case configureCalled
  case called
  case ready
  case permissionsRequested
  case notificationsDenied
  case unknownOption
  case settingsRead
  case dailyScheduled
  case prefetchPlanned
  case prefetchSkipped
  case taskScheduled
  case taskReadBack
  case taskRefused
  case taskRefusedOnSimulator
  case taskStarted
  case taskCompleted
  case taskExpired
  case taskMissed
  case prefetchSucceeded
  case prefetchFailed
  case contentIgnored
  case notificationPlanned
  case requestReadBack
  case notificationDelivered
  case notificationMissed
  case drifted
  case recovered
  case recoveredQuietly
  case schedulePersisted
  case persistFailed
  case quarantined
  case zoneFollowed
  case notificationSkipped
  case dualFetchPlanned
  case tokenIssued
  case identityChanged
  case adaptiveSet

  /// The category the line speaks for.
  public var category: LogCategory { row.category }
  /// The line's level.
  public var level: LogLevel { row.level }
  /// The message with its placeholders.
  public var template: StaticString { row.template }

  private var row: (category: LogCategory, level: LogLevel, template: StaticString) {
    switch self {
    case .configureCalled: (.plugin, .info, "{method}() called")
    case .called: (.plugin, .debug, "{method}() called")
    case .ready: (.plugin, .info, "status = ready")
    case .permissionsRequested: (.plugin, .info, "requestPermissions() → {answer}")
    case .notificationsDenied: (.plugin, .warning, "notifications_denied for {method}")
    case .unknownOption:
      (.plugin, .warning, "Unknown option ignored (method={method}, key={key})")
    case .settingsRead: (.plugin, .debug, "Notification settings read (status={status})")
    case .dailyScheduled:
      (.scheduler, .info, "scheduleDailyNotification() → notificationTime={time}")
    case .prefetchPlanned: (.fetch, .info, "Scheduling prefetch for notification at {time}")
    case .prefetchSkipped: (.fetch, .info, "Prefetch skipped (ahead={seconds}s)")
    case .taskScheduled:
      (.fetch, .info, "BGAppRefreshTask scheduled (earliestBeginDate={date})")
    case .taskReadBack: (.fetch, .debug, "Pending task read back (earliestBeginDate={date})")
    case .taskRefused: (.fetch, .warning, "Background fetch scheduling failed (code={code})")
    case .taskRefusedOnSimulator:
      (.fetch, .warning, "Background fetch scheduling failed (expected on simulator)")
    default: laterRow
    }
  }

  private var laterRow: (category: LogCategory, level: LogLevel, template: StaticString) {
    switch self {
    case .taskStarted:
      (.fetch, .info, "BGTask started (earliestBeginDate={date}, actual={actual}, late={late}s)")
    case .taskCompleted: (.fetch, .info, "BGTask completed (success={success})")
    case .taskExpired: (.fetch, .warning, "BGTask expired")
    case .taskMissed: (.fetch, .warning, "BGTask missed window; rescheduling")
    case .prefetchSucceeded: (.fetch, .info, "Prefetch succeeded (status={status}, bytes={bytes})")
    case .prefetchFailed: (.fetch, .warning, "Prefetch failed (reason={reason}, status={status})")
    case .contentIgnored:
      (.fetch, .debug, "Content stored, not used (scheduled_for={scheduledFor}, wanted={time})")
    case .notificationPlanned: (.scheduler, .info, "Scheduling notification for {time}")
    case .requestReadBack: (.scheduler, .debug, "Pending request read back ({identifier})")
    case .notificationDelivered:
      (.scheduler, .info, "Notification delivered (id={id}, source={source})")
    case .notificationMissed: (.recovery, .debug, "Notification missed (id={id}, planned={time})")
    case .drifted: (.scheduler, .warning, "notification drift > 180s")
    case .recovered:
      (
        .recovery, .info,
        "scenario={scenario} missed={missed} verified={verified} rescheduled={rescheduled}"
      )
    case .recoveredQuietly:
      (
        .recovery, .debug,
        "scenario={scenario} missed={missed} verified={verified} rescheduled={rescheduled}"
      )
    case .schedulePersisted:
      (.storage, .info, "Persisted schedule to DB (id={id}, type={type}, time={time}, next={next})")
    case .persistFailed: (.storage, .error, "Persist failed ({what})")
    case .quarantined: (.storage, .warning, "Quarantined ({what})")
    default: latestRow
    }
  }

  private var latestRow: (category: LogCategory, level: LogLevel, template: StaticString) {
    switch self {
    case .zoneFollowed: (.scheduler, .debug, "Zone followed (id={id}, zone={zone}, next={next})")
    case .notificationSkipped:
      (.dual, .debug, "Notification skipped without fresh content (id={id}, planned={time})")
    case .dualFetchPlanned:
      (.dual, .debug, "Content fetch planned (schedule={schedule}, earliestBeginDate={date})")
    case .tokenIssued: (.identity, .debug, "Token issued (expires={time}, signer={signer})")
    case .identityChanged: (.identity, .debug, "Identity changed (cleared={cleared})")
    default: (.power, .debug, "Adaptive scheduling set (enabled={enabled}, lead={minutes}min)")
    }
  }
}
