import DeviceModel

/// A system dialog as the person sees it: one of its two buttons is marked.
///
/// Allow is marked when it comes up. Where a walkthrough says what to answer, that button is.
struct DialogButtons: Hashable, Sendable {
  /// Whether the marked button is Allow.
  private(set) var isAllowMarked = true
  /// The dialog that was up when the phone was last looked at; nil for none.
  private var shown: SystemDialog?
  /// What the walkthrough had to answer then; nil when it was not asked to.
  private var wanted: Bool?

  /// Does what a key stands for.
  mutating func update(_ action: DialogAction) -> [PaneEffect] {
    switch action {
    case .allow: return [answer(isAllowed: true)]
    case .deny: return [answer(isAllowed: false)]
    case .dismiss: return [.perform(.dismissDialog, title: "Dismiss")]
    case .switchAnswer:
      isAllowMarked.toggle()
      return []
    }
  }

  /// Presses the marked button.
  func pressMarked() -> [PaneEffect] { [answer(isAllowed: isAllowMarked)] }

  /// The phone has changed: marks a button anew when a dialog comes up or a walkthrough reaches
  /// the step that answers it.
  mutating func follow(_ dialog: SystemDialog?, wanted: Bool?) {
    if dialog != nil, dialog != shown || wanted != self.wanted { isAllowMarked = wanted ?? true }
    shown = dialog
    self.wanted = wanted
  }

  private func answer(isAllowed: Bool) -> PaneEffect {
    let denial = shown == .batteryExemption ? "Deny" : "Don’t Allow"
    return .perform(.answerDialog(isAllowed: isAllowed), title: isAllowed ? "Allow" : denial)
  }
}
