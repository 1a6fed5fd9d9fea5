import ArgumentParser
import Foundation

/// The command line tool.
@main
struct DNP: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dnp",
    abstract: "A simulated phone that runs the daily notification plugin.",
    discussion: """
      Examples:
        dnp                                   the console, by keyboard
        dnp run \(ProgramFolder.scenarios)              run scenarios, as in CI
        dnp why 2025-11-16 --scenario scenario.yaml
        dnp validate-logs device.log          is the plugin's log complete?
      """,
    version: "\(DNP.version) \(DNP.build)",
    subcommands: [
      ConsoleCommand.self, RunCommand.self, LintCommand.self, DiffCommand.self, WhyCommand.self,
      ValidateLogsCommand.self, LogsCommand.self, JWTCommand.self, BridgeCommand.self,
      WhenCommand.self, ZonesCommand.self, SessionsCommand.self, ServeCommand.self,
      ParityCommand.self, SchemaCommand.self,
    ], defaultSubcommand: ConsoleCommand.self)

  /// The tool's version.
  static let version = "0.1.0"

  /// Runs the command that the arguments name; whatever there is to say goes through the printer.
  static func main() {
    let config = ConfigFile.own()
    for problem in config.problems { StandardStreams.report("dnp: \(problem)\n") }
    let arguments = config.completed(Array(CommandLine.arguments.dropFirst()))
    if let console = ConsoleOptions(direct: arguments) {
      Foundation.exit(ExitCode.of(console.run).rawValue)
    }
    if let script = CompletionScript.text(for: arguments) {
      report(script + "\n", isFailure: false)
      return
    }
    if let message = UnknownSubcommand.message(for: arguments) {
      report(message, isFailure: true)
      Foundation.exit(ExitCode.validationFailure.rawValue)
    }
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      let code = exitCode(for: error)
      let unknown = code == .validationFailure ? UnknownOption.message(for: arguments) : nil
      let message = unknown ?? MisspeltValue.suggesting(in: fullMessage(for: error))
      if !message.isEmpty { report(message + "\n", isFailure: !code.isSuccess) }
      Foundation.exit(code.rawValue)
    }
  }

  /// Prints help and versions to standard output, errors to standard error.
  private static func report(_ message: String, isFailure: Bool) {
    guard !isFailure else { return StandardStreams.report(message) }
    try? StandardStreams.print(message)
  }

  /// The build configuration of the tool.
  static var build: String {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }
}
