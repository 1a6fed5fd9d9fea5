import JSONText

/// What everybody needs to know of a method: what it works with, what it does, and its options.
struct CallDeclaration: Sendable {
  /// What a method works with.
  enum Access {
    /// The system only: permissions, settings, battery.
    case system
    /// Stored data; nothing that is scheduled changes.
    case storedData
    /// The stored schedules, which it arms, changes or cancels: such calls keep their order.
    case schedules
  }

  let access: Access
  /// What it does or is answered with, in a sentence.
  let summary: String
  let options: [CallOption]

  private static func system(_ summary: String, _ options: CallOption...) -> CallDeclaration {
    CallDeclaration(access: .system, summary: summary, options: options)
  }

  private static func stored(_ summary: String, _ options: CallOption...) -> CallDeclaration {
    CallDeclaration(access: .storedData, summary: summary, options: options)
  }

  private static func scheduling(_ summary: String, _ options: CallOption...) -> CallDeclaration {
    CallDeclaration(access: .schedules, summary: summary, options: options)
  }

  /// The declaration of every method, in the order of the methods; made once.
  static let all = PluginMethod.allCases.map(CallDeclaration.of)

  private static func of(_ method: PluginMethod) -> CallDeclaration {
    switch method {
    case .configure:
      stored(
        "Sets what is given and keeps the rest.",
        CallOption("dbPath", .text, "Where the plugin keeps its data."),
        CallOption(
          "storage", .choice(PluginConfiguration.StorageMode.self), "How it keeps its data.",
          fallback: .known("tiered")),
        CallOption(
          "ttlSeconds", .integer(1...31_536_000),
          "How old content may be when it is shown, in seconds.", fallback: .known("86,400")),
        CallOption(
          "prefetchLeadMinutes", .integer(1...720),
          "How long before a notification its content is fetched, in minutes.",
          fallback: .known("5")),
        CallOption(
          "maxNotificationsPerDay", .integer(1...64), "The most notifications of a day.",
          fallback: .known("20")),
        CallOption(
          "retentionDays", .integer(1...365), "How long history is kept, in days.",
          fallback: .known("7")),
        CallOption(
          "permissionPolicy", .choice(PluginConfiguration.PermissionPolicy.self),
          "Whether scheduling asks for a missing permission or fails at once.",
          fallback: .known("request")),
        apiServer, activeDID,
        CallOption(
          "enableETagSupport", .flag, "Whether requests name the entity tag of what is held.",
          fallback: .known("true")))
    case .scheduleDailyNotification:
      scheduling(
        "Schedules a notification a day.", id.or("daily"), time.required, title, body, url,
        sound.or(true), vibration.or(true), priority.or("default"), timezone,
        rollover)
    case .getLastNotification: stored("The notification that was delivered last, or null.")
    case .cancelAllNotifications:
      scheduling("Cancels what is pending; what was delivered stays.")
    case .getNotificationStatus: stored("What is scheduled, what came and what did not.")
    case .updateSettings:
      scheduling(
        "Changes what is given of a stored schedule.", id.or("daily"), time, sound,
        vibration, priority, timezone, title, body, rollover)
    case .checkPermissionStatus: system("What the app may do.")
    case .requestNotificationPermissions: system("Asks the person, once per install.")
    case .isChannelEnabled:
      system(
        "Whether a channel may show notifications.",
        channel.or(.string(ScheduleKind.defaultChannel)))
    case .openChannelSettings: system("Opens the settings of a channel or of the app.", channel)
    case .getBatteryStatus:
      system("The battery, and whether the app is exempt from optimization.")
    case .requestBatteryOptimizationExemption:
      system("Leads to the setting that lets the app run in the background.")
    case .setAdaptiveScheduling:
      stored("Whether the lead widens when power is short.", enabled.required)
    case .getPowerState: system("Power as far as it bears on background work.")
    case .maintainRollingWindow: stored("Fills the window of pending requests up.")
    case .getRollingWindowStats: stored("How full the window of pending requests is.")
    case .getExactAlarmStatus: system("How exactly alarms fire.")
    case .requestExactAlarmPermission: system("Asks for exact alarms; on iOS for notifications.")
    case .openExactAlarmSettings: system("Opens the settings for exact alarms.")
    case .getRebootRecoveryStatus: stored("What the last recovery found and did.")
    case .setActiveDidFromHost: stored("Takes over the host's identity.", activeDID.required)
    case .refreshAuthenticationForNewIdentity:
      stored("Makes a token for another identity.", activeDID.required)
    case .clearCacheForNewIdentity: stored("Forgets what was fetched for another identity.")
    case .updateBackgroundTaskIdentity:
      stored("Asks for the pending task again with another identity.", activeDID.required)
    case .testJWTGeneration:
      stored("Makes a token and shows it.", activeDID.or(known: "the configured one"))
    case .testEndorserAPI:
      stored(
        "Fetches once and tells how it went.", activeDID.or(known: "the configured one"),
        apiServer.or(known: "the configured one"))
    case .coordinateBackgroundTasks: stored("Makes the pending task what the schedules ask for.")
    case .handleAppLifecycleEvent:
      stored(
        "Tells the plugin what the host went through.",
        CallOption(
          "lifecycleEvent", .choice(LifecycleEvent.self), "What the host went through.",
          isRequired: true,
          wanted: "one of " + LifecycleEvent.allCases.map(\.rawValue).joined(separator: ", ")))
    case .getCoordinationStatus: stored("Whether tasks, identity and schedules agree.")
    case .scheduleDailyReminder:
      scheduling(
        "Schedules a fixed text a day.", id.required, title.required, body.required,
        time.required, sound.or(true), vibration.or(true),
        reminderPriority.or(known: "`default`"), repeatDaily.or(true), timezone)
    case .cancelDailyReminder:
      scheduling(
        "Cancels a reminder.",
        CallOption("reminderId", .identifier, "The reminder's name.").required)
    case .getScheduledReminders: stored("The reminders.")
    case .updateDailyReminder:
      scheduling(
        "Changes a reminder in place.", id.required, title, body, time, sound, vibration,
        reminderPriority, repeatDaily, timezone)
    case .scheduleContentFetch:
      scheduling("Schedules the fetch of a dual schedule alone.", config(contentFetch))
        .spelledOut(contentFetch)
    case .scheduleUserNotification:
      scheduling("Schedules the notification of a dual schedule alone.", config(userNotification))
        .spelledOut(userNotification)
    case .scheduleDualNotification:
      scheduling(
        "Schedules a fetch and the notification that shows what it brought.",
        dualConfig)
    case .getDualScheduleStatus: stored("How the dual schedule does.")
    case .updateDualScheduleConfig:
      scheduling("Replaces the dual schedule, or schedules it.", dualConfig)
    case .cancelDualSchedule: scheduling("Cancels the dual schedule and nothing else.")
    case .pauseDualSchedule: scheduling("Disarms the dual schedule and keeps it.")
    case .resumeDualSchedule: scheduling("Arms a paused dual schedule again.")
    case .configureNativeFetcher:
      stored("Tells the plugin's own fetcher where and as whom to fetch.")
        .with(nativeFetcher)
    case .updateStarredPlans:
      stored(
        "Replaces the list of plans to fetch for.",
        CallOption(
          "planIds", .texts(countMax: 1_000, bytesMax: 256), "The plans to fetch for."
        ).required)
    case .checkStatus:
      stored("Whether notifications will be shown, and what to do where they will not.")
    case .isAlarmScheduled:
      stored(
        "Whether a notification is armed, next or at a time.",
        CallOption("id", .text, id.summary, fallback: .known("any")),
        CallOption(
          "triggerAtMillis", .integer(0...253_402_300_799_999), "Milliseconds since 1970.",
          fallback: .known("the next")))
    case .getNextAlarmTime: stored("When the next armed notification fires.")
    case .getContentCache: stored("All stored content.")
    case .clearContentCache: stored("Forgets the stored content.")
    case .getContentHistory:
      stored(
        "What was shown, the latest last.",
        CallOption("limit", .integer(1...1_000), "How many, the latest.", fallback: .value(100)))
    case .getLatestContentCache: stored("The content that was fetched last.")
    case .getStarredPlans: stored("The plans that updateStarredPlans has stored.")
    case .getSchedules: stored("What is stored as scheduled.", kind, enabled)
    case .createSchedule:
      scheduling(
        "Schedules a notification or a fetch.", kind.required,
        CallOption("cron", .cron, "Five fields of cron, instead of `clockTime`."),
        CallOption("clockTime", .wallTime, "A time of day, HH:mm, instead of `cron`."),
        id.or("daily"), enabled.or(true), title, body, url, sound, vibration,
        priority, timezone, rollover)
    case .registerCallback:
      system("The host's callback of that name gets every event.", callback)
    case .unregisterCallback:
      system("The host's callback of that name gets none any more.", callback)
    case .getRegisteredCallbacks:
      system("The registered callbacks, and how many events each has had.")
    case .requestPermissions: system("The same as requestNotificationPermissions.")
    case .skipNext:
      scheduling("Skips the next notification of a schedule; the others stay.", anyID, date)
    case .undoSkip:
      scheduling("Takes back what skipNext has skipped.", anyID, date)
    }
  }

