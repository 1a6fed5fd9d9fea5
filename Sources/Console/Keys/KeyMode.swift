/// Where keys mean what; a mode falls back on the modes behind it.
public enum KeyMode: String, Hashable, Sendable, CaseIterable {
  /// Everywhere, at any time.
  case always
  /// The screen, whichever pane has the keyboard.
  case screen
  /// The buttons have the keyboard.
  case controls
  /// The log has the keyboard.
  case log
  /// The list of scenarios has the keyboard.
  case walkthroughs
  /// A scenario leads through the phone.
  case guide
  /// The system's permission dialog.
  case dialog
  /// A line that takes text: command, search, filter, time.
  case line
  /// The list of keys.
  case help
  /// A page of text: a record, the messages.
  case page
  /// A jump through time is under way.
  case jump

  /// The mode and those behind it, the nearest first.
  var chain: [KeyMode] {
    switch self {
    case .controls, .log, .walkthroughs, .guide: [self, .screen, .always]
    case .always: [.always]
    case .screen, .dialog, .line, .help, .page, .jump: [self, .always]
    }
  }

  /// Its name in the documentation.
  public var title: String {
    switch self {
    case .always: "Everywhere"
    case .screen: "On the screen"
    case .controls: "In the controls"
    case .log: "In the log"
    case .walkthroughs: "In the list of scenarios"
    case .guide: "In a walkthrough"
    case .dialog: "In the permission dialog"
    case .line: "In a line that takes text"
    case .help: "In the list of keys"
    case .page: "In a page of text"
    case .jump: "While time jumps"
    }
  }
}
