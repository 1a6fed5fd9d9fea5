/// Every key of the console before a person's changes; `Bindings` has the keys that count.
enum BindingTable {
  /// The rows as help shows them: the buttons, those of the screen, those of one mode, those that
  /// always count.
  static let rows: [Binding] = {
    let bindings = Action.features.flatMap { $0.bindings }
    let common: [KeyMode] = [.buttons, .screen, .always]
    let (buttons, screen, always) = (
      bindings.filter { $0.mode == common[0] }, bindings.filter { $0.mode == common[1] },
      bindings.filter { $0.mode == common[2] }
    )
    return buttons + screen + bindings.filter { !common.contains($0.mode) } + always
  }()

  /// The first row of an action.
  static func row(of action: Action) -> Binding? { rows.first { $0.action == action } }
}
