/// A line at the foot of the screen that waits for text.
struct Prompt: Hashable, Sendable {
  /// What the text is for.
  enum Kind: Hashable, Sendable {
    case command
    case search
    case filter
    case time
    case note

    /// What stands before the text.
    var sign: String {
      switch self {
      case .command: ":"
      case .search: "/"
      case .filter: "&"
      case .time: "go to: "
      case .note: "note: "
      }
    }

    /// What to type, shown while the line is empty.
    var advice: String {
      switch self {
      case .command: "a button, a call, a verb or a time command"
      case .search: "text to find in the log; Enter with nothing ends the search"
      case .filter: "show only lines with this text; Enter with nothing shows all"
      case .note: "what there is to say about the step"
      case .time: "90s, 1h30m, 08:00, 2025-11-16 08:00"
      }
    }
  }

  let kind: Kind
  var field = TextField()
  /// The suggestions for what has been typed.
  var candidates: [Candidate] = []
  /// The suggestion that is marked.
  var selected: Int?
  /// Whether the person marked the suggestion, rather than the list itself.
  private(set) var isChosen = false
  /// Why the last try did not work.
  var complaint: String?

  init(_ kind: Kind, text: String = "") {
    self.kind = kind
    field = TextField(text)
  }

  /// The marked suggestion.
  var candidate: Candidate? { selected.map { candidates[$0] } }

  mutating func suggest(_ candidates: [Candidate]) {
    self.candidates = candidates
    selected = candidates.isEmpty ? nil : 0
    isChosen = false
  }

  mutating func choose(by places: Int) {
    guard !candidates.isEmpty else { return }
    let count = candidates.count
    isChosen = true
    selected = ((selected ?? (places > 0 ? -1 : 0)) + places + count) % count
  }
}
