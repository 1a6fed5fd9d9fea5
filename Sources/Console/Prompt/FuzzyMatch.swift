/// A few letters that find a string.
struct FuzzyMatch {
  private let pattern: String
  private let wanted: [Character]

  /// The letters that were typed, in any case; blanks do not count.
  init(_ typed: String) {
    pattern = typed.lowercased()
    wanted = pattern.filter { $0 != " " }
  }

  /// How well a text matches; larger is better, nil when a letter is missing.
  ///
  /// Letters must be in order. A beginning counts most, then beginnings of words, then runs.
  func score(_ text: String) -> Int? {
    guard !wanted.isEmpty else { return 0 }
    let letters = Array(text)
    guard wanted.count <= letters.count else { return nil }
    var score = text.lowercased().hasPrefix(pattern) ? 1_000 : 0
    var next = 0
    var lastHit = -2
    for (index, letter) in letters.enumerated() where next < wanted.count {
      guard letter.lowercased() == String(wanted[next]) else { continue }
      score += points(letters, index, isRun: index == lastHit + 1)
      lastHit = index
      next += 1
    }
    return next == wanted.count ? score - letters.count : nil
  }

  private func points(_ letters: [Character], _ index: Int, isRun: Bool) -> Int {
    let beginsWord =
      index == 0 || !letters[index - 1].isLetter
      || letters[index].isUppercase && letters[index - 1].isLowercase
    return (beginsWord ? 30 : 0) + (isRun ? 20 : 0) + 5
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
