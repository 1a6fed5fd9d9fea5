public import CellGrid
import Scenarios

/// Every key of the console; footer, help, command line and documentation are made from it.
public enum BindingTable {
  /// The rows, in the order in which help shows them.
  public static let rows: [Binding] =
    controlKeys + screen + time + log + lists + guide + dialog + lines + always

  /// What keys, one after the other, do in a mode or in the modes behind it.
  public static func binding(_ keys: [Key], in mode: KeyMode) -> Binding? {
    for mode in mode.chain {
      if let row = rows.first(where: { $0.keys == keys && $0.mode == mode }) { return row }
    }
    return nil
  }

  /// The rows of a mode, and of those behind it, that begin with keys and go on.
  static func continuations(of keys: [Key], in mode: KeyMode) -> [Binding] {
    rows.filter { row in
      row.keys.count > keys.count && mode.chain.contains(row.mode) && row.keys.starts(with: keys)
    }
  }

  /// The first row of an action that counts in a mode.
  static func row(of action: Action, in mode: KeyMode = .screen) -> Binding? {
    rows.first { $0.action == action && mode.chain.contains($0.mode) }
  }

  /// The keys of an action as text, for a message that tells what to press.
  static func text(of action: Action) -> String { row(of: action)?.text ?? "" }

  /// What can be asked for by its label on the command line: keys of the screen, buttons apart.
  static let named: [Binding] = rows.enumerated().filter { place, row in
    let left: [Action] = [.command, .suspend, .interrupt]
    guard row.mode == .screen || row.mode == .always, !left.contains(row.action) else {
      return false
    }
    if case .press = row.action { return false }
    return rows.firstIndex { $0.action == row.action } == place && row.action != .export
  }.map(\.element)

  private static let screen: [Binding] = [
    Binding(.tab, .screen, .nextPane, "Go to the next pane", hint: "pane", rank: 2),
    Binding(.backTab, .screen, .previousPane, "Go to the previous pane"),
    Binding(.character(":"), .screen, .command, "Type a command", hint: "command", rank: 6),
    Binding(.control("p"), .screen, .command, "Type a command"),
    Binding(.character("?"), .screen, .help, "Show the keys", hint: "help", rank: 4),
    Binding(.character("1"), .screen, .showConsole, "Show the console"),
    Binding(.character("2"), .screen, .showLog, "Show the log in full"),
    Binding(.character("5"), .screen, .showWalkthroughs, "Show the scenarios to go through"),
    Binding(
      .character("q"), .screen, .close, "Go back; on the first screen, quit", hint: "back/quit",
      rank: 10),
    Binding(.character("Q"), .screen, .quit, "Quit"),
    Binding(.escape, .screen, .showConsole, "Show the console"),
  ]

  private static let time: [Binding] = [
    Binding(
      .character(" "), .screen, .togglePace, "Let time run, or pause it", hint: "run/pause", rank: 3
    ),
    Binding(.character(">"), .screen, .nextEvent, "Run to the next event", hint: "next", rank: 5),
    Binding(.character("I"), .screen, .untilIdle, "Run until nothing is in flight"),
    Binding(.character("+"), .screen, .faster, "Let time run faster: ×1, ×60, ×3600"),
    Binding(.character("-"), .screen, .slower, "Let time run slower"),
    Binding(.character("M"), .screen, .advanceMinute, "Go 1 minute ahead"),
    Binding(.character("H"), .screen, .advanceHour, "Go 1 hour ahead"),
    Binding(.character("D"), .screen, .advanceDay, "Go 1 day ahead"),
    Binding(.character("T"), .screen, .askTime, "Go to a time that you type"),
    Binding(.escape, .jump, .cancelJump, "Stop here", hint: "stop here", rank: 0),
    Binding(.character("q"), .jump, .cancelJump, "Stop here"),
    Binding(.character("Q"), .jump, .quit, "Quit"),
  ]

  private static let log: [Binding] = [
    Binding(.character("/"), .screen, .search, "Search the log", hint: "search", rank: 8),
    Binding(.character("n"), .screen, .nextHit, "Go to the next hit"),
    Binding(.character("N"), .screen, .previousHit, "Go to the previous hit"),
    Binding(
      .character("&"), .screen, .filter, "Show only lines with a text", hint: "filter", rank: 9),
    Binding(
      .character("!"), .screen, .negateFilter, "Turn the text filter round: lines without that text"
    ),
    Binding(
      .character("L"), .screen, .cycleLevel, "Lowest level shown: debug, info, warning, error"),
    Binding(.character("S"), .screen, .toggleSystemRecords, "Show what the system did, or hide it"),
    Binding(.character("F"), .screen, .follow, "Follow the log's end"),
    Binding(.character("e"), .screen, .nextError, "Go to the next error"),
    Binding(.character("E"), .screen, .previousError, "Go to the previous error"),
    Binding(.character("w"), .screen, .nextWarning, "Go to the next warning or error"),
    Binding(.character("W"), .screen, .previousWarning, "Go to the previous warning or error"),
  ]

