public import DailyNotification
import SimulationCore

/// What became of a notification that was due, and what the person did with it.
public enum NotificationRecord: Sendable {
  /// It was shown; `occurrence` is the planned time that it stands for, in epoch milliseconds.
  indirect case delivered(DeliveredNotification, occurrence: Int64)
  case notDelivered(identifier: String, reason: NotDeliveredReason, of: CodeOwner = .plugin)
  /// The person tapped it, or one of its actions.
  case tapped(identifier: String, NotificationAction? = nil)
  case dismissed(count: Int)

  var kind: RecordKind {
    switch self {
    case .delivered: .delivered
    case .notDelivered: .notDelivered
    case .tapped: .tapped
    case .dismissed: .dismissed
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .delivered(let notification, let occurrence):
      visitor.field("identifier", notification.request.identifier)
      visitor.field("source", notification.request.content.info.source.rawValue)
      visitor.time("planned", occurrence)
      visitor.field("title", Redaction.text(notification.request.content.title))
      visitor.field("body", Redaction.text(notification.request.content.body))
      notification.request.owner.visit(&visitor)
    case .notDelivered(let identifier, let reason, let owner):
      visitor.field("identifier", identifier)
      visitor.field("reason", reason.rawValue)
      owner.visit(&visitor)
    case .tapped(let identifier, let action):
      visitor.field("identifier", identifier)
      if let action { visitor.field("action", action.rawValue) }
    case .dismissed(let count): visitor.field("count", Int64(count))
    }
  }
}

/// Why a notification that was due was not shown.
public enum NotDeliveredReason: String, Hashable, Sendable, CaseIterable {
  case denied
  case noDelegate
  case suppressedByDelegate
  case phoneOff

  /// The reason in words.
  public var words: String {
    switch self {
    case .denied: "notifications are denied"
    case .noDelegate: "the app in front has no delegate"
    case .suppressedByDelegate: "the app in front held it back, its content was stale"
    case .phoneOff: "the phone was off"
    }
  }
}

extension NotificationRequest {
  /// Whose code made it.
  var owner: CodeOwner {
    switch content.info.purpose {
    case .occurrence, .postponed: .plugin
    case .foreign: .other
    }
  }
}
