import DailyNotification
import DeviceModel

/// A row of the timeline: what its marks, or its states, are about.
enum TimelineRow: Int, Hashable, Sendable, CaseIterable {
  case daily
  case reminder
  case dual
  case prefetch
  case app
  case phone
  case permission
  /// On Android, exact alarms: whether they are allowed, and those that were lost.
  case alarms
  /// On Android, what holds the app back: Doze, its bucket, its channels.
  case limits
  case network
  case zone

  /// The row of a kind of notification.
  init(_ kind: ScheduleKind) {
    switch kind {
    case .daily: self = .daily
    case .reminder: self = .reminder
    case .dual: self = .dual
    }
  }

  /// Its name before the row.
  var label: String {
    switch self {
    case .daily: "daily"
    case .reminder: "reminder"
    case .dual: "dual"
    case .prefetch: "prefetch"
    case .app: "app"
    case .phone: "phone"
    case .permission: "permission"
    case .alarms: "alarms"
    case .limits: "limits"
    case .network: "network"
    case .zone: "zone"
    }
  }

  /// Its name at the beginning of a sentence.
  var subject: String { label.prefix(1).uppercased() + label.dropFirst() }

  /// Whether it shows notifications.
  var isOfNotifications: Bool {
    switch self {
    case .daily, .reminder, .dual: true
    case .prefetch, .app, .phone, .permission, .alarms, .limits, .network, .zone: false
    }
  }

  /// Whether a phone of a system has it.
  func isThere(on platform: DevicePlatform) -> Bool {
    switch self {
    case .daily, .reminder, .dual, .prefetch, .app, .phone, .permission, .network, .zone: true
    case .alarms, .limits: platform == .android
    }
  }
}