  private func with(_ options: [CallOption]) -> CallDeclaration {
    CallDeclaration(access: access, summary: summary, options: self.options + options)
  }

  /// The same for a method that takes the parts of its `config` without it, too.
  private func spelledOut(_ parts: [CallOption]) -> CallDeclaration {
    with(parts.map(\.optional))
  }
}

// MARK: Options that several methods have

extension CallDeclaration {
  private static let id = CallOption("id", .identifier, "The name of the schedule or reminder.")
  private static let callback = CallOption("id", .identifier, "The callback's name.").required
  private static let anyID = CallOption(
    "id", .text, "The name of the schedule or reminder; `dual` is the dual schedule.",
    fallback: .value("daily"))
  private static let date = CallOption(
    "date", .date, "The date in the schedule's zone, YYYY-MM-DD.", fallback: .known("the nearest"))
  private static let time = CallOption("time", .wallTime, "The wall time, HH:MM.")
  private static let title = CallOption("title", .text, "The title that is shown without content.")
  private static let body = CallOption("body", .text, "The text that is shown without content.")
  private static let url = CallOption("url", .text, "Where the content is.")
  private static let sound = CallOption("sound", .flag, "Whether it sounds.")
  private static let vibration = CallOption("vibration", .flag, "Whether it vibrates.")
  private static let priority = CallOption(
    "priority", .choice(NotificationPriority.standard.map(\.rawValue)), "How urgent it is.")
  private static let reminderPriority = CallOption(
    "priority", .choice(NotificationPriority.self),
    "How urgent it is; `normal` with the knob reminderPriority only.")
  private static let timezone = CallOption(
    "timezone", .zone, "The zone of the wall time; the phone's unless given.")
  private static let rollover = CallOption(
    "rolloverIntervalMinutes", .integer(Rollover.minutesRange),
    "How many minutes after it the next one follows; 1 to 10080.")
  private static let repeatDaily = CallOption(
    "repeatDaily", .flag, "Whether it comes every day, or once.")
  private static let enabled = CallOption("enabled", .flag, "Whether it is on.")
  private static let kind = CallOption("kind", .choice(ScheduledTask.self), "notify or fetch.")
  private static let channel = CallOption("channelId", .text, "Android's channel.")
  private static let activeDID = CallOption("activeDid", .did, "Whom the app acts as.")
  private static let apiServer = CallOption(
    "apiServer", .server, "The address of the content API.")

