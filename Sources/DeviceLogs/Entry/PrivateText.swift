/// Strings of which the system has hidden a part.
enum PrivateText {
  /// Whether a line was shortened by hand: three dots stand for what was left out.
  static func isShortened(_ text: [UInt8]) -> Bool {
    text.firstRange(of: "...".utf8) != nil
  }

  /// A string's bytes, with nil for each part that was left out, `<private>` by default.
  static func pattern(
    _ text: [UInt8], _ hidden: [UInt8] = Array(LineTable.hidden.description.utf8)
  ) -> [UInt8?] {
    var pattern: [UInt8?] = []
    var rest = text[...]
    while let byte = rest.first {
      if rest.starts(with: hidden) {
        pattern.append(nil)
        rest = rest.dropFirst(hidden.count)
      } else {
        pattern.append(byte)
        rest = rest.dropFirst()
      }
    }
    return pattern
  }

  /// Whether some string matches both patterns, in which nil matches any bytes.
  ///
  /// O(n·m) in the lengths of the patterns; a pattern longer than any line of the plugin matches
  /// nothing.
  static func canMeet(_ one: [UInt8?], _ other: [UInt8?]) -> Bool {
    guard one.count <= 1_024 else { return false }
    // `row[j]`: whether the rest of `one` and `other[j...]` have a common match.
    var row = [Bool](repeating: false, count: other.count + 1)
    for i in stride(from: one.count, through: 0, by: -1) {
      var next = row
      for j in stride(from: other.count, through: 0, by: -1) {
        if i == one.count, j == other.count {
          next[j] = true
        } else if i < one.count, one[i] == nil {
          next[j] = row[j] || (j < other.count && next[j + 1])
        } else if j < other.count, other[j] == nil {
          next[j] = next[j + 1] || (i < one.count && row[j])
        } else {
          next[j] = i < one.count && j < other.count && one[i] == other[j] && row[j + 1]
        }
      }
      row = next
    }
    return row[0]
  }
}
