import ArgumentParser
import Descriptors
import PlainText

/// A word at the place of a subcommand that names none.
///
/// The console is opened without a subcommand, so that the general parser would take a misspelt one
/// for an argument of the console.
enum UnknownSubcommand {
  /// What is wrong and what to type instead; nil where the general parser has to decide.
  static func message(for arguments: [String]) -> String? {
    var words = arguments[...]
    var parents = ["dnp"]
    var commands = DNP.configuration.subcommands
    let isHelp = words.first == "help"
    if isHelp { words.removeFirst() }
    while let word = words.popFirst(), !word.isEmpty, !word.hasPrefix("-"), !commands.isEmpty {
      guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
        let names =
          commands.compactMap { $0.configuration.commandName }
          + (parents.count == 1 && !isHelp ? ["help"] : [])
        return message(word, parents.joined(separator: " "), names)
      }
      parents.append(word)
      commands = command.configuration.subcommands
    }
    return nil
  }

  private static func message(_ word: String, _ parent: String, _ names: [String]) -> String {
    let hint: String
    let kind = (try? FileStatus(path: word))?.kind
    if parent == "dnp", kind == nil, let meant = job(for: word) {
      hint = "To \(meant.verb) a file: dnp \(meant.subcommand) FILE; there is no file of this name"
    } else if parent == "dnp", let kind {
      let isScenario = kind == .folder || word.hasSuffix(".yaml") || word.hasSuffix(".yml")
      let meant = ["dnp", isScenario ? "run" : "logs", ShellWord.quoted(word)]
      hint = "To \(isScenario ? "run" : "look at") it: " + meant.joined(separator: " ")
    } else if let near = near(word, names) {
      hint = "Did you mean '\(near)'?"
    } else {
      hint = "Use one of: " + names.joined(separator: ", ")
    }
    return "Error: '\(parent)' has no subcommand '\(word.shortened())'. \(hint)\n"
      + "  See '\(parent) --help' for more information.\n"
  }

  /// What is done with a file of a name's kind; nil for a name that looks like none.
  private static func job(for name: String) -> (verb: String, subcommand: String)? {
    if [".yaml", ".yml"].contains(where: name.hasSuffix) { return ("run", "run") }
    return [".log", ".gz", ".txt", ".logcat"].contains(where: name.hasSuffix)
      ? ("look at", "logs") : nil
  }

  /// The name that was probably meant: the only one that begins so, else the nearest.
  private static func near(_ word: String, _ names: [String]) -> String? {
    let begun = names.filter { $0.hasPrefix(word) }
    return begun.count == 1 ? begun.first : Suggestion.nearest(to: word, in: names)
  }
}
