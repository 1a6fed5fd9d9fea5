import ArgumentParser

/// A subcommand; it ends with an exit code or with a failure, which is printed here.
protocol Subcommand: ParsableCommand {
  /// Runs the subcommand; `success` is exit code 0.
  func perform() throws(CommandFailure) -> ExitCode
}

extension Subcommand {
  func run() throws {
    let code = ExitCode.of { () throws(CommandFailure) in try perform() }
    guard code == .success else { throw code }
  }
}

extension ExitCode {
  /// How the program ends after some work; a failure is printed.
  static func of(_ work: () throws(CommandFailure) -> ExitCode) -> ExitCode {
    StandardStreams.ignoreBrokenPipe()
    do {
      return try work()
    } catch {
      StandardStreams.report(error.message + "\n")
      return error.code
    }
  }
}
