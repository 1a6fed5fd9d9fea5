/// A state of the device that decides what becomes of a notification.
public enum DeviceCondition: Int, Hashable, Sendable, CaseIterable {
  case permission
  case process
  case backgroundRefresh
  case powerSaving
  case power

  /// What holds until a record says something else.
  public var initialValue: String {
    switch self {
    case .permission: "prompt"
    case .process: "notRunning"
    case .backgroundRefresh: "available"
    case .powerSaving: "off"
    case .power: PowerMachine.State.unlocked.rawValue
    }
  }
}
