import CivilTime
import JSONText

/// What the dual schedule fetches and shows, when, and how the two belong together.
///
/// It is stored under `dual_schedule_config`; each part may be missing.
struct DualConfiguration: Hashable, Sendable {
  /// When content is fetched, and how.
  struct ContentFetch: Hashable {
    var isEnabled: Bool
    var schedule: CronExpression
    var url: String?
    var timeoutMilliseconds: Int64?
    var retryAttempts: Int64?
    var retryDelayMilliseconds: Int64?
  }

  /// When a notification is shown, and its default text.
  struct UserNotification: Hashable {
    var isEnabled: Bool
    var schedule: CronExpression
    var title: String
    var body: String
    var isSoundEnabled = true
    var isVibrationEnabled = true
    var priority = NotificationPriority.default
  }

  /// What is shown without fresh content.
  enum Fallback: String, CaseIterable {
    /// The default text.
    case showDefault = "show_default"
    /// Nothing.
    case skip
    /// The default text, and the fetch is tried again.
    case retry
  }

  /// How content and notification belong together.
  struct Relationship: Hashable {
    /// How old content may be at the trigger, in milliseconds.
    var contentTimeoutMilliseconds: Int64
    var fallback: Fallback
    var isLinked = true
  }

  var contentFetch: ContentFetch?
  var userNotification: UserNotification?
  var relationship: Relationship?
  var isPaused = false

  /// The identifier of the one dual schedule among the schedules.
  static let scheduleID = "dual"

  /// Whether fetched content goes into the notification.
  var isLinked: Bool { relationship?.isLinked ?? false }
  /// Whether nothing is armed until there is fresh content.
  var isSkippedWithoutContent: Bool { isLinked && relationship?.fallback == .skip }
  /// Whether its notification can wait for its fetch: it has one, whose content goes into it.
  var isChainable: Bool { isLinked && activeFetch != nil }
  /// The fetch that is to be submitted; nil while there is none or all is paused.
  var activeFetch: ContentFetch? {
    isPaused ? nil : contentFetch.flatMap { $0.isEnabled ? $0 : nil }
  }
  /// The notification that is to be armed; nil while there is none or all is paused.
  var activeNotification: UserNotification? {
    isPaused ? nil : userNotification.flatMap { $0.isEnabled ? $0 : nil }
  }
  var isEmpty: Bool { contentFetch == nil && userNotification == nil }

  /// The schedule's row for the notification part.
  func row(_ template: ScheduleRow) -> ScheduleRow? {
    guard let userNotification else { return nil }
    var row = template
    row.time = userNotification.schedule.text
    row.repeatRule = RepeatRule(userNotification.schedule).rawValue
    row.title = userNotification.title
    row.body = userNotification.body
    row.isSoundEnabled = userNotification.isSoundEnabled
    row.isVibrationEnabled = userNotification.isVibrationEnabled
    row.priority = userNotification.priority.rawValue
    return row
  }
}

extension RepeatRule {
  /// The rule that an expression means, however it is written; it always repeats.
  init(_ expression: CronExpression) {
    self = expression.isDaily ? .daily : expression.isWeekly ? .weekly : .custom
  }
}
