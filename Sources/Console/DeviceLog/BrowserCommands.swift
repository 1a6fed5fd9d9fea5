import DailyNotification
import PlainText

/// The commands of `dnp logs`.
enum BrowserCommand: String, CaseIterable {
  case level
  case category
  case search
  case filter
  case goto
  case saveLog
  case findings
  case messages
  case help
  case quit

  /// What it takes, as shown after its name.
  var parameter: String {
    switch self {
    case .level: LogLevel.allCases.map(\.rawValue).joined(separator: " | ")
    case .category: "NAME | only NAME | all"
    case .search, .filter: "TEXT"
    case .goto: "LINE"
    case .saveLog: "[PATH]"
    case .findings, .messages, .help, .quit: ""
    }
  }

  var summary: String {
    switch self {
    case .level: "lowest level that is shown"
    case .category: "hide or show the lines of a category or program, or of all but one"
    case .search: "search the log"
    case .filter: "show only lines with a text"
    case .goto: "go to a line by its number"
    case .saveLog: "write the log as it is shown; with ! it replaces a file"
    case .findings: "show what the profiles found"
    case .messages: "what is wrong with your settings"
    case .help: "show the keys"
    case .quit: "end the program"
    }
  }

  var needsArgument: Bool {
    switch self {
    case .level, .category, .search, .goto: true
    case .filter, .saveLog, .findings, .messages, .help, .quit: false
    }
  }
}

/// What the command line of `dnp logs` suggests.
struct BrowserSuggestions: Suggesting {
  let topics: LogTopics
  let filter: LogFilter
  let bindings: Bindings

  func candidates(for text: String) -> [Candidate] {
    guard let blank = text.firstIndex(of: " ") else {
      return BrowserCommand.allCases.ranked(by: FuzzyMatch(text)) { $0.rawValue }.map(candidate)
    }
    let rest = String(text[text.index(after: blank)...])
    switch BrowserCommand(rawValue: String(text[..<blank])) {
    case .level:
      return words(LogLevel.allCases.map { ($0.rawValue, "") }, after: "level", rest)
    case .category:
      let enter = bindings.text(of: .prompt(.accept))
      let names = topics.rows.enumerated().map { place, row in
        (
          row.name,
          filter.isHidden(place) ? "hidden; \(enter) shows it" : "shown; \(enter) hides it"
        )
      }
      let all = [("all", "show every category")]
      let only = topics.rows.map { ("only \($0.name)", "hide the others") }
      return words(names + all + only, after: "category", rest)
    case .search, .filter, .goto, .saveLog, .findings, .messages, .help, .quit, nil: return []
    }
  }

  func intention(of prompt: Prompt) -> Prompt.Intention? {
    guard !prompt.field.isEmpty else { return nil }
    if let candidate = meant(prompt) {
      let more = candidate.needsMore ? "…" : ""
      return Prompt.Intention(text: candidate.line + more, isRefused: false)
    }
    let name = String(prompt.field.text.prefix { $0 != " " && $0 != "!" })
    return BrowserCommand(rawValue: name).map {
      Prompt.Intention(text: $0.summary, isRefused: false)
    }
  }

  /// The suggestion that stands for a line: the one that was chosen, or the marked one where the
  /// line is no command by itself or lacks its value.
  func meant(_ prompt: Prompt) -> Candidate? {
    guard let candidate = prompt.candidate else { return nil }
    let line = prompt.field.text
    if prompt.isChosen { return candidate }
    guard let blank = line.firstIndex(of: " ") else {
      return BrowserCommand(rawValue: line)?.needsArgument == false ? nil : candidate
    }
    guard BrowserCommand(rawValue: String(line[..<blank])) != nil else { return nil }
    let isBeginning = candidate.line.lowercased().hasPrefix(line.lowercased())
    return isBeginning && candidate.line != line ? candidate : nil
  }

  private func candidate(_ command: BrowserCommand) -> Candidate {
    let name = command.rawValue
    return Candidate(
      line: command.needsArgument ? name + " " : name,
      title: command.parameter.isEmpty ? name : "\(name) \(command.parameter)",
      detail: command.summary, needsMore: command.needsArgument)
  }

  private func words(
    _ words: [(word: String, detail: String)], after name: String, _ rest: String
  ) -> [Candidate] {
    words.ranked(by: FuzzyMatch(rest)) { $0.word }.map {
      Candidate(line: "\(name) \($0.word)", title: $0.word, detail: $0.detail, needsMore: false)
    }
  }
}
