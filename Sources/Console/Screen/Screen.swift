/// What fills the terminal.
enum Screen: Hashable, Sendable {
  case console
  case log
  case walkthroughs
  case store
  case timeline
  case ledger

  /// What it is called in a message.
  var name: String {
    switch self {
    case .console: "console"
    case .log: "log"
    case .walkthroughs: "list of scenarios"
    case .store: "store"
    case .timeline: "timeline"
    case .ledger: "ledger"
    }
  }

  /// Whether the log is on it.
  var hasLog: Bool {
    switch self {
    case .console, .log, .walkthroughs: true
    case .store, .timeline, .ledger: false
    }
  }

  /// Whether the buttons, or what is shown in their place, are above the log; otherwise one list
  /// has the whole screen.
  var hasPanes: Bool {
    switch self {
    case .console, .walkthroughs: true
    case .log, .store, .timeline, .ledger: false
    }
  }
}

/// Which part of the screen has the keyboard.
enum Focus: Hashable, Sendable {
  /// The buttons, or what is shown in their place.
  case controls
  case log
}
