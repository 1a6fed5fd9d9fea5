/// Finds the known word that a misspelt one was probably meant to be.
public enum Suggestion {
  /// How many characters a word may have to be looked for.
  private static let lengthMax = 64

  /// The known word with the fewest edits, if they are at most a third of its length (at least 1).
  ///
  /// Capitals do not count; of several equally near words the first is taken. Nil for an empty word
  /// and for one of more than 64 characters. O(length of the word × length of all known words).
  public static func nearest(to word: String, in known: [String]) -> String? {
    guard (1...lengthMax).contains(word.count) else { return nil }
    let typed = folded(word)
    let ranked = known.map { (word: $0, edits: edits(from: typed, to: folded($0))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= max(1, best.word.count / 3) ? best.word : nil
  }

  private static func folded(_ word: String) -> [Character] {
    Array(word.lowercased())
  }

  /// How many insertions, deletions, replacements and swaps of neighbours turn one word into the
  /// other.
  ///
  /// Source: the optimal string alignment distance (a restricted Damerau–Levenshtein distance).
  private static func edits(from left: [Character], to right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (index, character) in left.enumerated() {
      var row = [index + 1]
      for (column, other) in right.enumerated() {
        let replaced = rows[index][column] + (character == other ? 0 : 1)
        var fewest = min(replaced, rows[index][column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, character == right[column - 1], left[index - 1] == other {
          fewest = min(fewest, rows[index - 1][column - 1] + 1)
        }
        row.append(fewest)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
