import CellGrid

/// A change of the table of keys: the keys that an action has in a mode, in place of its own.
struct KeyChange: Hashable, Sendable {
  let mode: KeyMode
  let action: Action
  /// Its keys, each one key or several that are pressed one after the other; empty for none.
  let keys: [[Key]]

  /// The rows that take the place of the table's; the first one has the hint.
  var rows: [Binding] {
    let old = BindingTable.rows.filter { $0.mode == mode && $0.action == action }
    guard let row = old.first(where: { $0.hint != nil }) ?? old.first else { return [] }
    return keys.enumerated().map { place, keys in
      Binding(
        keys, mode, action, row.label, hint: place == 0 ? row.hint : nil, rank: row.rank)
    }
  }

  /// The part of the console, the action and its keys, as a line of a recording has them.
  var line: String {
    let texts = keys.map { $0.map(\.text).joined() }
    return ([mode.name ?? "", action.name] + texts).joined(separator: " ")
  }

  /// Whether nothing would lead out of the mode if the action had no key.
  var isWayOut: Bool { mode.waysOut.contains(action) }
}

extension KeyMode {
  /// What leads out of the mode; each of these keeps a key.
  var waysOut: [Action] {
    switch self {
    case .always: [.program(.interrupt), .program(.suspend)]
    case .screen: [.screen(.back), .prompt(.open), .help(.open)]
    case .dialog: [.dialog(.allow), .dialog(.deny), .program(.quit)]
    case .walkthrough: [.guide(.takeOver), .guide(.pass), .guide(.fail), .guide(.skip)]
    case .prompt: [.prompt(.accept), .prompt(.cancel)]
    case .help: [.help(.close)]
    case .page: [.page(.close)]
    case .confirmation: [.confirmation(.replace), .confirmation(.leave)]
    case .jump: [.time(.cancelJump)]
    case .browser: [.browser(.quit), .prompt(.open), .help(.open)]
    // A step of a walkthrough is done with Enter.
    case .pane(.guide): [.list(.activate)]
    case .buttons, .pane, .guided: []
    }
  }

  /// Whether characters are typed there.
  var takesText: Bool {
    switch self {
    case .prompt, .help: true
    case .always, .screen, .buttons, .pane, .walkthrough, .guided, .dialog, .page, .confirmation,
      .jump, .browser:
      false
    }
  }

  /// Its name in a key map; nil for what has no keys of its own.
  var name: String? {
    switch self {
    case .always: "always"
    case .screen: "screen"
    case .buttons: "buttons"
    case .pane(let pane): pane.name
    case .walkthrough: "walkthrough"
    case .guided: nil
    case .dialog: "dialog"
    case .prompt: "prompt"
    case .help: "help"
    case .page: "page"
    case .confirmation: "confirmation"
    case .jump: "jump"
    case .browser: "logs"
    }
  }
}
