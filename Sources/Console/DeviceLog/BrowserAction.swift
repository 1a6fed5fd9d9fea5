import CellGrid

/// What the keys of `dnp logs` do, those of every log apart.
enum BrowserAction: FeatureAction {
  case nextFinding
  case previousFinding
  /// Shows lines as they are in the file, or in short.
  case raw
  /// What the profiles say of the log.
  case verdicts
  case quit

  /// Its own keys, and those that the log of the console has.
  static let bindings: [Binding] =
    [
      Binding(
        .character(")"), .browser, .browser(.nextFinding), "Go to the next finding of a profile",
        hint: "finding", rank: 3),
      Binding(
        .character("("), .browser, .browser(.previousFinding),
        "Go to the previous finding of a profile"),
      Binding(
        .character("v"), .browser, .browser(.verdicts), "Show what the profiles found",
        hint: "findings", rank: 5),
      Binding(
        .character("r"), .browser, .browser(.raw), "Show lines as they are in the file, or in short"
      ),
      Binding(
        .character(":"), .browser, .prompt(.open), "Type a command", hint: "command", rank: 6),
      Binding(.control("p"), .browser, .prompt(.open), "Type a command"),
      Binding(.character("?"), .browser, .help(.open), "Show the keys", hint: "help", rank: 2),
      Binding(.character("q"), .browser, .browser(.quit), "Quit", hint: "quit", rank: 10),
      Binding(.character("Q"), .browser, .browser(.quit), "Quit"),
    ]
    + LogAction.bindings.map { row in
      Binding(row.keys, .browser, row.action, row.label, hint: row.hint, rank: row.rank)
    }

  var action: Action { .browser(self) }
}
