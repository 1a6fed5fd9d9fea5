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
      ValidateLogsCommand.self, LogsCommand.self, ScenarioFromCommand.self, JWTCommand.self,
      BridgeCommand.self,
      WhenCommand.self, ZonesCommand.self, SessionsCommand.self, ServeCommand.self,
      ParityCommand.self, SchemaCommand.self,
    ], defaultSubcommand: ConsoleCommand.self)

  /// The tool's version.
  static let version = "0.1.0"

  /// Runs the command that the arguments name; whatever there is to say goes through the printer.
  static func main() {
    let config = ConfigFile.own()
    let (arguments, problems) = config.completed(Array(CommandLine.arguments.dropFirst()))
    for problem in config.problems + problems { StandardStreams.report("dnp: \(problem)\n") }
    if let console = ConsoleOptions(direct: arguments) {
      Foundation.exit(ExitCode.of(console.run).rawValue)
    }
    if let script = CompletionScript.text(for: arguments) {
      Foundation.exit(answer(script + "\n").rawValue)
    }
    if let message = UnknownSubcommand.message(for: arguments) {
      StandardStreams.report(message)
      Foundation.exit(ExitCode.validationFailure.rawValue)
    }
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      let code = exitCode(for: error)
      let unknown = code == .validationFailure ? UnknownOption.message(for: arguments) : nil
      let message = unknown ?? MisspeltValue.suggesting(in: fullMessage(for: error))
      if code.isSuccess, !message.isEmpty { Foundation.exit(answer(message + "\n").rawValue) }
      if !message.isEmpty { StandardStreams.report(message + "\n") }
      Foundation.exit(code.rawValue)
    }
  }

  /// Prints what was asked for: help, a version, a completion script.
  private static func answer(_ text: String) -> ExitCode {
    ExitCode.of { () throws(CommandFailure) in
      try StandardStreams.print(text)
      return .success
    }
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
