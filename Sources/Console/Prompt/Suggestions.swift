import DailyNotification
import DeviceModel
import Scenarios

/// What the command line suggests for what has been typed.
struct Suggestions {
  /// How many are made.
  static let countMax = 100

  let os: OperatingSystem
  /// Why an action cannot be done now; nil when it can.
  let reasonAgainst: (Action) -> String?

  /// The suggestions, the best first.
  func candidates(for text: String) -> [Candidate] {
    guard let blank = text.firstIndex(of: " ") else { return found(text) }
    let name = String(text[..<blank])
    let rest = String(text[text.index(after: blank)...])
    let arguments = arguments(of: name, rest)
    return arguments.isEmpty ? found(text) : arguments
  }

  /// Names first, then what a key does, then what has the text in its description.
  private func found(_ text: String) -> [Candidate] {
    let byName = ranked(names, text) + ranked(actions, text)
    guard text.count >= 3 else { return byName }
    let wanted = text.lowercased()
    let described = names.filter { candidate in
      candidate.detail.lowercased().contains(wanted) && !byName.contains(candidate)
    }
    return Array((byName + described).prefix(Suggestions.countMax))
  }

  /// Everything that a line can begin with.
  private var names: [Candidate] {
    let controls = ControlTable.rows.map {
      Candidate(
        line: $0.title, title: $0.title,
        detail: detail("button, \($0.group.rawValue)", .controls(.press($0.id))), needsMore: false)
    }
    let commands = ConsoleVerb.allCases.map {
      named($0.rawValue, $0.parameter, $0.summary, needsMore: $0.needsArgument)
    }
    let verbs = VerbTable.rows.map {
      named($0.name, $0.advice, $0.summary, needsMore: $0.needsMore)
    }
    let methods = PluginMethod.allCases.map { method in
      let keys = method.optionKeys.isEmpty ? "" : "[\(method.optionKeys[0])=…]"
      return named(method.rawValue, keys, "call \(method.number) of the plugin", needsMore: false)
    }
    return controls + commands + verbs + methods
  }

  /// What has a key of the screen, by what it does.
  private var actions: [Candidate] {
    BindingTable.named.map {
      Candidate(
        line: $0.label, title: $0.label, detail: detail("key \($0.text)", $0.action),
        needsMore: false)
    }
  }

  private func detail(_ text: String, _ action: Action) -> String {
    text + (reasonAgainst(action).map { " (\($0))" } ?? "")
  }

  private func named(
    _ name: String, _ parameter: String, _ summary: String, needsMore: Bool
  ) -> Candidate {
    Candidate(
      line: needsMore ? name + " " : name,
      title: parameter.isEmpty ? name : "\(name) \(parameter)", detail: summary,
      needsMore: needsMore)
  }

  private func ranked(_ candidates: [Candidate], _ text: String) -> [Candidate] {
    Array(
      candidates.ranked(by: FuzzyMatch(text)) { $0.line }.prefix(Suggestions.countMax))
  }

  /// What can follow a name.
  private func arguments(of name: String, _ rest: String) -> [Candidate] {
    if let command = ConsoleVerb(rawValue: name) {
      return words(command.words, behind: name, rest, command.summary)
    }
    if let row = VerbTable.rows.first(where: { $0.name == name }) {
      return words(values(of: row), behind: name, rest, row.summary)
    }
    if let method = PluginMethod(rawValue: name) { return options(of: method, rest) }
    return []
  }

  /// The values of the first parameter, where they are known.
  private func values(of row: VerbTable.Row) -> [String] {
    guard let parameter = row.parameters.first else { return [] }
    switch parameter.kind {
    case .choice(let words): return words
    case .text where parameter.key == "id":
      return os.delivered.map(\.identifier)
    case .text where parameter.key == "identifier":
      return OperatingSystem.workIdentifiers
    case .text, .number, .flag, .duration, .zone, .responses: return []
    }
  }

  private func words(
    _ words: [String], behind name: String, _ rest: String, _ detail: String
  ) -> [Candidate] {
    words.ranked(by: FuzzyMatch(rest)) { $0 }.map {
      Candidate(line: "\(name) \($0)", title: $0, detail: detail, needsMore: false)
    }
  }

  /// The option keys that are not there yet.
  private func options(of method: PluginMethod, _ rest: String) -> [Candidate] {
    guard !rest.hasPrefix("{") else { return [] }
    let words = rest.split(separator: " ", omittingEmptySubsequences: false)
    let typed = words.last.map(String.init) ?? ""
    guard !typed.contains("=") else { return [] }
    let before = words.dropLast().joined(separator: " ")
    let used = words.dropLast().map { $0.prefix { $0 != "=" } }
    return method.optionKeys.filter { key in
      !used.contains { $0 == key } && key.lowercased().hasPrefix(typed.lowercased())
    }.map { key in
      let line = [method.rawValue, before, "\(key)="].filter { !$0.isEmpty }.joined(separator: " ")
      return Candidate(line: line, title: "\(key)=", detail: "option", needsMore: true)
    }
  }
}

extension VerbTable.Row {
  /// What it takes, as shown after its name.
  var advice: String { parameters.map(\.advice).joined(separator: " ") }

  /// Whether it needs an argument.
  var needsMore: Bool { parameters.contains { !$0.isOptional } }
}

extension VerbTable.Parameter {
  /// What it takes: its words or its name, in brackets when it can be left out.
  fileprivate var advice: String {
    let words =
      switch kind {
      case .choice(let words): words.joined(separator: " | ")
      case .flag: "\(key)=true | false"
      case .responses: "[{\"status\": 500}, …]"
      case .text, .number, .duration, .zone: key.uppercased()
      }
    return isOptional ? "[\(words)]" : words
  }
}
