/// The table of the plugin's log lines: event name, category, level and wording.
///
/// The wording has a place for each field, with its kind. Strings, documents, the readers of logs
/// and the check of the schema derive from it.
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
  case workScheduled
  case workReadBack
  case workStarted
  case workCompleted
  case workExpired
  case workMissed
  case prefetchSucceeded
  case prefetchFailed
  case contentIgnored
  case contentEmpty
  case contentDiscarded
  case notificationPlanned
  case requestReadBack
  case exactAlarmsDenied
  case alarmRefused
  case notificationDelivered
  case notificationMissed
  case missesLeftOut
  case skipsLeftOut
  case notificationPostponed
  case drifted
  case rearmed
  case recovered
  case recoveredQuietly
  case schedulePersisted
  case persistFailed
  case quarantined
  case zoneFollowed
  case notificationSkipped
  case channelDecides
  case skipRequested
  case skipUndone
  case delegateTaken
  case dualFetchPlanned
  case tokenIssued
  case keyMissing
  case keychainLocked
  case fetcherRegistered
  case fetcherMissing
  case identityChanged
  case adaptiveSet

  /// The category the line speaks for.
  public var category: LogCategory { row.category }
  /// The least level at which the line is written.
  public var level: LogLevel { row.level }
  /// The levels at which the line is written; which one, the message decides.
  public var levels: [LogLevel] { self == .called ? [.debug, .info] : [level] }
  /// The message with a place for each field that it shows.
  public var template: LogTemplate { LogLine.templates[self] ?? row.template() }
  /// How earlier versions of the plugin have written the message, which says more today.
  public var earlierTemplates: [LogTemplate] {
    self == .notificationDelivered
      ? ["Notification delivered (id=\(.text("id")), source=\(.text("source")))"] : []
  }
  /// All fields of the line's message; the text may leave some out.
  public var fields: [LogField] { template.fields + row.unshown }

  /// The line of a task that says what a line of work says; any other line itself.
  public var meaning: LogLine { LogLine.meanings[self] ?? self }

  private static let meanings: [LogLine: LogLine] = [
    .workScheduled: .taskScheduled, .workReadBack: .taskReadBack, .workStarted: .taskStarted,
    .workCompleted: .taskCompleted, .workExpired: .taskExpired, .workMissed: .taskMissed,
  ]

  /// Made once: every line that is shown asks for its template.
  private static let templates = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.row.template()) })

  private struct Row {
    let category: LogCategory
    let level: LogLevel
    /// Made only when it is read: a line's level is asked for far more often.
    let template: () -> LogTemplate
    /// The fields that the text leaves out.
    let unshown: [LogField]

    init(
      _ category: LogCategory, _ level: LogLevel,
      _ template: @autoclosure @escaping () -> LogTemplate, unshown: [LogField] = []
    ) {
      self.category = category
      self.level = level
      self.template = template
      self.unshown = unshown
    }
  }

  private var row: Row {
    switch self {
    case .configureCalled: Row(.plugin, .info, "\(.text("method"))() called")
    case .called: Row(.plugin, .debug, "\(.text("method"))() called")
    case .ready: Row(.plugin, .info, "status = ready")
    case .permissionsRequested: Row(.plugin, .info, "requestPermissions() → \(.text("answer"))")
    case .notificationsDenied: Row(.plugin, .warning, "notifications_denied for \(.text("method"))")
    case .unknownOption:
      Row(
        .plugin, .warning,
        "Unknown option ignored (method=\(.text("method")), key=\(.text("key")))")
    case .settingsRead:
      Row(.plugin, .debug, "Notification settings read (status=\(.text("status")))")
    case .dailyScheduled:
      Row(.scheduler, .info, "scheduleDailyNotification() → notificationTime=\(.time("time"))")
    case .prefetchPlanned:
      Row(.fetch, .info, "Scheduling prefetch for notification at \(.time("time"))")
    case .prefetchSkipped: Row(.fetch, .info, "Prefetch skipped (ahead=\(.seconds("seconds"))s)")
    case .taskScheduled:
      Row(.fetch, .info, "BGAppRefreshTask scheduled (earliestBeginDate=\(.time("date")))")
    case .taskReadBack:
      Row(.fetch, .debug, "Pending task read back (earliestBeginDate=\(.optionalTime("date")))")
    case .taskRefused:
      Row(.fetch, .warning, "Background fetch scheduling failed (code=\(.number("code")))")
    case .taskRefusedOnSimulator:
      Row(.fetch, .warning, "Background fetch scheduling failed (expected on simulator)")
    case .taskStarted:
      Row(
        .fetch, .info,
        """
        BGTask started (earliestBeginDate=\(.optionalTime("date")), actual=\(.time("actual")), \
        late=\(.seconds("late"))s)
        """)
    case .taskCompleted: Row(.fetch, .info, "BGTask completed (success=\(.flag("success")))")
    case .taskExpired: Row(.fetch, .warning, "BGTask expired")
    case .taskMissed: Row(.fetch, .warning, "BGTask missed window; rescheduling")
    case .workScheduled:
      Row(.fetch, .info, "Work scheduled (earliestBeginDate=\(.time("date")))")
    case .workReadBack:
      Row(.fetch, .debug, "Pending work read back (earliestBeginDate=\(.optionalTime("date")))")
    case .workStarted:
      Row(
        .fetch, .info,
        """
        Work started (earliestBeginDate=\(.optionalTime("date")), actual=\(.time("actual")), \
        late=\(.seconds("late"))s)
        """)
    case .workCompleted: Row(.fetch, .info, "Work completed (success=\(.flag("success")))")
    case .workExpired: Row(.fetch, .warning, "Work expired")
    case .workMissed: Row(.fetch, .warning, "Work missed window; rescheduling")
    case .prefetchSucceeded:
      Row(
        .fetch, .info,
        "Prefetch succeeded (status=\(.number("status")), bytes=\(.number("bytes")))")
    case .prefetchFailed:
      Row(
        .fetch, .warning,
        "Prefetch failed (reason=\(.text("reason")), status=\(.optionalNumber("status")))")
    case .contentIgnored:
      Row(
        .fetch, .info,
        """
        Content stored, not used (scheduled_for=\(.time("scheduledFor")), \
        wanted=\(.time("time")))
        """)
    case .contentEmpty:
      Row(
        .fetch, .info, "Nothing new for \(.time("time")) (result=\(.text("result")))")
    case .contentDiscarded:
      Row(
        .fetch, .info,
        """
        Content discarded: too old for \(.time("time")) (age=\(.seconds("age"))s, \
        ttl=\(.seconds("ttl"))s)
        """)
    case .notificationPlanned:
      Row(.scheduler, .info, "Scheduling notification for \(.time("time"))")
    case .requestReadBack:
      Row(.scheduler, .debug, "Pending request read back (\(.text("identifier")))")
    case .exactAlarmsDenied:
      Row(
        .scheduler, .warning,
        "Exact alarms are denied: nothing is armed (schedules=\(.number("schedules")))")
    case .alarmRefused:
      Row(
        .scheduler, .warning,
        "Alarm refused (id=\(.text("id")), planned=\(.time("time")))")
    case .notificationDelivered:
      Row(
        .scheduler, .info,
        """
        Notification delivered (id=\(.text("id")), source=\(.text("source")), \
        planned=\(.time("time")))
        """)
    case .notificationMissed:
      Row(
        .recovery, .warning,
        """
        Notification missed (id=\(.text("id")), planned=\(.time("time")), \
        reason=\(.text("reason")), certainty=\(.text("certainty")))
        """)
    case .missesLeftOut:
      Row(
        .recovery, .warning,
        """
        Older misses not listed (id=\(.text("id")), from=\(.time("from")), \
        before=\(.time("before")))
        """)
    case .skipsLeftOut:
      Row(
        .dual, .info,
        """
        Older skipped notifications not listed (id=\(.text("id")), from=\(.time("from")), \
        before=\(.time("before")))
        """)
    case .notificationPostponed:
      Row(.scheduler, .info, "Notification postponed (id=\(.text("id")), until=\(.time("time")))")
    case .drifted:
      Row(.scheduler, .warning, "notification drift > 180s", unshown: [.seconds("seconds")])
    case .rearmed: Row(.recovery, .info, "Re-armed (count=\(.number("count")))")
    case .recovered:
      Row(
        .recovery, .info,
        """
        scenario=\(.text("scenario")) missed=\(.number("missed")) \
        verified=\(.number("verified")) rescheduled=\(.number("rescheduled"))
        """)
    case .recoveredQuietly:
      Row(
        .recovery, .debug,
        """
        scenario=\(.text("scenario")) missed=\(.number("missed")) \
        verified=\(.number("verified")) rescheduled=\(.number("rescheduled"))
        """)
    case .schedulePersisted:
      Row(
        .storage, .info,
        """
        Persisted schedule to DB (id=\(.text("id")), type=\(.text("type")), \
        time=\(.text("time")), next=\(.time("next")))
        """)
    case .persistFailed: Row(.storage, .error, "Persist failed (\(.text("what")))")
    case .quarantined: Row(.storage, .warning, "Quarantined (\(.text("what")))")
    case .zoneFollowed:
      Row(
        .scheduler, .info,
        "Zone followed (id=\(.text("id")), zone=\(.text("zone")), next=\(.time("next")))")
    case .notificationSkipped:
      Row(
        .dual, .info,
        "Notification skipped without fresh content (id=\(.text("id")), planned=\(.time("time")))")
    case .channelDecides:
      Row(
        .scheduler, .info,
        """
        Channel decides, see openChannelSettings (channel=\(.text("channel")), \
        asked=\(.text("asked")))
        """)
    case .skipRequested:
      Row(
        .scheduler, .info,
        """
        Notification skipped as the host asked (id=\(.text("id")), type=\(.text("type")), \
        date=\(.text("date")), planned=\(.time("time")))
        """)
    case .skipUndone:
      Row(
        .scheduler, .info,
        """
        Notification no longer skipped (id=\(.text("id")), type=\(.text("type")), \
        date=\(.text("date")), planned=\(.time("time")))
        """)
    case .delegateTaken:
      Row(.scheduler, .warning, "Notification delegate taken by other code of the app")
    case .dualFetchPlanned:
      Row(
        .dual, .info,
        "Content fetch planned (schedule=\(.text("schedule")), earliestBeginDate=\(.time("date")))")
    case .tokenIssued:
      Row(.identity, .debug, "Token issued (expires=\(.time("time")), signer=\(.text("signer")))")
    case .keyMissing:
      Row(.identity, .warning, "No key in the keychain (did=\(.text("did")))")
    case .keychainLocked:
      Row(.identity, .warning, "Keychain locked with the phone (did=\(.text("did")))")
    case .fetcherRegistered: Row(.fetch, .info, "Native fetcher registered")
    case .fetcherMissing:
      Row(.fetch, .warning, "No native fetcher registered: the plugin's own content instead")
    case .identityChanged:
      Row(.identity, .debug, "Identity changed (cleared=\(.number("cleared")))")
    case .adaptiveSet:
      Row(
        .power, .debug,
        "Adaptive scheduling set (enabled=\(.flag("enabled")), lead=\(.number("minutes"))min)")
    }
  }
}
