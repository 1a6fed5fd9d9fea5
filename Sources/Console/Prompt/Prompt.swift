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

    /// What is shown before the text.
    var sign: String {
      switch self {
      case .command: ":"
      case .search: "/"
      case .filter: "&"
      case .time: "go to: "
      case .note, .bundle: "note: "
      }
    }

    /// What to type, shown while the line is empty.
    var advice: String {
      switch self {
      case .command: "a button, a call, a verb or a time command"
      case .search: "text to find in the log; Enter with nothing ends the search"
      case .filter: "show only lines with this text; Enter with nothing shows all"
      case .note: "what there is to say about the step"
      case .bundle: "what there is to say about this; Enter writes the bundle"
      case .time: "90s, 1h30m, 08:00, 2025-11-16 08:00"
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
  /// Why the last try did not work.
  var complaint: String?

  init(_ kind: Kind, text: String = "") {
    self.kind = kind
    field = TextField(text)
  }

  /// The marked suggestion.
  var candidate: Candidate? { selected.map { candidates[$0] } }

  /// Does what a key stands for; the suggestions follow what is typed.
  mutating func update(_ action: PromptAction, _ suggestions: Suggestions) -> [PaneEffect] {
    switch action {
    case .accept: return [.submit(self)]
    case .cancel: return [.close]
    case .complete:
      guard let candidate else { return [] }
      field = TextField(candidate.line)
    case .previousEntry:
      choose(by: -1)
      return []
    case .nextEntry:
      choose(by: 1)
      return []
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
  mutating func type(_ scalar: Unicode.Scalar, _ suggestions: Suggestions?) {
    guard field.insert(scalar) else { return }
    if let suggestions { suggest(suggestions) } else { replaceCandidates([]) }
  }

  /// Makes new suggestions, and forgets what was wrong.
  mutating func suggest(_ suggestions: Suggestions) {
    complaint = nil
    if kind == .command { replaceCandidates(suggestions.candidates(for: field.text)) }
  }

  private mutating func replaceCandidates(_ candidates: [Candidate]) {
    self.candidates = candidates
    selected = candidates.isEmpty ? nil : 0
    isChosen = false
  }

  private mutating func choose(by places: Int) {
    guard !candidates.isEmpty else { return }
    let count = candidates.count
    isChosen = true
    selected = ((selected ?? (places > 0 ? -1 : 0)) + places + count) % count
  }
}
