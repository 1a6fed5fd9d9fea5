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
  /// Write the session as a scenario file; without a path, in the current folder under a new name.
  case saveScenario(path: String?)
  /// Write the run summary; without a path, in the current folder under a new name.
  case export(path: String?)
}
