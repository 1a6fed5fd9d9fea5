import PlainText

/// What to do about a problem: a text, or a near word that is searched when the text is read.
///
/// A file can have thousands of unknown words, and only the first problems of a file are shown.
enum Remedy: Hashable, Sendable {
  case text(String)
  /// A word that is none of `known`; the text lists `listed`, of them or all.
  case search(word: String, known: [String], listed: [String])

  /// How many words a text lists.
  private static let listMax = 80

  /// The text; for an unknown word O(length of the word × length of all known words).
  var text: String {
    switch self {
    case .text(let text): return text
    case .search(let word, let known, let listed):
      guard !known.isEmpty else { return "there is none at all here" }
      let rest = listed.count - Remedy.listMax
      let list =
        listed.prefix(Remedy.listMax).joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : "")
      guard let near = Suggestion.nearest(to: word, in: known) else { return "use one of: \(list)" }
      return "did you mean '\(near)'? one of: \(list)"
    }
  }
}
