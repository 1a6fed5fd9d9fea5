import DeviceModel

/// The system's permission dialog as the person sees it: one of its two buttons is marked.
struct PermissionDialog: Hashable, Sendable {
  /// Whether the marked button is Allow.
  private(set) var isAllowMarked = true

  /// Does what a key stands for.
  mutating func update(_ action: DialogAction) -> [PaneEffect] {
    switch action {
    case .allow: return [answer(isAllowed: true)]
    case .deny: return [answer(isAllowed: false)]
    case .switchAnswer:
      isAllowMarked.toggle()
      return []
    }
  }

  /// Presses the marked button.
  func pressMarked() -> [PaneEffect] { [answer(isAllowed: isAllowMarked)] }

  /// The dialog has come up: Allow is marked.
  mutating func appear() {
    isAllowMarked = true
  }

  private func answer(isAllowed: Bool) -> PaneEffect {
    .perform(.answerDialog(isAllowed: isAllowed), title: isAllowed ? "Allow" : "Don’t Allow")
  }
}
