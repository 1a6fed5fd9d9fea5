import CivilTime
import DailyNotification
import DeviceModel
import Scenarios

/// What a command line suggests for what has been typed, the best first.
protocol Suggesting {
  func candidates(for text: String) -> [Candidate]
  /// What Enter would do with a line; nil where there is nothing to say.
  func intention(of prompt: Prompt) -> Prompt.Intention?
}

/// What the console's command line suggests for what has been typed.
struct Suggestions: Suggesting {
  /// How many are made.
  static let countMax = 100

  let os: OperatingSystem
  /// What the log shows.
  let filter: LogFilter
  /// The keys that they name.
  var bindings = Bindings.standard
  /// Why an action cannot be done now; nil when it can.
  let reasonAgainst: (Action) -> String?

  /// How long a line may be, in bytes, that is parsed at each key.
  private static let parsedBytesMax = 400
  /// How long a text may be, in bytes, that names a command or a value; all names are shorter.
  private static let nameBytesMax = 200

  /// The suggestions, the best first.
  ///
  /// The time does not grow with the text beyond reading it once.
  func candidates(for text: String) -> [Candidate] {
    guard let blank = text.firstIndex(of: " ") else { return found(text) }
    let name = String(text[..<blank])
    let rest = String(text[text.index(after: blank)...])
    // Another word for a name takes what the name takes: `zone new y`.
    let meant = Synonyms.line(for: name).flatMap { $0.hasSuffix(" ") ? $0.dropLast() : nil }
    let arguments = arguments(of: meant.map(String.init) ?? name, rest)
    return arguments.isEmpty ? found(text) : arguments
  }

  /// What Enter would do: run what is typed, or what it stands for, or say what is wrong.
  func intention(of prompt: Prompt) -> Prompt.Intention? {
    let text = prompt.field.text
    guard !text.isEmpty else { return nil }
    guard text.utf8.count <= Suggestions.parsedBytesMax else { return intention(ofLong: text) }
    do {
      return Prompt.Intention(text: try TypedCommand.parse(text, bindings).title, isRefused: false)
    } catch {
      if let candidate = prompt.candidate, candidate.line != text,
        Model.mayStand(candidate, for: text)
      {
        return Prompt.Intention(
          text: candidate.line + (candidate.needsMore ? "…" : ""), isRefused: false)
      }
      return Prompt.Intention(text: error.description, isRefused: true)
    }
  }

  /// What Enter would do with a line that is too long to be parsed at each key: its name.
  private func intention(ofLong text: String) -> Prompt.Intention? {
    let name = String(text.prefix { $0 != " " })
    let isKnown =
      PluginMethod(rawValue: name) != nil || VerbTable.rows.contains { $0.name == name }
    return isKnown ? Prompt.Intention(text: "\(name) …", isRefused: false) : nil
  }

  /// Names first, then what a key does, then what has the text in its description.
  private func found(_ text: String) -> [Candidate] {
    guard text.utf8.count <= Suggestions.nameBytesMax else { return [] }
    let match = FuzzyMatch(text)
    let platform = os.configuration.platform
    let names = KnownCommand.names.filter { $0.platforms.contains(platform) }
    func places(_ known: [KnownCommand]) -> [KnownCommand] {
      Array(known.ranked(by: match) { $0.line }.prefix(Suggestions.countMax))
    }
    var found = synonyms(text) + places(names) + places(KnownCommand.actions(bindings))
    if text.utf8.count >= 3 {
      let lines = Set(found.map(\.line))
      let wanted = Array(text.lowercased().utf8)
      found += names.filter { $0.isDescribed(by: wanted) && !lines.contains($0.line) }
    }
    let candidates = found.prefix(Suggestions.countMax).map { known in
      let reason = known.action.flatMap { reasonAgainst($0) }
      return Candidate(
        line: known.line, title: known.title,
        detail: known.detail + (reason.map { " (\($0))" } ?? ""), needsMore: known.needsMore)
    }
    let cities = ZoneName.zones(of: text).map {
      Candidate(
        line: "setZone \($0)", title: "setZone \($0)", detail: "the phone's time zone",
        needsMore: false, isMeant: true)
    }
    let folded = text.lowercased()
    let isName = KnownCommand.names.contains { $0.line.lowercased().hasPrefix(folded) }
    return Array((isName ? candidates + cities : cities + candidates).prefix(Suggestions.countMax))
  }

  /// What words of testers stand for, if no name begins like them.
  private func synonyms(_ text: String) -> [KnownCommand] {
    let folded = text.lowercased()
    if KnownCommand.names.contains(where: { $0.line.lowercased().hasPrefix(folded) }) { return [] }
    return Synonyms.lines(for: text).map { KnownCommand(synonym: $0.word, line: $0.line) }
  }

  /// What can follow a name.
  private func arguments(of name: String, _ rest: String) -> [Candidate] {
    if let command = ConsoleVerb(rawValue: name) {
      if command == .category { return categories(rest) }
      if command == .goto { return Suggestions.events(rest, before: "goto ") }
      return words(command.words, behind: name, rest, command.summary)
    }
    if let row = VerbTable.rows.first(where: { $0.name == name }) {
      return parameters(of: row, rest)
    }
    if let method = PluginMethod(rawValue: name) { return options(of: method, rest) }
    return []
  }

  /// The events that a jump can lead to.
  static func events(_ typed: String, before: String = "") -> [Candidate] {
    guard typed.utf8.count <= nameBytesMax else { return [] }
    return AwaitedEvent.allCases.ranked(by: FuzzyMatch(typed)) { $0.text }.map {
      Candidate(line: before + $0.text, title: $0.text, detail: $0.summary, needsMore: false)
    }
  }

