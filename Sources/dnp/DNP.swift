import ArgumentParser

/// The command line tool.
@main
struct DNP: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dnp",
    abstract: "A simulated phone that runs the daily notification plugin.",
    version: DNP.version,
    subcommands: [
      ConsoleCommand.self, RunCommand.self, LintCommand.self, DiffCommand.self, WhyCommand.self,
      ValidateLogsCommand.self, BridgeCommand.self, WhenCommand.self, ZonesCommand.self,
    ], defaultSubcommand: ConsoleCommand.self)

  /// The tool's version.
  static let version = "0.1.0"

  /// The build configuration of the tool.
  static var build: String {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }
}
