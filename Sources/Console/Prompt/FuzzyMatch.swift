/// A few letters that find a string.
///
/// What was typed is folded once, so that a match costs the length of the string that is tried and
/// no allocation.
struct FuzzyMatch {
  private let pattern: [Unicode.Scalar]
  private let wanted: [Unicode.Scalar]

  /// The letters that were typed, in any case; blanks do not count.
  init(_ typed: String) {
    pattern = Array(typed.lowercased().unicodeScalars)
    wanted = pattern.filter { $0 != " " }
  }

  /// How well a text matches; larger is better, nil when a letter is missing.
  ///
  /// Letters must be in order. A beginning counts most, then beginnings of words, then runs.
  func score(_ text: String) -> Int? {
    guard !wanted.isEmpty else { return 0 }
    guard wanted.count <= text.utf8.count else { return nil }
    var score = 0
    var next = 0
    var lastHit = -2
    var count = 0
    var isPrefix = true
    var previous: Unicode.Scalar?
    for letter in text.unicodeScalars {
      let folded = letter.folded
      if count < pattern.count, pattern[count] != folded { isPrefix = false }
      if next < wanted.count, folded == wanted[next] {
        score += FuzzyMatch.points(letter, after: previous, isRun: count == lastHit + 1)
        lastHit = count
        next += 1
      }
      previous = letter
      count += 1
    }
    guard next == wanted.count else { return nil }
    return score + (isPrefix && count >= pattern.count ? 1_000 : 0) - count
  }

  private static func points(
    _ letter: Unicode.Scalar, after previous: Unicode.Scalar?, isRun: Bool
  ) -> Int {
    let beginsWord = previous.map { previous in
      !previous.properties.isAlphabetic
        || letter.properties.isUppercase && previous.properties.isLowercase
    }
    return (beginsWord ?? true ? 30 : 0) + (isRun ? 20 : 0) + 5
  }
}

extension Unicode.Scalar {
  /// The scalar in lower case, where it is a letter of ASCII.
  fileprivate var folded: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) + 32) : self
  }
}

extension Sequence {
  /// The elements whose text matches, the best first; of equal ones the first.
  func ranked(by match: FuzzyMatch, _ text: (Element) -> String) -> [Element] {
    let scored = enumerated().compactMap { place, element in
      match.score(text(element)).map { (element, score: $0, place: place) }
    }
    return scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.0)
  }
}