  /// The categories of the log, shown or hidden.
  private func categories(_ rest: String) -> [Candidate] {
    let enter = bindings.text(of: .prompt(.accept))
    let rows = LogTopic.allCases.map { topic in
      (
        topic.name,
        filter.isHidden(topic.rawValue) ? "hidden; \(enter) shows it" : "shown; \(enter) hides it"
      )
    }
    let only = LogTopic.allCases.map { ("only \($0.name)", "hide the others") }
    return (rows + [("all", "show every category")] + only)
      .ranked(by: FuzzyMatch(rest)) { $0.0 }.map {
        Candidate(line: "category \($0.0)", title: $0.0, detail: $0.1, needsMore: false)
      }
  }

  /// The values of the parameter that is being typed, after those that were typed before it.
  private func parameters(of row: VerbTable.Row, _ rest: String) -> [Candidate] {
    guard rest.utf8.count <= Suggestions.nameBytesMax, !rest.hasPrefix("{"), !rest.hasPrefix("[")
    else { return [] }
    // A city's name may have blanks.
    let isZone = row.parameters.count == 1 && row.parameters[0].kind == .zone
    let words =
      isZone
      ? [rest] : rest.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let before = words.dropLast()
    let typed = words.last ?? ""
    let named = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let key = named.count == 2 ? String(named[0]) : nil
    let used = before.compactMap { word in
      row.parameters.first { word.hasPrefix("\($0.key)=") }?.key
    }
    let free = row.parameters.filter { !used.contains($0.key) }
    let parameter =
      key.map { key in row.parameters.first { $0.key == key } }
      ?? free.dropFirst(before.count - used.count).first
    guard let parameter else { return [] }
    let prefix = ([row.name] + before + [key.map { "\($0)=" } ?? ""]).joined(separator: " ")
    let wanted = FuzzyMatch(key == nil ? typed : String(named.last ?? ""))
    let values = values(of: parameter, row, isNamed: key != nil).ranked(by: wanted) { $0 }
    let meant = parameter.kind == .zone ? ZoneName.zones(beginning: typed) : []
    return values.prefix(Suggestions.countMax).map {
      Candidate(
        line: prefix + $0, title: $0, detail: row.act, needsMore: false,
        isMeant: meant.contains($0))
    }
  }

  /// The values of a parameter, where they are known.
  private func values(
    of parameter: VerbTable.Parameter, _ row: VerbTable.Row, isNamed: Bool
  ) -> [String] {
    switch parameter.kind {
    // What only an iPhone has is not offered for an Android phone.
    case .choice: return parameter.words(on: os.configuration.platform)
    // The name of a flag says that it is so, as the log writes it: `reboot locked`.
    case .flag: return (isNamed ? [] : [parameter.key]) + ["true", "false"]
    case .zone: return ZoneData.identifiers
    case .duration: return ["90s", "15m", "1h30m", "1d", "-2h"]
    case .text where parameter.key == "id":
      return os.delivered.flatMap { [$0.identifier] + actions(of: $0, row) }
    case .text where parameter.key == "identifier":
      return os.workNames
    case .fields: return row.parameters.map { "\($0.key)=" }
    case .text, .caption, .number, .responses, .answer, .texts: return []
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
    if let option = method.options.first(where: { typed.hasPrefix("\($0.name)=") }) {
      return values(of: option, typed, in: rest, of: method)
    }
    guard !typed.contains("="), typed.utf8.count <= Suggestions.nameBytesMax else { return [] }
    let before = words.dropLast().joined(separator: " ")
    let used = Set(words.dropLast().map { String($0.prefix { $0 != "=" }) })
    return method.options.filter { option in
      !used.contains(option.name) && option.name.lowercased().hasPrefix(typed.lowercased())
    }.map { option in
      let word = "\(option.name)="
      let line = [method.rawValue, before, word].filter { !$0.isEmpty }.joined(separator: " ")
      let words = OptionValues(os: os).words(of: option).joined(separator: " | ")
      return Candidate(
        line: line, title: word, detail: words.isEmpty ? "option" : "option: \(words)",
        needsMore: true)
    }
  }
}

extension Suggestions {
  /// The values of the option that is being typed, after those that were typed before it.
  fileprivate func values(
    of option: CallOption, _ typed: String, in rest: String, of method: PluginMethod
  ) -> [Candidate] {
    guard typed.utf8.count <= Suggestions.nameBytesMax else { return [] }
    let before = "\(method.rawValue) \(rest.dropLast(typed.count))\(option.name)="
    return OptionValues(os: os).values(
      of: option, method, beginning: String(typed.dropFirst(option.name.count + 1))
    ).prefix(Suggestions.countMax).map {
      Candidate(line: before + $0.text, title: $0.text, detail: $0.detail, needsMore: false)
    }
  }
}

extension VerbTable.Row {
  /// What it takes on a platform, as shown after its name.
  func advice(on platform: DevicePlatform) -> String {
    takesOne ? "ACT={…}" : parameters.map { $0.advice(on: platform) }.joined(separator: " ")
  }

  /// Whether it needs an argument.
  var needsMore: Bool { takesOne || needsSetting || parameters.contains { !$0.isOptional } }
}

extension VerbTable.Parameter {
  /// What it takes: its words or its name, in brackets when it can be left out.
  fileprivate func advice(on platform: DevicePlatform) -> String {
    let words =
      switch kind {
      case .choice: words(on: platform).joined(separator: " | ")
      case .flag: "\(key)=true | false"
      case .responses: "[{\"status\": 500}, …]"
      case .answer: "\(key)={\"status\": 200, …}"
      case .fields: "\(key)={…}"
      case .text, .caption, .number, .duration, .zone, .texts: key.uppercased()
      }
    return isOptional ? "[\(words)]" : words
  }
}
