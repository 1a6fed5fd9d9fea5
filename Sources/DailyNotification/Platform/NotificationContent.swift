/// Where a notification's text came from.
public enum ContentSource: String, Hashable, Sendable, CaseIterable {
  /// Content that the prefetch stored before the notification.
  case cache
  /// The schedule's own default text.
  case `default`
  /// Content that was fetched at a plugin entry because no prefetch had run.
  case live
}

/// What a notification is to the plugin.
public enum RequestPurpose: String, Hashable, Sendable, CaseIterable {
  /// An occurrence of one of its schedules.
  case occurrence
  /// A notification that the person asked to see again later; it is no occurrence.
  case postponed
  /// A notification of other code in the app, which is nobody else's to touch.
  case foreign
}

/// What the plugin attaches to a notification so that it explains itself.
public struct RequestInfo: Hashable, Sendable {
  /// What the notification is to the plugin.
  public let purpose: RequestPurpose
  /// What kind of schedule the notification belongs to.
  public let kind: ScheduleKind
  /// The schedule that the notification belongs to.
  public let scheduleID: String
  /// The schedule's revision that it was armed for, ms since the Unix epoch.
  public let revision: Int64
  /// The occurrence it stands for, in milliseconds since the Unix epoch.
  public let plannedTime: Int64
  /// What the wall clock of the schedule's zone shows then, in minutes since 1970-01-01 00:00.
  public let wallMinute: Int64
  /// Where title and body came from.
  public let source: ContentSource
  /// When the content was fetched, in milliseconds since the Unix epoch; nil for default text.
  public let fetchedAt: Int64?
  /// A link to open, if any.
  public let url: String?

  /// Attaches a schedule's occurrence and the origin of its text.
  public init(
    kind: ScheduleKind, scheduleID: String, revision: Int64 = 0, plannedTime: Int64,
    wallMinute: Int64, source: ContentSource, fetchedAt: Int64?, url: String?,
    purpose: RequestPurpose = .occurrence
  ) {
    self.purpose = purpose
    self.kind = kind
    self.scheduleID = scheduleID
    self.revision = revision
    self.plannedTime = plannedTime
    self.wallMinute = wallMinute
    self.source = source
    self.fetchedAt = fetchedAt
    self.url = url
  }
}

extension RequestInfo {
  /// Whether the notification stands for an occurrence of a schedule.
  public var isOccurrence: Bool { purpose == .occurrence }

  /// What a notification of other code carries: nothing that the plugin can read.
  ///
  /// No schedule has an empty id, so that it belongs to none. `plannedTime` is when it was to fire
  /// when it was added, ms since the Unix epoch.
  public static func foreign(plannedTime: Int64) -> RequestInfo {
    RequestInfo(
      kind: .daily, scheduleID: "", plannedTime: plannedTime, wallMinute: 0, source: .default,
      fetchedAt: nil, url: nil, purpose: .foreign)
  }

  /// Whether the notification belongs to the schedule of an id and a kind, postponed or not.
  func isOf(_ scheduleID: String, _ kind: ScheduleKind) -> Bool {
    self.scheduleID == scheduleID && self.kind == kind
  }
}

/// What a notification shows, and how it behaves when it arrives.
///
/// Immutable and shared: requests are copied often, and each copy would otherwise count up the
/// references of five strings (see `docs/performance.md`).
public final class NotificationContent: Hashable, Sendable {
  /// The category of every notification of the plugin.
  public static let category = "DAILY_NOTIFICATION"

  /// The first line.
  public let title: String
  /// The text below it.
  public let body: String
  /// Whether it plays the default sound.
  public let hasSound: Bool
  /// Its rank: min, low, default, high or max.
  public let priority: NotificationPriority
  /// The category whose actions it offers.
  public let categoryIdentifier: String
  /// The number that it puts on the icon of an iPhone's app; nil leaves that alone, 0 removes it.
  public let badge: Int64?
  /// How urgently an iPhone treats it; the plugin's are active.
  public let interruption: InterruptionLevel
  /// What the plugin attached.
  public let info: RequestInfo

  /// Makes the content of one notification.
  public init(
    title: String, body: String, hasSound: Bool, priority: NotificationPriority,
    categoryIdentifier: String, badge: Int64? = nil, interruption: InterruptionLevel = .active,
    info: RequestInfo
  ) {
    self.title = title
    self.body = body
    self.hasSound = hasSound
    self.priority = priority
    self.categoryIdentifier = categoryIdentifier
    self.badge = badge
    self.interruption = interruption
    self.info = info
  }

  /// Whether two contents show the same and carry the same.
  public static func == (left: NotificationContent, right: NotificationContent) -> Bool {
    left === right
      || left.info == right.info && left.title == right.title && left.body == right.body
        && left.hasSound == right.hasSound && left.priority == right.priority
        && left.categoryIdentifier == right.categoryIdentifier && left.badge == right.badge
        && left.interruption == right.interruption
  }

  /// Hashes what a notification shows and stands for.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(info)
    hasher.combine(title)
    hasher.combine(body)
  }
}

/// How urgently an iPhone treats a notification, from iOS 15 on.
///
/// Source: Apple, UNNotificationInterruptionLevel; critical ones are not modelled.
public enum InterruptionLevel: String, Hashable, Sendable, CaseIterable {
  /// It is listed, without a sound and without lighting the screen.
  case passive
  case active
  /// It passes a Focus, where the app may and the person lets it.
  case timeSensitive
}

/// How much a notification asks for attention.
public enum NotificationPriority: String, Hashable, Sendable, CaseIterable {
  case min
  case low
  case `default`
  case high
  case max
  /// The word of other versions for a reminder whose call names none; the same as `default`.
  case normal

  /// The words that every call takes.
  static let standard = allCases.filter { $0 != .normal }
}
