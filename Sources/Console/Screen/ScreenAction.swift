import CellGrid

/// What the keys that lead from pane to pane and from screen to screen do.
enum ScreenAction: FeatureAction {
  case nextPane
  case previousPane
  case showConsole
  case showLog
  /// Back by one screen; on the first screen, the end.
  case back

  static let bindings: [Binding] = [
    Binding(.tab, .screen, .screen(.nextPane), "Go to the next pane", hint: "pane", rank: 2),
    Binding(.backTab, .screen, .screen(.previousPane), "Go to the previous pane"),
    Binding(.character(":"), .screen, .prompt(.open), "Type a command", hint: "command", rank: 6),
    Binding(.control("p"), .screen, .prompt(.open), "Type a command"),
    Binding(.character("?"), .screen, .help(.open), "Show the keys", hint: "help", rank: 4),
    Binding(
      .character("1"), .screen, .screen(.showConsole), "Show the console", hint: "console",
      rank: 1),
    Binding(.character("2"), .screen, .screen(.showLog), "Show the log in full"),
    Binding(
      .character("5"), .screen, .walkthroughs(.show), "Show the scenarios to go through"),
    Binding(
      .character("q"), .screen, .screen(.back), "Go back; on the first screen, quit",
      hint: "back/quit", rank: 10),
    Binding(.character("Q"), .screen, .program(.quit), "Quit"),
    Binding(.escape, .screen, .screen(.showConsole), "Show the console"),
  ]

  var action: Action { .screen(self) }
}
