/// The question whether a file may be replaced.
struct Confirmation: Hashable, Sendable {
  /// The file that exists.
  let path: String
  /// What replaces it.
  let effect: Effect

  /// Does what a key stands for.
  func update(_ action: ConfirmationAction) -> [PaneEffect] {
    switch action {
    case .replace: [.close, .shell(effect)]
    case .leave: [.close, .notify(.info("\(path) stays as it was"))]
    }
  }
}
