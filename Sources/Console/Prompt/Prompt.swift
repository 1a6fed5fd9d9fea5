/// A line at the foot of the screen that waits for text.
struct Prompt: Hashable, Sendable {
  /// What the text is for.
  enum Kind: Hashable, Sendable {
    case command
    case search
    case filter
    case time
    case note
    /// A note for a bundle.
    case bundle
    /// A text that the listed scenarios have.
    case scenarios

    /// What is shown before the text.
    var sign: String {
      switch self {
      case .command: ":"
      case .search: "/"
      case .filter: "&"
      case .time: "go to: "
      case .note, .bundle: "note: "
      case .scenarios: "with: "
      }
    }

    /// Whether what is typed is tried at once, before Enter.
    var isTried: Bool {
      switch self {
      case .search, .filter, .scenarios: true
      case .command, .time, .note, .bundle: false
      }
    }

    /// What to type, shown while the line is empty.
    var advice: String {
      switch self {
      case .command: "a button, a call, a verb or a time command"
      case .search: "text to find in the log; nothing ends the search"
      case .filter: "show only lines with this text; nothing shows all"
      case .note: "what there is to say about the step"
      case .scenarios: "a part of name, group, tags or description; nothing lists all"
      case .bundle: "for whoever reads the bundle; may be empty"
      case .time: "90s, 1h30m, 08:00, 2025-11-16 08:00, next miss"
      }
    }
  }

  let kind: Kind
  var field = TextField()
  /// The suggestions for what has been typed.
  private(set) var candidates: [Candidate] = []
  /// The place of the marked suggestion.
  private(set) var selected: Int?
  /// Whether the person marked the suggestion; the list itself marks its first one.
  private(set) var isChosen = false
  /// What Enter would do, in words; nil where the line itself says it.
  var intention: Intention?
  /// The lines that were typed before, the oldest first.
  var earlier: [String] = []
  /// The place of the earlier line that is shown; nil while the person types a new one.
  private var recalled: Int?
  /// What had been typed before earlier lines were looked at.
  private var draft = ""

  /// What Enter would do.
  struct Intention: Hashable, Sendable {
    let text: String
    /// Whether Enter would be refused.
    let isRefused: Bool
  }

  init(_ kind: Kind, text: String = "") {
    self.kind = kind
    field = TextField(text)
  }

  /// The line with an asterisk for each character, and without suggestions.
  var covered: Prompt {
    var covered = Prompt(kind, text: String(repeating: "*", count: field.characters.count))
    covered.field.moveCursor(by: field.cursor - covered.field.cursor)
    return covered
  }

  /// The marked suggestion.
  var candidate: Candidate? { selected.map { candidates[$0] } }

  /// Does what a key stands for; the suggestions follow what is typed.
  mutating func update(_ action: PromptAction, _ suggestions: some Suggesting) -> [PaneEffect] {
    switch action {
    case .accept: return [.submit(self)]
    case .cancel: return [.close]
    case .complete:
      guard let candidate else { return [] }
      field = TextField(candidate.line)
    case .previousEntry:
      // Without a list, or before anything was typed, the arrows lead to earlier lines.
      if !isChosen, candidates.isEmpty || field.isEmpty || recalled != nil, recall(by: -1) {
        break
      }
      choose(by: -1)
      return []
    case .nextEntry:
      if !isChosen, recalled != nil {
        _ = recall(by: 1)
        break
      }
      choose(by: 1)
      return []
    case .earlierLine: if !recall(by: -1) { return [.notify(.info("no earlier line"))] }
    case .laterLine: if !recall(by: 1) { return [.notify(.info("no later line"))] }
    // The line is open already.
    case .open: return []
    case .deleteBackward: field.deleteBackward()
    case .deleteForward: field.deleteForward()
    case .deleteWord: field.deleteWord()
    case .deleteLine: field = TextField()
    case .cursorLeft: field.moveCursor(by: -1)
    case .cursorRight: field.moveCursor(by: 1)
    case .cursorHome: field.moveCursor(by: -TextField.lengthMax)
    case .cursorEnd: field.moveCursor(by: TextField.lengthMax)
    }
    suggest(suggestions)
    return []
  }

  /// Types a character; text that is being pasted gets no suggestions.
  mutating func type(_ scalar: Unicode.Scalar, _ suggestions: (some Suggesting)?) {
    guard field.insert(scalar) else { return }
    recalled = nil
    if let suggestions { suggest(suggestions) } else { replaceCandidates([]) }
  }

  /// Makes new suggestions.
  mutating func suggest(_ suggestions: some Suggesting) {
    switch kind {
    case .command:
      replaceCandidates(suggestions.candidates(for: field.text))
      intention = suggestions.intention(of: self)
    case .time: replaceCandidates(Suggestions.events(field.text))
    case .search, .filter, .note, .bundle, .scenarios: break
    }
  }

  private mutating func replaceCandidates(_ candidates: [Candidate]) {
    self.candidates = candidates
    selected = candidates.isEmpty ? nil : 0
    isChosen = false
    intention = nil
  }

  private mutating func choose(by places: Int) {
    guard !candidates.isEmpty else { return }
    let count = candidates.count
    isChosen = true
    selected = ((selected ?? (places > 0 ? -1 : 0)) + places + count) % count
    intention = candidate.map { Intention(text: $0.line, isRefused: false) }
  }

  /// Shows an earlier or a later one of the lines that were typed; false when there is none.
  private mutating func recall(by places: Int) -> Bool {
    let place = (recalled ?? earlier.count) + places
    guard place >= 0, place <= earlier.count, !earlier.isEmpty else { return false }
    if recalled == nil {
      guard places < 0 else { return false }
      draft = field.text
    }
    recalled = place == earlier.count ? nil : place
    field = TextField(place == earlier.count ? draft : earlier[place])
    return true
  }
}
