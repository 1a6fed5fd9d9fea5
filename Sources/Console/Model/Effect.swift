/// What the console asks of the shell.
public enum Effect: Hashable, Sendable, Codable {
  /// End the program.
  case quit(code: Int32)
  /// Stop the process until the person brings it back.
  case suspend
  /// Paint every cell afresh.
  case repaint
  /// Read the scenarios that can be gone through.
  case loadScenarios
  /// Write what was done as a scenario; nil is a name of the console's own in the current folder.
  case saveScenario(path: String?)
  /// Write the run summary; nil is a name of the console's own in the current folder.
  case export(path: String?)
}
