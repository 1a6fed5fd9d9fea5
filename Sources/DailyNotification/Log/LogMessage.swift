public import SimulationCore

/// What the plugin logs: an event with its values; its string comes from the row in `LogLine`.
///
/// A log line is added in this file alone: a case here, its row in `LogLine`, its fields.
public enum LogMessage: Hashable, Sendable {
  case called(method: String)
  case ready
  case permissionsRequested(answer: String)
  case notificationsDenied(method: String)
  case unknownOption(method: String, keys: String)
  case settingsRead(status: AuthorizationStatus)
  case dailyScheduled(notificationTime: Int64)
  case prefetchPlanned(notificationTime: Int64)
  case prefetchSkipped(aheadSeconds: Int64)
  case taskScheduled(earliestBeginDate: Int64)
  case taskReadBack(earliestBeginDate: Int64?)
  case taskRefused(code: Int)
  case taskRefusedOnSimulator
  case taskStarted(earliestBeginDate: Int64?, actual: Int64, lateSeconds: Int64)
  case taskCompleted(isSuccess: Bool)
  case taskExpired
  case taskMissed
  case prefetchSucceeded(status: Int, bytes: Int)
  case prefetchFailed(reason: FailureReason, status: Int?)
  case contentIgnored(scheduledFor: Int64, notificationTime: Int64)
  case contentDiscarded(notificationTime: Int64, ageSeconds: Int64, ttlSeconds: Int64)
  case notificationPlanned(time: Int64)
  case requestReadBack(identifier: String)
  case notificationDelivered(id: String, source: ContentSource)
  case notificationMissed(id: String, plannedTime: Int64)
  case drifted(seconds: Int64)
  case recovered(scenario: RecoveryScenario, missed: Int, verified: Int, rescheduled: Int)
  case schedulePersisted(id: String, kind: String, time: String, next: Int64)
  case persistFailed(what: String)
  case quarantined(what: String)
  case zoneFollowed(id: String, zone: String, next: Int64)
  case notificationSkipped(id: String, plannedTime: Int64)
  case dualFetchPlanned(schedule: String, date: Int64)
  case tokenIssued(expiresAt: Int64, signer: String)
  case identityChanged(cleared: Int)
  case adaptiveSet(isEnabled: Bool, leadMinutes: Int64)
}

extension LogMessage {
  /// The row of the line table that this message belongs to.
  public var line: LogLine {
    switch self {
    case .called(let method): method == "configure" ? .configureCalled : .called
    case .ready: .ready
    case .permissionsRequested: .permissionsRequested
    case .notificationsDenied: .notificationsDenied
    case .unknownOption: .unknownOption
    case .settingsRead: .settingsRead
    case .dailyScheduled: .dailyScheduled
    case .prefetchPlanned: .prefetchPlanned
    case .prefetchSkipped: .prefetchSkipped
    case .taskScheduled: .taskScheduled
    case .taskReadBack: .taskReadBack
    case .taskRefused: .taskRefused
    case .taskRefusedOnSimulator: .taskRefusedOnSimulator
    case .taskStarted: .taskStarted
    case .taskCompleted: .taskCompleted
    case .taskExpired: .taskExpired
    case .taskMissed: .taskMissed
    case .prefetchSucceeded: .prefetchSucceeded
    case .prefetchFailed: .prefetchFailed
    case .contentIgnored: .contentIgnored
    case .contentDiscarded: .contentDiscarded
    case .notificationPlanned: .notificationPlanned
    case .requestReadBack: .requestReadBack
    case .notificationDelivered: .notificationDelivered
    case .notificationMissed: .notificationMissed
    case .drifted: .drifted
    case .recovered(let scenario, _, _, _):
      scenario.isQuiet ? .recoveredQuietly : .recovered
    case .schedulePersisted: .schedulePersisted
    case .persistFailed: .persistFailed
    case .quarantined: .quarantined
    case .zoneFollowed: .zoneFollowed
    case .notificationSkipped: .notificationSkipped
    case .dualFetchPlanned: .dualFetchPlanned
    case .tokenIssued: .tokenIssued
    case .identityChanged: .identityChanged
    case .adaptiveSet: .adaptiveSet
    }
  }

