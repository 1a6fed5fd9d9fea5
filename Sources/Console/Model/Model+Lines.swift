import CellGrid
import DailyNotification
import DeviceModel
import Scenarios

extension Model {
  /// Shows a line that takes text, with suggestions for what is in it.
  mutating func show(_ prompt: Prompt) {
    var prompt = prompt
    prompt.complaint = nil
    if prompt.kind == .command {
      let model = self
      let suggestions = Suggestions(os: run.device.os) { model.reasonAgainst($0) }
      prompt.suggest(suggestions.candidates(for: prompt.field.text))
    }
    overlay = .prompt(prompt)
  }

  /// Shows a line as it is, without looking for suggestions.
  mutating func keep(_ prompt: Prompt) {
    var prompt = prompt
    prompt.suggest([])
    overlay = .prompt(prompt)
  }

  /// Edits the line or the filter that has the keyboard.
  mutating func edit(_ action: Action) {
    switch overlay {
    case .prompt(var prompt):
      switch action {
      case .complete: complete(&prompt)
      case .nextEntry, .previousEntry:
        prompt.choose(by: action == .nextEntry ? 1 : -1)
        overlay = .prompt(prompt)
      default:
        edit(&prompt.field, action)
        show(prompt)
      }
    case .help(var help):
      switch action {
      case .nextEntry, .previousEntry:
        help.move(by: action == .nextEntry ? 1 : -1, height: layout.window(of: help).rows - 4)
      default: help.edit { edit(&$0, action) }
      }
      overlay = .help(help)
    case .page, nil: break
    }
  }

  private func edit(_ field: inout TextField, _ action: Action) {
    switch action {
    case .deleteBackward: field.deleteBackward()
    case .deleteForward: field.deleteForward()
    case .deleteWord: field.deleteWord()
    case .deleteLine: field = TextField()
    case .cursorLeft: field.moveCursor(by: -1)
    case .cursorRight: field.moveCursor(by: 1)
    case .cursorHome: field.moveCursor(by: -TextField.lengthMax)
    case .cursorEnd: field.moveCursor(by: TextField.lengthMax)
    default: break
    }
  }

  private mutating func complete(_ prompt: inout Prompt) {
    guard let candidate = prompt.candidate else { return }
    prompt.field = TextField(candidate.line)
    show(prompt)
  }

  /// Takes what was typed, or the entry that is marked.
  mutating func accept() -> [Effect] {
    switch overlay {
    case .prompt(let prompt): return accept(prompt)
    case .help(let help):
      overlay = nil
      let entries = help.entries
      guard entries.indices.contains(help.selected) else { return [] }
      return perform(entries[help.selected].action)
    case .page, nil: return []
    }
  }

  private mutating func accept(_ prompt: Prompt) -> [Effect] {
    overlay = nil
    let text = prompt.field.text
    switch prompt.kind {
    case .command: return run(prompt)
    case .search: find(text)
    case .filter: setFilter(text)
    case .note: if !text.isEmpty { judge(nil, note: text) }
    case .time:
      if text.isEmpty { return [] }
      if let reason = startJump(text) { complain(reason, prompt) }
    }
    return []
  }

  /// Shows only lines with a text, or all for an empty one.
  private mutating func setFilter(_ text: String) {
    changeFilter { filter in
      filter.pattern = TextPattern(text)
      filter.isNegated = false
    }
  }

  private mutating func find(_ text: String) {
    log.find(TextPattern(text), run.device.os.trace)
    focus = .log
    tellEmptySearch()
  }

  /// Runs the line; one that says nothing by itself stands for the marked suggestion.
  private mutating func run(_ prompt: Prompt) -> [Effect] {
    let text = prompt.field.text
    if prompt.isChosen, let candidate = prompt.candidate { return take(candidate, prompt) }
    if text.isEmpty { return [] }
    do {
      return try execute(CommandReader.read(text))
    } catch {
      guard let candidate = prompt.candidate, candidate.line != text, stands(candidate, for: text)
      else {
        complain(error.description, prompt)
        return []
      }
      return take(candidate, prompt)
    }
  }

  /// Whether a suggestion that nobody chose may stand for what was typed: a name by a few of its
  /// letters, what follows a name only by its beginning.
  private func stands(_ candidate: Candidate, for text: String) -> Bool {
    !text.contains(" ") || candidate.line.lowercased().hasPrefix(text.lowercased())
      || CommandReader.control(candidate.line) != nil
  }

  /// Runs a suggestion, or puts it into the line when more has to be typed.
  private mutating func take(_ candidate: Candidate, _ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    prompt.field = TextField(candidate.line)
    if candidate.needsMore {
      show(prompt)
      return []
    }
    do {
      return try execute(CommandReader.read(candidate.line))
    } catch {
      complain(error.description, prompt)
      return []
    }
  }

  private mutating func complain(_ reason: String, _ prompt: Prompt) {
    var prompt = prompt
    prompt.complaint = reason
    overlay = .prompt(prompt)
  }

  /// Does what a command line asks for.
  mutating func execute(_ request: CommandReader.Request) throws(CommandReader.Failure) -> [Effect]
  {
    switch request {
    case .press(let control): return press(control)
    case .act(let action): return perform(action)
    case .perform(let command, let title): perform(command, title: title)
    case .console(let command, let argument): return try execute(command, argument)
    }
    return []
  }

  private mutating func execute(
    _ command: ConsoleVerb, _ argument: String
  ) throws(CommandReader.Failure) -> [Effect] {
    if command.movesTime, let reason = reasonOfGuide { throw CommandReader.Failure(reason) }
    switch command {
    case .advance, .goto:
      if let reason = startJump(argument) { throw CommandReader.Failure(reason) }
    case .runToNextEvent: runToNextEvent()
    case .runUntilIdle: runUntilIdle()
    case .run: pace.isRunning = true
    case .pause: pace.isRunning = false
    case .rate:
      if let rate = Int(argument).flatMap(Pace.Rate.init) { pace.rate = rate }
      pace.isRunning = true
    case .level:
      if let level = LogLevel(rawValue: argument) { changeFilter { $0.minimum = level } }
    case .category: toggleCategory(argument)
    case .system: change(.toggleSystemRecords)
    case .search: find(argument)
    case .filter: setFilter(argument)
    case .status: overlay = .page(statusPage)
    case .export:
      let isQuoted = argument.count > 1 && argument.hasPrefix("\"") && argument.hasSuffix("\"")
      let path = isQuoted ? String(argument.dropFirst().dropLast()) : argument
      return [.export(path: path.isEmpty ? nil : path)]
    case .messages: showErrorLines()
    case .help: change(.help)
    case .quit: return [.quit(code: 0)]
    case .walkthroughs, .walkthrough, .step, .pass, .fail, .skip, .note, .back, .restart, .takeOver,
      .saveScenario:
      return try lead(command, argument)
    }
    return []
  }

  private mutating func toggleCategory(_ name: String) {
    guard let category = LogCategory(rawValue: name) else { return }
    changeFilter { $0.toggle(category) }
  }

  /// The whole status as text.
  var statusPage: Page {
    Page(title: "Status", lines: statusLines)
  }
}