  private static let lists: [Binding] =
    moving(.controls, "button") + moving(.log, "line") + moving(.page, "line") + [
      Binding(.enter, .controls, .activate, "Press the button", hint: "press", rank: 0),
      Binding(.enter, .log, .activate, "Show the line in full", hint: "details", rank: 0),
      Binding(.left, .log, .scrollLeft, "Scroll to the left"),
      Binding(.character("h"), .log, .scrollLeft, "Scroll to the left"),
      Binding(.right, .log, .scrollRight, "Scroll to the right"),
      Binding(.character("l"), .log, .scrollRight, "Scroll to the right"),
      Binding(.escape, .page, .close, "Close", hint: "close", rank: 1),
      Binding(.enter, .page, .close, "Close"),
      Binding(.character("q"), .page, .close, "Close"),
      Binding(.character("Q"), .page, .quit, "Quit"),
      Binding(.up, .help, .previousEntry, "Previous entry"),
      Binding(.down, .help, .nextEntry, "Next entry"),
      Binding(.pageUp, .help, .pageUp, "A page up"),
      Binding(.pageDown, .help, .pageDown, "A page down"),
      Binding(.home, .help, .first, "First entry"),
      Binding(.end, .help, .last, "Last entry"),
      Binding(.enter, .help, .accept, "Do it", hint: "do it", rank: 0),
      Binding(.escape, .help, .close, "Close", hint: "close", rank: 1),
      Binding(.character("?"), .help, .close, "Close"),
      Binding(.backspace, .help, .deleteBackward, "Delete a letter of the filter"),
      Binding(.control("u"), .help, .deleteLine, "Clear the filter"),
    ]

  private static let dialog: [Binding] = [
    Binding(.character("y"), .dialog, .allow, "Allow", hint: "allow", rank: 0),
    Binding(.character("n"), .dialog, .deny, "Don’t allow", hint: "don’t allow", rank: 1),
    Binding(.left, .dialog, .switchAnswer, "The other button"),
    Binding(.right, .dialog, .switchAnswer, "The other button"),
    Binding(.tab, .dialog, .switchAnswer, "The other button"),
    Binding(.backTab, .dialog, .switchAnswer, "The other button"),
    Binding(.enter, .dialog, .activate, "Press the marked button", hint: "press", rank: 0),
    Binding(.character(" "), .dialog, .togglePace, "Let time run, or pause it"),
    Binding(.character(":"), .dialog, .command, "Type a command", hint: "command", rank: 6),
    Binding(.character("?"), .dialog, .help, "Show the keys", hint: "help", rank: 4),
    Binding(.character("Q"), .dialog, .quit, "Quit"),
  ]

  private static let lines: [Binding] = [
    Binding(.enter, .line, .accept, "Do it", hint: "do it", rank: 0),
    Binding(.tab, .line, .complete, "Complete", hint: "complete", rank: 2),
    Binding(.up, .line, .previousEntry, "Previous suggestion"),
    Binding(.down, .line, .nextEntry, "Next suggestion", hint: "choose", rank: 5),
    Binding(.escape, .line, .close, "Cancel", hint: "cancel", rank: 7),
    Binding(.backspace, .line, .deleteBackward, "Delete the letter before the cursor"),
    Binding(.delete, .line, .deleteForward, "Delete the letter at the cursor"),
    Binding(.control("w"), .line, .deleteWord, "Delete the word before the cursor"),
    Binding(.control("u"), .line, .deleteLine, "Delete the line"),
    Binding(.left, .line, .cursorLeft, "Cursor to the left"),
    Binding(.right, .line, .cursorRight, "Cursor to the right"),
    Binding(.home, .line, .cursorHome, "Cursor to the beginning"),
    Binding(.end, .line, .cursorEnd, "Cursor to the end"),
  ]

  private static let always: [Binding] = [
    Binding(.control("c"), .always, .interrupt, "Quit at once"),
    Binding(.control("z"), .always, .suspend, "Back to the shell; fg returns"),
    Binding(.control("l"), .always, .repaint, "Paint the screen afresh"),
  ]

  static func moving(_ mode: KeyMode, _ what: String) -> [Binding] {
    [
      Binding(.up, mode, .up, "Previous \(what)"),
      Binding(.character("k"), mode, .up, "Previous \(what)"),
      Binding(.down, mode, .down, "Next \(what)"),
      Binding(.character("j"), mode, .down, "Next \(what)"),
      Binding(.pageUp, mode, .pageUp, "A page up"),
      Binding(.control("b"), mode, .pageUp, "A page up"),
      Binding(.pageDown, mode, .pageDown, "A page down"),
      Binding(.control("f"), mode, .pageDown, "A page down"),
      Binding(.home, mode, .first, "First \(what)"),
      Binding(.character("g"), mode, .first, "First \(what)"),
      Binding(.end, mode, .last, "Last \(what)"),
      Binding(.character("G"), mode, .last, "Last \(what)"),
    ]
  }
}