  /// Shows the message's fields, named as in the line's template.
  public func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .called(let method), .notificationsDenied(let method):
      visitor.field("method", method)
    case .ready, .taskExpired, .taskMissed, .taskRefusedOnSimulator: break
    case .permissionsRequested(let answer): visitor.field("answer", answer)
    case .unknownOption(let method, let keys):
      visitor.field("method", method)
      visitor.field("key", keys)
    case .settingsRead(let status): visitor.field("status", status.rawValue)
    case .dailyScheduled(let time), .prefetchPlanned(let time): visitor.time("time", time)
    case .prefetchSkipped(let seconds), .drifted(let seconds): visitor.field("seconds", seconds)
    case .taskScheduled(let date): visitor.time("date", date)
    case .taskReadBack(let date): visitor.time("date", date)
    case .taskRefused(let code): visitor.field("code", Int64(code))
    case .taskCompleted(let isSuccess): visitor.field("success", isSuccess)
    case .notificationPlanned(let time): visitor.time("time", time)
    case .requestReadBack(let identifier): visitor.field("identifier", identifier)
    case .persistFailed(let what), .quarantined(let what): visitor.field("what", what)
    case .taskStarted(let date, let actual, let late):
      visitor.time("date", date)
      visitor.time("actual", actual)
      visitor.field("late", late)
    case .prefetchSucceeded(let status, let bytes):
      visitor.field("status", Int64(status))
      visitor.field("bytes", Int64(bytes))
    case .prefetchFailed(let reason, let status):
      visitor.field("reason", reason.rawValue)
      visitor.field("status", status.map(String.init) ?? "none")
    case .contentIgnored(let scheduledFor, let time):
      visitor.time("scheduledFor", scheduledFor)
      visitor.time("time", time)
    case .contentDiscarded(let time, let age, let ttl):
      visitor.time("time", time)
      visitor.field("age", age)
      visitor.field("ttl", ttl)
    case .notificationDelivered(let id, let source):
      visitor.field("id", id)
      visitor.field("source", source.rawValue)
    case .notificationMissed(let id, let time), .notificationSkipped(let id, let time):
      visitor.field("id", id)
      visitor.time("time", time)
    case .recovered(let scenario, let missed, let verified, let rescheduled):
      visitor.field("scenario", scenario.rawValue)
      visitor.field("missed", Int64(missed))
      visitor.field("verified", Int64(verified))
      visitor.field("rescheduled", Int64(rescheduled))
    case .schedulePersisted(let id, let kind, let time, let next):
      visitor.field("id", id)
      visitor.field("type", kind)
      visitor.field("time", time)
      visitor.time("next", next)
    case .zoneFollowed(let id, let zone, let next):
      visitor.field("id", id)
      visitor.field("zone", zone)
      visitor.time("next", next)
    case .dualFetchPlanned(let schedule, let date):
      visitor.field("schedule", schedule)
      visitor.time("date", date)
    case .tokenIssued(let expiresAt, let signer):
      visitor.time("time", expiresAt)
      visitor.field("signer", signer)
    case .identityChanged(let cleared): visitor.field("cleared", Int64(cleared))
    case .adaptiveSet(let isEnabled, let minutes):
      visitor.field("enabled", isEnabled)
      visitor.field("minutes", minutes)
    }
  }
}

/// The table of the plugin's log lines: event name, category, level, template.
///
/// Strings, documents and validators share it. A template's `{name}` stands for the field `name`.
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
  case contentDiscarded
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
    case .taskStarted:
      (.fetch, .info, "BGTask started (earliestBeginDate={date}, actual={actual}, late={late}s)")
    case .taskCompleted: (.fetch, .info, "BGTask completed (success={success})")
    case .taskExpired: (.fetch, .warning, "BGTask expired")
    case .taskMissed: (.fetch, .warning, "BGTask missed window; rescheduling")
    case .prefetchSucceeded: (.fetch, .info, "Prefetch succeeded (status={status}, bytes={bytes})")
    case .prefetchFailed: (.fetch, .warning, "Prefetch failed (reason={reason}, status={status})")
    case .contentIgnored:
      (.fetch, .debug, "Content stored, not used (scheduled_for={scheduledFor}, wanted={time})")
    case .contentDiscarded:
      (.fetch, .info, "Content discarded: too old for {time} (age={age}s, ttl={ttl}s)")
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
    case .zoneFollowed: (.scheduler, .debug, "Zone followed (id={id}, zone={zone}, next={next})")
    case .notificationSkipped:
      (.dual, .debug, "Notification skipped without fresh content (id={id}, planned={time})")
    case .dualFetchPlanned:
      (.dual, .debug, "Content fetch planned (schedule={schedule}, earliestBeginDate={date})")
    case .tokenIssued: (.identity, .debug, "Token issued (expires={time}, signer={signer})")
    case .identityChanged: (.identity, .debug, "Identity changed (cleared={cleared})")
    case .adaptiveSet:
      (.power, .debug, "Adaptive scheduling set (enabled={enabled}, lead={minutes}min)")
    }
  }
}
