public import DailyNotification
import SimulationCore

/// How the person came to be asked for permission, and what was answered.
public enum AuthorizationRecord: Sendable {
  case dialogShown
  case dialogAnswered(isAllowed: Bool)
  case settingsOpened(SettingsPage)

  var kind: RecordKind {
    switch self {
    case .dialogShown: .dialogShown
    case .dialogAnswered: .dialogAnswered
    case .settingsOpened: .settingsOpened
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .dialogShown: break
    case .dialogAnswered(let isAllowed): visitor.field("isAllowed", isAllowed)
    case .settingsOpened(let page): visitor.field("page", page.rawValue)
    }
  }
}
