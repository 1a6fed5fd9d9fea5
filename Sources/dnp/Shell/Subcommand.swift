import ArgumentParser

/// A subcommand; it ends with an exit code or with a failure, which is printed here.
protocol Subcommand: ParsableCommand {
  /// Runs the subcommand; `success` is exit code 0.
  func perform() throws(CommandFailure) -> ExitCode
}

extension Subcommand {
  func run() throws {
    StandardStreams.ignoreBrokenPipe()
    let code: ExitCode
    do {
      code = try perform()
    } catch {
      StandardStreams.report(error.message + "\n")
      code = error.code
    }
    guard code == .success else { throw code }
  }
}
