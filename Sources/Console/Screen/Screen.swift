/// Where the keyboard is: on a screen, at a part of it, or at what is in front.
struct KeyboardPlace: Hashable, Sendable {
  /// What fills the terminal, and its part that has the keyboard.
  var screen = Screen.console(.controls)
  /// What is in front of the screen and takes the keyboard; nil where nothing is.
  var overlay: Overlay?
}

/// What fills the terminal, with the part of it that has the keyboard where there is more than one.
enum Screen: Hashable, Sendable {
  case console(ConsolePart)
  case walkthroughs(ListPart)
  case phone(PhonePart)
  case log
  case store
  case timeline
  case ledger
  case branches

  /// The parts of the first screen, in the order of Tab.
  enum ConsolePart: Hashable, Sendable, CaseIterable {
    /// The buttons, or the walkthrough that leads.
    case controls
    case log
    case status
  }

  /// The parts of a screen with a list above the log.
  enum ListPart: Hashable, Sendable, CaseIterable {
    case list
    case log
  }

  /// The parts of the phone's screen.
  enum PhonePart: Hashable, Sendable, CaseIterable {
    case switches
    /// Notification Center.
    case cards
  }

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

  /// Whether it is the first screen.
  var isConsole: Bool { if case .console = self { true } else { false } }

  /// Whether another part of it can have the keyboard.
  var hasParts: Bool {
    switch self {
    case .console, .walkthroughs, .phone: true
    case .log, .store, .timeline, .ledger, .branches: false
    }
  }

  /// The screen with its log at the keyboard; itself where no log is beside other parts.
  var atLog: Screen {
    switch self {
    case .console: .console(.log)
    case .walkthroughs: .walkthroughs(.log)
    case .phone, .log, .store, .timeline, .ledger, .branches: self
    }
  }

  /// The screen with its first part at the keyboard.
  var atFirstPart: Screen {
    switch self {
    case .console: .console(.controls)
    case .walkthroughs: .walkthroughs(.list)
    case .phone: .phone(.switches)
    case .log, .store, .timeline, .ledger, .branches: self
    }
  }

  /// The screen with the next part, or the one before it, at the keyboard.
  ///
  /// While a walkthrough leads there is no status.
  func next(isBackward: Bool, isGuided: Bool) -> Screen {
    func next<Part: Hashable>(_ part: Part, of parts: [Part]) -> Part {
      let place = parts.firstIndex(of: part) ?? 0
      return parts[(place + (isBackward ? parts.count - 1 : 1)) % parts.count]
    }
    switch self {
    case .console(let part):
      let parts = ConsolePart.allCases.filter { !isGuided || $0 != .status }
      return .console(next(part, of: parts))
    case .walkthroughs(let part): return .walkthroughs(next(part, of: ListPart.allCases))
    case .phone(let part): return .phone(next(part, of: PhonePart.allCases))
    case .log, .store, .timeline, .ledger, .branches: return self
    }
  }
}
