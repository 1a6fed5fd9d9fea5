import DailyNotification

/// A row of the timeline: what its marks, or its states, are about.
enum TimelineRow: Int, Hashable, Sendable, CaseIterable {
  case daily
  case reminder
  case dual
  case prefetch
  case app
  case phone
  case permission
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
    case .prefetch, .app, .phone, .permission, .network, .zone: false
    }
  }
}
