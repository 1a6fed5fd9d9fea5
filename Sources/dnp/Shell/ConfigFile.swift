import ArgumentParser
import LocatedYAML
import PlainText

/// Options that a person always gives, in the file `config` of the folder of settings.
///
/// ```yaml
/// color: never        # for each subcommand that has the option
/// run:                # for one subcommand
///   jobs: 1
///   report: [html=report.html]
/// ```
///
/// Only options of the look and of the output stand there: the same command gives the same result
/// on each machine. The command line takes precedence. What is wrong is named and ignored.
struct ConfigFile {
  private let entries: [Entry]
  /// What is wrong with the file, each with its line.
  let problems: [String]

  /// An option with its words for a command line.
  private struct Entry {
    let option: Option
    /// The only subcommand that it is for; nil for each that has it.
    let subcommand: String?
    let words: [String]

    /// Whether both ask for something, of which a command line may have only one.
    func excludes(_ other: Entry) -> Bool {
      option.excluded == other.option && !words.isEmpty && !other.words.isEmpty
    }
  }

  private static let bytesMax = 65_536

  private static let rules = YAMLRules(
    noun: "a configuration", bytesMax: bytesMax, aliasesMax: 0, nodesMax: 1_000, depthMax: 4,
    splitRemedy: "a configuration needs a line for each option",
    emptyRemedy: "write 'color: never', or remove the file")

  /// The file of this person, or the one that `DNP_CONFIG` names; empty when there is none.
  static func own() -> ConfigFile {
    guard let path = path else { return ConfigFile(entries: [], problems: []) }
    do {
      return ConfigFile(try InputFile.regular(path, bytesMax: bytesMax).bytes, path: path)
    } catch {
      return ConfigFile(entries: [], problems: [error.message])
    }
  }

  private static var path: String? {
    guard let named = HostEnvironment.value("DNP_CONFIG") else {
      return SettingsFolder.file("config")
    }
    return named.isEmpty ? nil : named
  }

  private init(entries: [Entry], problems: [String]) {
    self.entries = entries
    self.problems = problems
  }

  /// Reads a file.
  init(_ bytes: [UInt8], path: String) {
    var entries: [Entry] = []
    var problems: [String] = []
    func read(_ entry: YAMLNode.Entry, for subcommand: String?) {
      do throws(YAMLProblem) {
        let new = try ConfigFile.entry(entry, for: subcommand)
        let other = entries.first { $0.subcommand == subcommand && $0.excludes(new) }
        if let other {
          throw YAMLProblem(
            entry.place, "'\(other.option)' and '\(new.option)' exclude each other",
            "leave one of them out; '\(new.option)' is ignored")
        }
        entries.append(new)
      } catch {
        problems.append("\(path):\(error.place.line): \(error.message); \(error.remedy)")
      }
    }
    do {
      for entry in try YAMLReader.read(bytes, ConfigFile.rules).mapping("the configuration") {
        guard Option.subcommands.contains(entry.key) else {
          read(entry, for: nil)
          continue
        }
        do {
          for inner in try entry.value.mapping("'\(entry.key)'") { read(inner, for: entry.key) }
        } catch {
          problems.append("\(path):\(error.place.line): \(error.message); \(error.remedy)")
        }
      }
    } catch {
      problems.append("\(path):\(error.place.line): \(error.message); \(error.remedy)")
    }
    self.init(entries: entries, problems: problems)
  }

  /// A command line with the options of the file, which come before those that were given.
  func completed(_ arguments: [String]) -> [String] {
    let isNamed = arguments.first.map { $0 == "help" || !$0.hasPrefix("-") } ?? false
    let subcommand = isNamed ? arguments[0] : ConsoleCommand.name
    guard !entries.isEmpty, Option.subcommands.contains(subcommand),
      Set(arguments).isDisjoint(with: ["-h", "--help", "--version"]),
      !arguments.contains(where: { $0.hasPrefix("--generate-") || $0.hasPrefix("---") })
    else { return arguments }
    let given = arguments.prefix { $0 != "--" }
    let own = entries.filter { $0.subcommand == subcommand }
    let shared = entries.filter { entry in
      entry.subcommand == nil && entry.option.subcommands.contains(subcommand)
        && !own.contains { $0.option == entry.option || $0.excludes(entry) }
    }
    let words = (shared + own).filter { !$0.option.isGiven(in: given) }.flatMap(\.words)
    return arguments.prefix(isNamed ? 1 : 0) + words + arguments.dropFirst(isNamed ? 1 : 0)
  }

