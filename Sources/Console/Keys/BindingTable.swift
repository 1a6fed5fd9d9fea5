import CellGrid

/// Every key of the console; footer, help, command line and documentation are made from it.
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

  /// What keys, pressed one after the other, do in a mode or in those it falls back on.
  static func binding(_ keys: [Key], in mode: KeyMode) -> Binding? {
    for mode in mode.chain {
      if let row = rows.first(where: { $0.keys == keys && $0.mode == mode }) { return row }
    }
    return nil
  }

  /// The rows of a mode, and of those it falls back on, that begin with these keys and need more.
  static func continuations(of keys: [Key], in mode: KeyMode) -> [Binding] {
    rows.filter { row in
      row.keys.count > keys.count && mode.chain.contains(row.mode) && row.keys.starts(with: keys)
    }
  }

  /// The first row of an action in a mode or in those it falls back on.
  static func row(of action: Action, in mode: KeyMode = .buttons) -> Binding? {
    rows.first { $0.action == action && mode.chain.contains($0.mode) }
  }

  /// The keys of an action as text, for a message that says what to press; the screen's if there
  /// are some.
  static func text(of action: Action) -> String {
    (row(of: action) ?? rows.first { $0.action == action })?.text ?? ""
  }

  /// The rows whose labels the command line takes: the keys of the screen without the buttons.
  static let named: [Binding] = rows.enumerated().filter { place, row in
    guard [.buttons, .screen, .always].contains(row.mode) else { return false }
    switch row.action {
    case .controls, .program(.export), .program(.suspend), .program(.interrupt), .prompt(.open):
      return false
    case .screen, .time, .log, .status, .walkthroughs, .store, .timeline, .phone, .ledger,
      .session, .why, .guide, .dialog, .prompt, .help, .page, .confirmation, .program, .browser,
      .list:
      return rows.firstIndex { $0.action == row.action } == place
    }
  }.map(\.element)
}
