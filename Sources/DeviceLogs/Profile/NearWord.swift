/// Finds the word that a slip of the keyboard was most probably meant to be.
enum NearWord {
  /// The known word with the fewest edits, if they are few for a word of its length.
  static func nearest(to word: String, in known: [String]) -> String? {
    guard (1...64).contains(word.utf8.count) else { return nil }
    let typed = Array(word.lowercased().utf8)
    let ranked = known.map { (word: $0, edits: edits(typed, Array($0.lowercased().utf8))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= max(1, best.word.utf8.count / 4) ? best.word : nil
  }

  /// How many insertions, deletions and replacements turn one word into the other.
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
