/// A system dialog, which is up over the app until the person answers it.
public enum SystemDialog: Hashable, Sendable, CaseIterable {
  /// Whether the app may notify.
  case permission
  /// On Android: whether the app is exempt from battery optimization.
  case batteryExemption

  /// What it is called in messages.
  public var name: String {
    switch self {
    case .permission: "permission dialog"
    case .batteryExemption: "dialog for the exemption from battery optimization"
    }
  }
}

extension OperatingSystem {
  /// The dialog that the person can answer, the latest one where two are up; nil for none.
  public var dialog: SystemDialog? {
    switch parts {
    case .ios: break
    case .android: if android.install.exemptionDialog == .inFront { return .batteryExemption }
    }
    return authorizationMachine.isDialogShown ? .permission : nil
  }
}
