public import DailyNotification
import SimulationCore

/// How the person came to be asked for permission, and what was answered.
public enum AuthorizationRecord: Sendable {
  case dialogShown
  case dialogAnswered(isAllowed: Bool)
  case settingsOpened(SettingsPage)
  /// The dialog went without an answer.
  case dialogDismissed

  var kind: RecordKind {
    switch self {
    case .dialogShown: .dialogShown
    case .dialogAnswered: .dialogAnswered
    case .settingsOpened: .settingsOpened
    case .dialogDismissed: .dialogDismissed
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .dialogShown: break
    case .dialogAnswered(let isAllowed): visitor.field("isAllowed", isAllowed)
    case .dialogDismissed: break
    case .settingsOpened(let page): visitor.field("page", page.rawValue)
    }
  }
}
