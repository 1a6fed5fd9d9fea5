import ArgumentParser
import PlainText

/// An option that the command does not have.
///
/// The general parser names it only where nothing else is missing.
enum UnknownOption {
  /// Options that help does not list.
  private static let unlisted = [
    "--help-hidden", "--generate-completion-script", "--experimental-dump-help",
  ]

  /// What is wrong and what to type instead; nil where each option is known.
  static func message(for arguments: [String]) -> String? {
    let (command, rest) = command(of: arguments)
    let known = names(of: command)
    let options = rest.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }.filter(isLong)
    let option = options.first { option in !(known + unlisted).contains { $0 == option } }
    guard let option else { return nil }
    let words = known.map { String($0.dropFirst(2)) }
    let hint =
      Suggestion.nearest(to: String(option.dropFirst(2)), in: words)
      .map { ". Did you mean '--\($0)'?" } ?? ""
    let parent = ["dnp"] + path(of: arguments)
    return "Error: Unknown option '\(String(option).shortened())'\(hint)\n"
      + "\(DNP.usageString(for: command).prefixed("Usage: "))\n"
      + "  See '\(parent.joined(separator: " ")) --help' for more information."
  }

  private static func isLong(_ word: Substring) -> Bool { word.hasPrefix("--") && word.count > 2 }

  /// The names of the subcommands at the beginning.
  private static func path(of arguments: [String]) -> [String] {
    let count = arguments.count - command(of: arguments).rest.count
    return Array(arguments.prefix(count))
  }

  /// The subcommand that is meant, and what follows its name; the console without one.
  private static func command(
    of arguments: [String]
  ) -> (command: any ParsableCommand.Type, rest: ArraySlice<String>) {
    var rest = arguments[...]
    var command: any ParsableCommand.Type = DNP.self
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: {
        $0.configuration.commandName == word
      })
    {
      command = next
      rest.removeFirst()
    }
    return (command == DNP.self ? ConsoleCommand.self : command, rest)
  }

  /// The long names of a command's options, as its help lists them.
  private static func names(of command: any ParsableCommand.Type) -> [String] {
    DNP.helpMessage(for: command, includeHidden: true, columns: 1_000)
      .split(separator: "\n").filter { $0.hasPrefix("  -") }
      // What an option does follows its names after some room.
      .flatMap { line in
        let parts = line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
        return parts.map { $0.prefix { !",/".contains($0) } }
      }
      .filter(isLong).map(String.init)
  }
}

extension String {
  fileprivate func prefixed(_ prefix: String) -> String {
    hasPrefix(prefix) ? self : prefix + self
  }
}
