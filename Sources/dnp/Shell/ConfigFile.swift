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
/// on each machine. The command line takes precedence. What is wrong is named and ignored, also a
/// path that leads nowhere.
struct ConfigFile {
  private let path: String
  private let entries: [Entry]
  /// What is wrong with the file, each with its line.
  let problems: [String]

  /// An option with what it is given.
  private struct Entry {
    let option: Option
    /// The only subcommand that it is for; nil for each that has it.
    let subcommand: String?
    /// Empty for a flag that is false.
    var values: [Value]

    /// Whether both ask for something, of which a command line may have only one.
    func excludes(_ other: Entry) -> Bool {
      option.excluded == other.option && !values.isEmpty && !other.values.isEmpty
    }
  }

  /// A flag or an option with one value: its words on a command line, and the line of the file.
  struct Value {
    let words: [String]
    let line: Int
  }

  private static let bytesMax = 65_536

  private static let rules = YAMLRules(
    noun: "a configuration", bytesMax: bytesMax, aliasesMax: 0, nodesMax: 1_000, depthMax: 4,
    splitRemedy: "a configuration needs a line for each option",
    emptyRemedy: "write 'color: never', or remove the file")

  /// The file of this person, or the one that `DNP_CONFIG` names; empty when there is none.
  static func own() -> ConfigFile {
    guard let path = ownPath else { return ConfigFile(path: "", entries: [], problems: []) }
    do {
      return ConfigFile(try InputFile.regular(path, bytesMax: bytesMax).bytes, path: path)
    } catch {
      return ConfigFile(path: path, entries: [], problems: [error.message])
    }
  }

  private static var ownPath: String? {
    guard let named = HostEnvironment.value("DNP_CONFIG") else {
      return SettingsFolder.file("config")
    }
    return named.isEmpty ? nil : named
  }

  private init(path: String, entries: [Entry], problems: [String]) {
    self.path = path
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
    self.init(path: path, entries: entries, problems: problems)
  }

  /// A command line with the options of the file, which come before those that were given.
  ///
  /// What is wrong are paths that lead nowhere, each with its line; only those are looked for that
  /// this command line needs.
  func completed(_ arguments: [String]) -> (arguments: [String], problems: [String]) {
    let isNamed = arguments.first.map { $0 == "help" || !$0.hasPrefix("-") } ?? false
    let subcommand = isNamed ? arguments[0] : ConsoleCommand.name
    guard !entries.isEmpty, Option.subcommands.contains(subcommand),
      Set(arguments).isDisjoint(with: ["-h", "--help", "--version"]),
      !arguments.contains(where: { $0.hasPrefix("--generate-") || $0.hasPrefix("---") })
    else { return (arguments, []) }
    let given = arguments.prefix { $0 != "--" }
    let wanted = entries.filter { !$0.option.isGiven(in: given) }
    var problems: [String] = []
    let own = wanted.filter { $0.subcommand == subcommand }.compactMap { usable($0, &problems) }
    // An option that is given for the subcommand, and cannot be used there, is given for all.
    let shared = wanted.filter { entry in
      entry.subcommand == nil && entry.option.subcommands.contains(subcommand)
        && !own.contains { $0.option == entry.option || $0.excludes(entry) }
    }.compactMap { usable($0, &problems) }
    let words = (shared + own).flatMap(\.values).flatMap(\.words)
    return (
      arguments.prefix(isNamed ? 1 : 0) + words + arguments.dropFirst(isNamed ? 1 : 0), problems
    )
  }

  /// An entry without the values that lead nowhere; nil where none is left.
  private func usable(_ entry: Entry, _ problems: inout [String]) -> Entry? {
    var usable = entry
    usable.values = entry.values.filter { value in
      guard let problem = entry.option.problem(with: value) else { return true }
      problems.append("\(path):\(value.line): '\(entry.option)': \(problem); it is ignored")
      return false
    }
    return usable.values.isEmpty && !entry.values.isEmpty ? nil : usable
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
    return Entry(option: option, subcommand: subcommand, values: try option.values(entry.value))
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

    /// The option with what it is given; empty for a flag that is false.
    func values(_ value: YAMLNode) throws(YAMLProblem) -> [Value] {
      let what = "'\(rawValue)'"
      switch self {
      case .ascii, .log, .quiet, .strict, .verbose:
        return try value.flag(what) ? [Value(words: [name], line: value.place.line)] : []
      case .color:
        let choices = ColorChoice.allCases.map(\.rawValue)
        return [given(try value.choice(what, of: choices), value.place)]
      case .format:
        let formats = AnswerFormat.allCases.map(\.rawValue)
        return [given(try value.choice(what, of: formats), value.place)]
      case .jobs:
        return [given(String(try value.integer(what, in: RunCommand.jobsRange)), value.place)]
      case .theme: return [given(try value.text(what), value.place)]
      case .scenarios: return try value.texts(what).map { given($0.text, $0.place) }
      case .report:
        let reports = try value.texts(what)
        for report in reports where (try? RunReport(argument: report.text)) == nil {
          throw YAMLProblem(
            report.place, "'\(report.text.shortened())' is no report",
            "give one of \(RunReport.usage)")
        }
        return reports.map { given($0.text, $0.place) }
      }
    }

    /// Why a value leads nowhere; nil where it can be used, or is no path that is read.
    func problem(with value: Value) -> String? {
      guard let text = value.words.dropFirst().first else { return nil }
      switch self {
      case .theme: return Look.problem(ofTheme: text)
      case .scenarios:
        do {
          _ = try InputFile.files(at: [text])
          return nil
        } catch {
          return error.message
        }
      case .ascii, .color, .format, .jobs, .log, .quiet, .report, .strict, .verbose: return nil
      }
    }

    private var name: String { "--\(rawValue)" }

    private func given(_ text: String, _ place: SourcePlace) -> Value {
      Value(words: [name, text], line: place.line)
    }
  }
}