  private static func entry(
    _ entry: YAMLNode.Entry, for subcommand: String?
  ) throws(YAMLProblem) -> Entry {
    let known = Option.allCases.filter { option in
      subcommand.map { option.subcommands.contains($0) } ?? true
    }
    guard let option = known.first(where: { $0.rawValue == entry.key }) else {
      // Only a subcommand has entries of its own.
      if case .mapping = entry.value.content, subcommand == nil {
        throw YAMLProblem.unknown(
          "subcommand", entry.key, at: entry.place,
          known: Option.subcommands.sorted())
      }
      throw YAMLProblem.unknown(
        "option", entry.key, at: entry.place, known: known.map(\.rawValue))
    }
    return Entry(option: option, subcommand: subcommand, words: try option.words(entry.value))
  }
}

extension ConfigFile {
  /// The options that may stand in the file, in the order of the alphabet.
  enum Option: String, CaseIterable {
    case ascii
    case color
    case format
    case jobs
    case log
    case quiet
    case report
    case scenarios
    case strict
    case theme
    case verbose

    /// The subcommands that have options in the file.
    static let subcommands = Set(allCases.flatMap(\.subcommands))

    /// The subcommands that have it.
    var subcommands: [String] {
      switch self {
      case .ascii, .theme: ["console", "logs"]
      case .color: ["console", "logs", "run"]
      case .format: ["diff", "lint", "parity", "validate-logs", "when", "why", "zones"]
      case .jobs, .log, .quiet, .report, .verbose: ["run"]
      case .scenarios: ["console"]
      case .strict: ["lint"]
      }
    }

    /// The option that cannot be given with it.
    var excluded: Option? {
      switch self {
      case .quiet: .verbose
      case .verbose: .quiet
      case .ascii, .color, .format, .jobs, .log, .report, .scenarios, .strict, .theme: nil
      }
    }

    /// Whether a command line has it, or what it would contradict.
    func isGiven(in arguments: some Sequence<String>) -> Bool {
      let names: [String] =
        switch self {
        case .quiet, .verbose: ["--quiet", "-q", "--verbose", "-v"]
        case .ascii, .color, .format, .jobs, .log, .report, .scenarios, .strict, .theme:
          ["--\(rawValue)"]
        }
      return arguments.contains { argument in
        names.contains { argument == $0 || argument.hasPrefix($0 + "=") }
      }
    }

    /// The option with its value as words of a command line; empty for a flag that is false.
    func words(_ value: YAMLNode) throws(YAMLProblem) -> [String] {
      let what = "'\(rawValue)'"
      let name = "--\(rawValue)"
      switch self {
      case .ascii, .log, .quiet, .strict, .verbose: return try value.flag(what) ? [name] : []
      case .color: return [name, try value.choice(what, of: ColorChoice.allCases.map(\.rawValue))]
      case .format:
        return [name, try value.choice(what, of: AnswerFormat.allCases.map(\.rawValue))]
      case .jobs: return [name, String(try value.integer(what, in: RunCommand.jobsRange))]
      case .theme: return [name, try value.text(what)]
      case .scenarios: return try value.texts(what).flatMap { [name, $0.text] }
      case .report:
        let reports = try value.texts(what)
        for report in reports where (try? RunReport(argument: report.text)) == nil {
          throw YAMLProblem(
            report.place, "'\(report.text.shortened())' is no report",
            "give one of \(RunReport.usage)")
        }
        return reports.flatMap { [name, $0.text] }
      }
    }
  }
}
