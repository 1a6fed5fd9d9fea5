/// What the console asks of the shell.
public enum Effect: Hashable, Sendable, Codable {
  /// End the program.
  case quit(code: Int32)
  /// Stop the process until the person brings it back.
  case suspend
  /// Paint every cell again.
  case repaint
  /// Read the scenarios that a person can go through.
  case loadScenarios
  /// Read the session's branches.
  case loadBranches
  /// Read a branch of the session, by its number, to go on with it.
  case openBranch(Int64)
  /// Write the session as a scenario file; without a path, in the current folder under a new name.
  ///
  /// A file that exists is replaced only if that is said.
  case saveScenario(path: String?, isExpecting: Bool = false, replaces: Bool = false)
  /// Write the run summary; without a path, in the current folder under a new name.
  ///
  /// A file that exists is replaced only if that is said.
  case export(path: String?, replaces: Bool = false)
  /// Write a bundle; without a path, in the current folder under a new name.
  ///
  /// A bundle that exists is replaced only if that is said.
  case bundle(path: String?, note: String, replaces: Bool = false)

  /// Give a string to the terminal's clipboard.
  case copy(String)
  /// Ask the terminal to report the mouse, or leave it to the terminal.
  case mouse(isOn: Bool)
  /// Write the lines of the log as they are shown; without a path, in the current folder under a
  /// new name.
  ///
  /// A file that exists is replaced only if that is said.
  case saveLog(path: String?, replaces: Bool = false)
  /// Write the screen as text, with its styles where the path ends in `.ans`; without a path, in
  /// the current folder under a new name.
  ///
  /// A file that exists is replaced only if that is said.
  case saveDisplay(path: String?, replaces: Bool = false)

  /// The same, but replacing a file that exists.
  var replacing: Effect {
    switch self {
    case .saveScenario(let path, let isExpecting, _):
      .saveScenario(path: path, isExpecting: isExpecting, replaces: true)
    case .export(let path, _): .export(path: path, replaces: true)
    case .bundle(let path, let note, _): .bundle(path: path, note: note, replaces: true)
    case .saveLog(let path, _): .saveLog(path: path, replaces: true)
    case .saveDisplay(let path, _): .saveDisplay(path: path, replaces: true)
    case .quit, .suspend, .repaint, .loadScenarios, .loadBranches, .openBranch, .copy, .mouse: self
    }
  }
}
