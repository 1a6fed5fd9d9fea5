/// Where a key has its meaning; a mode falls back on the modes that follow it in its chain.
enum KeyMode: Hashable, Sendable, CaseIterable {
  /// Everywhere, at any time.
  case always
  /// The screen, whichever pane has the keyboard.
  case screen
  /// The page's buttons: in every pane but those whose keys need the letters.
  case buttons
  /// A pane that has the keyboard.
  case pane(Pane)
  /// A walkthrough leads, wherever the keyboard is.
  case walkthrough
  /// Another mode while a walkthrough leads: the keys of the walkthrough follow its own.
  indirect case guided(KeyMode)
  /// A system dialog.
  case dialog
  /// A line that takes text: command, search, filter, time, note.
  case prompt
  /// The list of keys.
  case help
  /// A page of text: a record, the status, the messages.
  case page
  /// The question whether a file may be replaced.
  case confirmation
  /// A jump through time is under way, or a phone is being made again.
  case jump
  /// The viewer of device logs, `dnp logs`.
  case browser

  /// The modes in the order of the documentation.
  static let allCases: [KeyMode] =
    [.always, .screen, .buttons] + Pane.allCases.map(KeyMode.pane)
    + [.walkthrough, .dialog, .prompt, .help, .page, .confirmation, .jump, .browser]

  /// The mode and those it falls back on, the nearest first.
  var chain: [KeyMode] {
    switch self {
    case .pane(let pane): [self] + (pane.hasButtons ? [.buttons] : []) + [.screen, .always]
    case .buttons: [self, .screen, .always]
    case .guided(let mode): [mode, .walkthrough] + mode.chain.dropFirst()
    case .always: [.always]
    case .screen, .walkthrough, .dialog, .prompt, .help, .page, .confirmation, .jump, .browser:
      [self, .always]
    }
  }

  /// Its name in the documentation.
  var title: String {
    switch self {
    case .always: "Everywhere"
    case .screen: "On the screen"
    case .buttons: "The page’s buttons"
    case .pane(let pane): pane.rawValue
    case .walkthrough: "In a walkthrough"
    case .guided(let mode): mode.title
    case .dialog: "In a system dialog"
    case .prompt: "In a line that takes text"
    case .help: "In the list of keys"
    case .page: "In a page of text"
    case .confirmation: "Asked whether a file may be replaced"
    case .jump: "While time jumps"
    case .browser: "In `dnp logs`"
    }
  }
}

/// The panes that can have the keyboard, with the titles of their keys in the documentation.
enum Pane: String, Hashable, Sendable, CaseIterable {
  case controls = "In the controls"
  case status = "In the status"
  case log = "In the log"
  case walkthroughs = "In the list of scenarios"
  case store = "In the store"
  case timeline = "On the timeline"
  case ledger = "In the ledger"
  case phone = "On the phone’s switches and verbs"
  case cards = "On the shown notifications"
  case branches = "In the list of branches"
  case guide = "At a step of a walkthrough"
  case question = "At a question of a walkthrough"

  /// Its name in a key map.
  var name: String { String(describing: self) }

  /// Whether the letters of the page's buttons count here, too.
  var hasButtons: Bool {
    switch self {
    case .controls, .status, .log, .walkthroughs, .store, .ledger, .branches, .guide, .question:
      true
    case .timeline, .phone, .cards: false
    }
  }
}
