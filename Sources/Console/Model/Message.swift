public import CellGrid
public import Scenarios
public import Session

/// What `update` is given: everything that can change the model.
public enum Message: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The terminal has another size.
  case resized(CellSize)
  /// Time has passed on the host, in microseconds.
  case tick(microseconds: Int64)
  /// Unfinished work may go on for a slice.
  case proceed
  /// A request that left the simulation was answered.
  case fetchAnswered(LiveAnswer)
  /// A program or library wrote to standard error.
  case errorOutput(String)
  /// The run summary was written.
  case exported(path: String)
  /// A file was not written because one of that name exists: what would replace it.
  case fileExists(path: String, Effect)
  /// A file could not be written.
  case exportFailed(reason: String)
  /// The scenarios that can be gone through, and what is wrong with files among them.
  case scenariosLoaded([Scenario], problems: [String])
  /// The session was written as a scenario file.
  case scenarioSaved(path: String)
  /// The session's branches; none where it is not kept.
  case branchesLoaded([SessionBranch])
  /// A branch was read, to go on with it.
  case branchOpened(OpenedBranch)
  /// A bundle was written.
  case bundled(path: String)
  /// The session is kept in another way from now on, and why.
  case keepingChanged(SessionKeeping, remark: String)
  /// Another console has gone on with the session that this one shows.
  case followed(FollowedPart)
  /// Something of the shell to say, which nothing came of.
  case remark(String)
  /// The screen was written as text.
  case displaySaved(path: String)
  /// The lines of the log were written.
  case logSaved(path: String)
  /// The process was asked to end by a signal.
  case ended(signal: Int32)
}
