/// What the plugin does where its versions differ; it is given to it at its start and stays.
///
/// The default of each is what this plugin does; the others are what other versions of it do.
public struct PluginChoices: Hashable, Sendable {
  /// How old content may be at its trigger while `configure` says nothing.
  public enum TTLDefault: String, Hashable, CaseIterable, Sendable {
    case day = "24h"
    case halfHour = "30m"

    /// The same in seconds.
    public var seconds: Int64 {
      switch self {
      case .day: 86_400
      case .halfHour: 1800
      }
    }
  }

  /// How long before its notification content is fetched while `configure` says nothing.
  public enum LeadDefault: String, Hashable, CaseIterable, Sendable {
    case fiveMinutes = "5m"
    case quarterHour = "15m"

    /// The same in minutes.
    public var minutes: Int64 {
      switch self {
      case .fiveMinutes: 5
      case .quarterHour: 15
      }
    }
  }

  /// The zone of a reminder whose call names none: the phone's, which it follows, or UTC.
  public enum ReminderZone: String, Hashable, CaseIterable, Sendable { case device, utc }

  /// The priority of a reminder whose call names none; `normal` is a word of its own then.
  public enum ReminderPriority: String, Hashable, CaseIterable, Sendable {
    case standard = "default"
    case normal

    /// The priority that it stands for.
    var priority: NotificationPriority {
      switch self {
      case .standard: .default
      case .normal: .normal
      }
    }
  }

  /// When the next day's notification comes: at the same time by the wall clock, or 24 hours later.
  public enum DailyRollover: String, Hashable, CaseIterable, Sendable {
    case wallClock
    case elapsed

    /// After how many minutes the next one follows; nil by the wall clock.
    var minutes: Int64? {
      switch self {
      case .wallClock: nil
      case .elapsed: Rollover.dayMinutes
      }
    }
  }

  /// When the dual schedule's notification is armed: at once, with the default text until content
  /// replaces that, or only after its fetch has ended.
  public enum DualMode: String, Hashable, CaseIterable, Sendable { case replace, chained }

  /// What an answer means whose list has no rows: a failed fetch, nothing to show, or content that
  /// the plugin makes up.
  public enum EmptyResult: String, Hashable, CaseIterable, Sendable { case fail, skip, synthetic }

  /// How often a failed fetch is tried again: three times, or as the platform's other rule says.
  public enum FetchRetries: String, Hashable, CaseIterable, Sendable { case three, upstream }

  /// By which codes rejections are known: this plugin's words, or those of the other where it has
  /// others.
  public enum ErrorNames: String, Hashable, CaseIterable, Sendable { case own, upstream }

  /// What a fetch asks a server for: the content of a notification, or what has changed of the
  /// starred plans since the row that an earlier answer ended with.
  public enum ContentAPI: String, Hashable, CaseIterable, Sendable {
    case content
    case plansLastUpdatedBetween
  }

  /// Who fetches: the plugin itself, or a fetcher of the host's, which the host registers at each
  /// start of its process, or forgets to.
  public enum FetcherRegistration: String, Hashable, CaseIterable, Sendable {
    case builtIn
    case registered
    case forgotten
  }

  /// Default 24h.
  public var ttlDefault = TTLDefault.day
  /// Default 5m.
  public var leadDefault = LeadDefault.fiveMinutes
  /// Default device.
  public var reminderZone = ReminderZone.device
  /// Default default.
  public var reminderPriority = ReminderPriority.standard
  /// Default wallClock.
  public var dailyRollover = DailyRollover.wallClock
  /// Default replace.
  public var dualMode = DualMode.replace
  /// Default fail.
  public var emptyResult = EmptyResult.fail
  /// Default three.
  public var fetchRetries = FetchRetries.three
  /// Default own.
  public var errorNames = ErrorNames.own
  /// Default content.
  public var contentAPI = ContentAPI.content
  /// Default builtIn.
  public var nativeFetcher = FetcherRegistration.builtIn

  /// What this plugin does.
  public init() {}
}
