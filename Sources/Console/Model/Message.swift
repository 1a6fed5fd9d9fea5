public import CellGrid
public import Scenarios

/// What happens to the console: everything that can change its model.
public enum Message: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The terminal has another size.
  case resized(CellSize)
  /// Time has passed on the host, in microseconds.
  case tick(microseconds: Int64)
  /// Unfinished work may go on for a slice.
  case proceed
  /// Somebody wrote to standard error.
  case errorOutput(String)
  /// The run summary was written.
  case exported(path: String)
  /// A file could not be written.
  case exportFailed(reason: String)
  /// The scenarios that can be gone through, and what is wrong with files among them.
  case scenariosLoaded([Scenario], problems: [String])
  /// What was done is in a scenario file now.
  case scenarioSaved(path: String)
  /// The process was asked to end by a signal.
  case ended(signal: Int32)
}
