import CellGrid

/// What the keys of the list of keys do.
enum HelpAction: FeatureAction {
  /// Shows the list.
  case open
  case close
  case deleteBackward
  case clearFilter

  static let bindings: [Binding] = [
    Binding(.up, .help, .list(.move(.up)), "Previous entry"),
    Binding(.down, .help, .list(.move(.down)), "Next entry"),
    Binding(.pageUp, .help, .list(.move(.pageUp)), "A page up"),
    Binding(.pageDown, .help, .list(.move(.pageDown)), "A page down"),
    Binding(.home, .help, .list(.move(.first)), "First entry"),
    Binding(.end, .help, .list(.move(.last)), "Last entry"),
    Binding(.enter, .help, .list(.activate), "Do it", hint: "do it", rank: 0),
    Binding(.escape, .help, .help(.close), "Close", hint: "close", rank: 1),
    Binding(.character("?"), .help, .help(.close), "Close"),
    Binding(.backspace, .help, .help(.deleteBackward), "Delete a letter of the filter"),
    Binding(.control("u"), .help, .help(.clearFilter), "Clear the filter"),
  ]

  var action: Action { .help(self) }
}