  /// What call 34 takes, and what is stored of it.
  static let contentFetch = [
    enabled.required, schedule.required, CallOption("url", .server, url.summary),
    CallOption(
      "timeoutMs", .integer(1...600_000), "How long a fetch may take, in milliseconds."),
    CallOption("retryAttempts", .integer(0...10), "How often a failed fetch is tried again."),
    CallOption(
      "retryDelayMs", .integer(0...86_400_000), "How long to wait before that, in milliseconds."),
  ]

  /// What call 35 takes, and what is stored of it.
  static let userNotification = [
    enabled.required, schedule.required, title.required, body.required, sound.or(true),
    vibration.or(true), priority.or("default"),
  ]

  /// What ties both together in call 36, and what is stored of it.
  static let relationship = [
    CallOption(
      "contentTimeout", .integer(1...31_536_000_000),
      "How old the content may be when it is shown, in milliseconds.", isRequired: true,
      wanted: "milliseconds"),
    CallOption(
      "fallbackBehavior", .choice(DualConfiguration.Fallback.self),
      "What happens without fresh content."
    ).required,
    CallOption(
      "autoLink", .flag, "Whether the two are linked by themselves.", fallback: .value(true)),
  ]

  /// The three parts of the dual schedule, as calls 36 and 38 take them.
  static let dual = [
    CallOption("contentFetch", .object(contentFetch), "When and how content is fetched.").required,
    CallOption("userNotification", .object(userNotification), "When and what is shown.").required,
    CallOption(
      "relationship", .object(relationship), "How content and notification belong together."
    ).required,
  ]

  /// What is stored of the dual schedule.
  static let storedDual = dual + [CallOption("isPaused", .flag, "Whether nothing is armed.")]
  /// What is stored beside the options of `configure`.
  static let storedConfiguration = [
    CallOption("adaptive", .flag, "Whether the lead widens when power is short.")
  ]

  /// What call 42 takes, and what is stored of it.
  static let nativeFetcher = [
    CallOption("apiBaseUrl", .server, "The address that the native fetcher asks.").required,
    activeDID.required, CallOption("jwtToken", .text, "A token to begin with."),
    CallOption(
      "jwtTokens", .texts(countMax: TokenPool.countMax, bytesMax: TokenPool.bytesMax),
      "Tokens to begin with, for one date each."),
  ]

  private static let schedule = CallOption(
    "schedule", .cron, "When, as a cron expression in quotes.")

  private static func config(_ parts: [CallOption]) -> CallOption {
    CallOption("config", .object(parts), "The schedule as an object.")
  }

  private static let dualConfig = CallOption(
    "config", .object(dual), "The schedule as an object.", isRequired: true,
    wanted: "contentFetch, userNotification and relationship")
}

extension CallOption.Kind {
  /// One of the words of a type.
  fileprivate static func choice<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) -> CallOption.Kind {
    .choice(type.allCases.map(\.rawValue))
  }
}
