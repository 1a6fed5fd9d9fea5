public import DailyNotification
import JSONText
import SimulationCore

/// What became of a notification that was due, and what the person did with it.
public enum NotificationRecord: Sendable {
  /// It was shown; its words are without secrets.
  indirect case delivered(VisibleNotification)
  /// It was due and waits for the scheduled summary, which comes at a time, wall ms.
  indirect case heldForSummary(VisibleNotification, until: Int64)
  /// It was due and not shown.
  indirect case notDelivered(UndeliveredNotification)
  /// The person tapped it, or one of its actions.
  case tapped(identifier: String, NotificationAction? = nil)
  case dismissed(count: Int)

  var kind: RecordKind {
    switch self {
    case .delivered: .delivered
    case .heldForSummary: .heldForSummary
    case .notDelivered: .notDelivered
    case .tapped: .tapped
    case .dismissed: .dismissed
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .delivered(let notification):
      visitor.field("identifier", notification.identifier)
      visitor.field("source", notification.content.info.source.rawValue)
      visitor.time("planned", notification.occurrence)
      visitor.field("title", notification.content.title)
      visitor.field("body", notification.content.body)
      if !notification.presentation.isWhole {
        visitor.json("presentation", notification.presentation.json.canonicalText)
      }
      notification.content.owner.visit(&visitor)
    case .heldForSummary(let notification, let until):
      visitor.field("identifier", notification.identifier)
      visitor.time("planned", notification.occurrence)
      visitor.time("until", until)
      notification.content.owner.visit(&visitor)
    case .notDelivered(let notification):
      visitor.field("identifier", notification.identifier)
      visitor.field("reason", notification.reason.rawValue)
      notification.content.owner.visit(&visitor)
    case .tapped(let identifier, let action):
      visitor.field("identifier", identifier)
      if let action { visitor.field("action", action.rawValue) }
    case .dismissed(let count): visitor.field("count", Int64(count))
    }
  }
}

extension NotificationRequest {
  /// Whose code made it.
  var owner: CodeOwner { content.owner }
}

extension NotificationContent {
  /// Whose code made it.
  public var owner: CodeOwner {
    switch info.purpose {
    case .occurrence, .postponed: .plugin
    case .foreign: .other
    }
  }
}
