/// The groups of the list of keys, in its order.
enum HelpGroup: String, CaseIterable {
  case here = "Where the keyboard is"
  case general = "Everywhere"
  case screens = "Screens"
  case time = "Time"
  case log = "The log"
  case walkthrough = "The walkthrough"
  case buttons = "The page's buttons"

  /// The group of a row, in the list of the keys of a mode.
  init(_ row: Binding) {
    switch row.action {
    case .controls, .store(.writeHistory), .program(.export): self = .buttons
    case .time: self = .time
    case .log: self = .log
    case .guide: self = .walkthrough
    case .screen(.nextPane), .screen(.previousPane), .screen(.back), .prompt, .help, .program,
      .status, .session, .why:
      self = .general
    case .screen, .walkthroughs, .store(.show), .timeline, .ledger(.show), .phone(.show):
      self = .screens
    case .dialog, .page, .confirmation, .browser, .ledger(.goBefore), .phone, .list: self = .here
    }
  }
}
