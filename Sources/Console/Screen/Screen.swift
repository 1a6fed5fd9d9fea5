/// What fills the terminal.
enum Screen: Hashable, Sendable {
  case console
  case log
  case walkthroughs
  case store
  case timeline
  case ledger
  case phone
  case branches

  /// What it is called in a message.
  var name: String {
    switch self {
    case .console: "console"
    case .log: "log"
    case .walkthroughs: "list of scenarios"
    case .store: "store"
    case .timeline: "timeline"
    case .ledger: "ledger"
    case .phone: "phone"
    case .branches: "list of branches"
    }
  }

  /// Whether the log is on it.
  var hasLog: Bool {
    switch self {
    case .console, .log, .walkthroughs: true
    case .store, .timeline, .phone, .ledger, .branches: false
    }
  }

  /// Whether the buttons, or what is shown in their place, are above the log; otherwise one list
  /// has the whole screen.
  var hasPanes: Bool {
    switch self {
    case .console, .walkthroughs: true
    case .log, .store, .timeline, .phone, .ledger, .branches: false
    }
  }
}

/// Which part of the screen has the keyboard.
enum Focus: Hashable, Sendable {
  /// The buttons, or what is shown in their place.
  case controls
  case log
  /// The status rows, on the first screen.
  case status
  /// Notification Center, on the phone's screen.
  case cards
}
