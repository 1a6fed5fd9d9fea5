/// Which lines of a store are shown, or are hits of a search.
public struct WantedLines: Sendable {
  /// The kinds that are shown.
  public var kinds: LineKinds
  /// The lines with the string of a filter; nil without one.
  public var filtered: LineMatches?
  /// Whether lines without that string are wanted instead.
  public var isNegated: Bool
  /// The lines with the string of a search; nil without one.
  public var found: LineMatches?

  /// Describes the lines that are wanted.
  public init(
    kinds: LineKinds, filtered: LineMatches? = nil, isNegated: Bool = false,
    found: LineMatches? = nil
  ) {
    self.kinds = kinds
    self.filtered = filtered
    self.isNegated = isNegated
    self.found = found
  }

  /// What is known of a stretch: a bit for each wanted line, and how many were looked at.
  struct Stretch {
    var words: [UInt64]
    var seen: Int
  }

  /// Whether lines have to be looked at.
  var hasPattern: Bool { filtered != nil || found != nil }

  /// What is known of a stretch of a store; nil where every line is wanted.
  func stretch(_ place: Int, of store: borrowing LineStore) -> Stretch? {
    guard hasPattern else { return nil }
    var stretch = Stretch(words: [], seen: .max)
    if let filtered {
      guard let known = filtered.stretch(place, of: store) else { return .none(seen: 0) }
      stretch.words = isNegated ? known.bits.words.map { ~$0 } : known.bits.words
      stretch.seen = known.seen
    }
    if let found {
      guard let known = found.stretch(place, of: store) else { return .none(seen: 0) }
      stretch.words =
        stretch.words.isEmpty
        ? known.bits.words : zip(stretch.words, known.bits.words).map { $0 & $1 }
      stretch.seen = min(stretch.seen, known.seen)
    }
    return stretch
  }
}

extension WantedLines.Stretch {
  /// A stretch that nobody has looked at.
  fileprivate static func none(seen: Int) -> WantedLines.Stretch? {
    WantedLines.Stretch(words: [], seen: seen)
  }
}
