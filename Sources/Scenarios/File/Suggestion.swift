import JSONText

/// Finds the word that somebody probably meant.
public enum Suggestion {
  /// The known word with the fewest edits, if they are few for a word of its length.
  public static func nearest(to word: String, in known: [String]) -> String? {
    guard word.count <= 64 else { return nil }
    let ranked = known.map { (word: $0, edits: edits(from: folded(word), to: folded($0))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= max(1, best.word.count / 3) ? best.word : nil
  }

  /// A text from outside, for use in a message.
  static func shortened(_ text: String) -> String { text.shortened() }

  private static func folded(_ word: String) -> [Character] {
    Array(word.lowercased())
  }

  /// How many insertions, deletions, replacements and swaps of neighbours turn one word into the
  /// other.
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
