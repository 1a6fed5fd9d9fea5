/// Finds texts by a few of their letters.
enum FuzzyMatch {
  /// How well a text matches; larger is better, nil when a letter is missing.
  ///
  /// Letters must come in order. A beginning counts most, then beginnings of words, then runs.
  static func score(_ pattern: String, _ text: String) -> Int? {
    let wanted = Array(pattern.lowercased().filter { $0 != " " })
    guard !wanted.isEmpty else { return 0 }
    let letters = Array(text)
    var score = text.lowercased().hasPrefix(pattern.lowercased()) ? 1_000 : 0
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

  private static func points(_ letters: [Character], _ index: Int, isRun: Bool) -> Int {
    let beginsWord =
      index == 0 || !letters[index - 1].isLetter
      || letters[index].isUppercase && letters[index - 1].isLowercase
    return (beginsWord ? 30 : 0) + (isRun ? 20 : 0) + 5
  }
}
