import CellGrid

/// What the keys of the log do.
enum LogAction: FeatureAction {
  /// Asks for the text to search for.
  case search
  case nextHit
  case previousHit
  /// Asks for the text that lines must contain.
  case filter
  case negateFilter
  /// Asks which categories are shown.
  case categories
  case cycleLevel
  case toggleSystemRecords
  case follow
  case nextError
  case previousError
  case nextWarning
  case previousWarning
  /// Marks the line, or takes its mark away.
  case mark
  case nextMark
  case previousMark
  case wrap
  case times
  /// Gives the line to the terminal's clipboard.
  case copy
  /// Writes the lines that are shown into a file.
  case save
  case scrollLeft
  case scrollRight

  static let bindings: [Binding] =
    [
      Binding(.character("/"), .screen, .log(.search), "Search the log", hint: "search", rank: 8),
      Binding(.character("n"), .screen, .log(.nextHit), "Go to the next hit"),
      Binding(.character("N"), .screen, .log(.previousHit), "Go to the previous hit"),
      Binding(
        .character("&"), .screen, .log(.filter), "Show only lines with a text", hint: "filter",
        rank: 9),
      Binding(
        .character("!"), .screen, .log(.negateFilter),
        "Turn the text filter round: lines without that text"),
      Binding(
        .character("f"), .screen, .log(.categories), "Choose the categories of the log"),
      Binding(
        .character("L"), .screen, .log(.cycleLevel),
        "Lowest level shown: debug, info, warning, error"),
      Binding(
        .character("S"), .screen, .log(.toggleSystemRecords),
        "Show what the system did, or hide it"),
      Binding(.character("F"), .screen, .log(.follow), "Follow the log's end"),
      Binding(.character("e"), .screen, .log(.nextError), "Go to the next error"),
      Binding(.character("E"), .screen, .log(.previousError), "Go to the previous error"),
      Binding(.character("w"), .screen, .log(.nextWarning), "Go to the next warning or error"),
      Binding(
        .character("W"), .screen, .log(.previousWarning), "Go to the previous warning or error"),
      Binding(.character("m"), .screen, .log(.mark), "Mark the line of the log, or unmark it"),
      Binding(.character("."), .screen, .log(.nextMark), "Go to the next marked line"),
      Binding(.character(","), .screen, .log(.previousMark), "Go to the previous marked line"),
      Binding(.control("w"), .screen, .log(.wrap), "Wrap long lines of the log, or cut them"),
      Binding(.control("t"), .screen, .log(.times), "Show the times of the log, or hide them"),
      Binding(
        .character("Y"), .screen, .log(.copy), "Copy the line of the log to the clipboard"),
      Binding(.control("s"), .screen, .log(.save), "Save the log as it is shown"),
    ] + ListAction.moves(.pane(.log), "line") + [
      Binding(
        .enter, .pane(.log), .list(.activate), "Show the line in full", hint: "details", rank: 0),
      Binding(.left, .pane(.log), .log(.scrollLeft), "Scroll to the left"),
      Binding(.character("h"), .pane(.log), .log(.scrollLeft), "Scroll to the left"),
      Binding(.right, .pane(.log), .log(.scrollRight), "Scroll to the right"),
      Binding(.character("l"), .pane(.log), .log(.scrollRight), "Scroll to the right"),
    ]

  var action: Action { .log(self) }
}
