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

  /// How long a text may be, in bytes, that names a command or a value; all names are shorter.
  private static let nameBytesMax = 200

  /// The suggestions, the best first.
  ///
  /// The time does not grow with the text beyond reading it once.
  func candidates(for text: String) -> [Candidate] {
    guard let blank = text.firstIndex(of: " ") else { return found(text) }
    let name = String(text[..<blank])
    let rest = String(text[text.index(after: blank)...])
    let arguments = arguments(of: name, rest)
    return arguments.isEmpty ? found(text) : arguments
  }

  /// Names first, then what a key does, then what has the text in its description.
  private func found(_ text: String) -> [Candidate] {
    guard text.utf8.count <= Suggestions.nameBytesMax else { return [] }
    let match = FuzzyMatch(text)
    func places(_ known: [KnownCommand]) -> [KnownCommand] {
      Array(known.ranked(by: match) { $0.line }.prefix(Suggestions.countMax))
    }
    var found = places(KnownCommand.names) + places(KnownCommand.actions)
    if text.utf8.count >= 3 {
      let lines = Set(found.map(\.line))
      let wanted = Array(text.lowercased().utf8)
      found += KnownCommand.names.filter { $0.isDescribed(by: wanted) && !lines.contains($0.line) }
    }
    return found.prefix(Suggestions.countMax).map { known in
      let reason = known.action.flatMap { reasonAgainst($0) }
      return Candidate(
        line: known.line, title: known.title,
        detail: known.detail + (reason.map { " (\($0))" } ?? ""), needsMore: known.needsMore)
    }
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
      return os.delivered.flatMap { [$0.identifier] + actions(of: $0, row) }
    case .text where parameter.key == "identifier":
      return OperatingSystem.workIdentifiers
    case .fields: return row.parameters.map { "\($0.key)=" }
    case .text, .number, .flag, .duration, .zone, .responses, .texts: return []
    }
  }

  /// A notification with each action that a verb can press on it.
  private func actions(of item: VisibleNotification, _ row: VerbTable.Row) -> [String] {
    guard item.content.info.purpose != .foreign, row.parameters.count == 2,
      case .choice(let actions) = row.parameters[1].kind
    else { return [] }
    return actions.map { "\(item.identifier) \($0)" }
  }

  private func words(
    _ words: [String], behind name: String, _ rest: String, _ detail: String
  ) -> [Candidate] {
    guard rest.utf8.count <= Suggestions.nameBytesMax else { return [] }
    return words.ranked(by: FuzzyMatch(rest)) { $0 }.map {
      Candidate(
        line: "\(name) \($0)", title: $0, detail: detail, needsMore: $0.hasSuffix("="))
    }
  }

  /// The option keys that are not there yet.
  private func options(of method: PluginMethod, _ rest: String) -> [Candidate] {
    guard !rest.hasPrefix("{") else { return [] }
    let words = rest.split(separator: " ", omittingEmptySubsequences: false)
    let typed = words.last.map(String.init) ?? ""
    if typed.hasPrefix(Suggestions.identityKey), method.optionKeys.contains("activeDid") {
      return identities(for: typed, in: rest, of: method)
    }
    guard !typed.contains("="), typed.utf8.count <= Suggestions.nameBytesMax else { return [] }
    let before = words.dropLast().joined(separator: " ")
    let used = Set(words.dropLast().map { String($0.prefix { $0 != "=" }) })
    return method.optionKeys.filter { key in
      !used.contains(key) && key.lowercased().hasPrefix(typed.lowercased())
    }.map { key in
      let line = [method.rawValue, before, "\(key)="].filter { !$0.isEmpty }.joined(separator: " ")
      return Candidate(line: line, title: "\(key)=", detail: "option", needsMore: true)
    }
  }
}

extension Suggestions {
  fileprivate static let identityKey = "activeDid="

  /// The identities that can sign, for an option that names one.
  fileprivate func identities(
    for typed: String, in rest: String, of method: PluginMethod
  ) -> [Candidate] {
    let before = rest.dropLast(typed.count)
    return os.keychain.identities.filter { identity in
      (Suggestions.identityKey + identity).lowercased().hasPrefix(typed.lowercased())
    }.map { identity in
      Candidate(
        line: "\(method.rawValue) \(before)\(Suggestions.identityKey)\(identity)",
        title: identity, detail: "its key is in the keychain", needsMore: false)
    }
  }
}

extension VerbTable.Row {
  /// What it takes, as shown after its name.
  var advice: String {
    takesOne ? "ACT={…}" : parameters.map(\.advice).joined(separator: " ")
  }

  /// Whether it needs an argument.
  var needsMore: Bool { takesOne || parameters.contains { !$0.isOptional } }
}

extension VerbTable.Parameter {
  /// What it takes: its words or its name, in brackets when it can be left out.
  fileprivate var advice: String {
    let words =
      switch kind {
      case .choice(let words): words.joined(separator: " | ")
      case .flag: "\(key)=true | false"
      case .responses: "[{\"status\": 500}, …]"
      case .fields: "\(key)={…}"
      case .text, .number, .duration, .zone, .texts: key.uppercased()
      }
    return isOptional ? "[\(words)]" : words
  }
}
