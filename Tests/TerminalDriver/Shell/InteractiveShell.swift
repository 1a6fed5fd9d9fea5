public import CellGrid

/// An interactive shell with job control, for programs that are suspended and resumed.
///
/// A program that leads its own session cannot be stopped by Ctrl-Z; under a shell it can. Each
/// prompt has the number of its command, so that a new prompt is never confused with an old one.
public final class InteractiveShell {
  /// The terminal that the shell runs in.
  public let terminal: PseudoTerminal

  let idle: IdleChannel
  private var promptNumber = 1

  /// Starts the shell and waits for its first prompt.
  ///
  /// - Parameter environment: the environment of the shell and its programs, except for the prompt.
  public init(
    size: CellSize, environment: [String: String] = ProgramLaunch.plainEnvironment(),
    workingDirectory: String? = nil, idleDescriptor: Int32 = 3, timeout: Duration = .seconds(30)
  ) throws(TerminalDriverError) {
    terminal = try PseudoTerminal(size, timeout: timeout)
    idle = try IdleChannel()
    var environment = environment
    environment["PS1"] = "[\\#] "
    environment["INPUTRC"] = "/dev/null"
    environment["HISTFILE"] = "/dev/null"
    let launch = ProgramLaunch(
      "/bin/bash", ["--norc", "--noprofile", "-i"], environment: environment,
      workingDirectory: workingDirectory)
    try terminal.start(idle.given(to: launch, as: idleDescriptor))
    idle.closeWriting()
    try waitForPrompt(promptNumber)
  }

  /// Types a command and Enter, without waiting.
  ///
  /// Before typing more, wait for something that the command shows: until then the shell may have
  /// the terminal in a mode of its own.
  public func enter(_ command: String) throws(TerminalDriverError) {
    precondition(!command.isEmpty, "an empty command has no prompt of its own")
    try terminal.write(command + "\r")
    promptNumber += 1
  }

  /// Waits for the prompt after the last command: the program has ended or was stopped.
  public func waitForPrompt(timeout: Duration? = nil) throws(TerminalDriverError) {
    try waitForPrompt(promptNumber, timeout: timeout)
  }

  /// Types a command and waits for the next prompt.
  public func run(_ command: String) throws(TerminalDriverError) {
    try enter(command)
    try waitForPrompt()
  }

  /// Types the command that starts a program with the idle descriptor, and waits for its frame.
  ///
  /// The result counts keys from 0. Only one such program runs at a time.
  public func drive(_ command: String) throws(TerminalDriverError) -> DrivenProgram {
    do {
      try idle.readReports()
    } catch {
      throw terminal.failure(error.reason)
    }
    idle.forgetReports()
    try enter(command)
    let program = DrivenProgram(terminal: terminal, idle: idle)
    try program.settle()
    return program
  }

  private func waitForPrompt(
    _ number: Int, timeout: Duration? = nil
  ) throws(TerminalDriverError) {
    let prompt = "[\(number)] "
    try terminal.wait(for: "the prompt \(prompt)", timeout: timeout) { screen in
      let row = screen.cells[screen.cursor.row]
      let before = row[..<screen.cursor.column].map(\.text).joined()
      return !screen.isAlternateScreen && before.hasSuffix(prompt)
        && row[screen.cursor.column...].allSatisfy(\.isBlank)
    }
  }
}
