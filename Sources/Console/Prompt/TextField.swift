/// A line of text that is being typed.
struct TextField: Hashable, Sendable {
  /// The longest line, in characters.
  static let lengthMax = 4_000

  /// How many scalars a character may have.
  private static let marksMax = 8

  private(set) var characters: [Character] = []
  /// Where the next character goes: 0 is the beginning.
  private(set) var cursor = 0

  init(_ text: String = "") {
    characters = Array(text.prefix(TextField.lengthMax))
    cursor = characters.count
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  /// Whether the cursor is after the last character.
  var isAtEnd: Bool { cursor == characters.count }

  /// Types a character; false when there is no room for it.
  @discardableResult
  mutating func insert(_ scalar: Unicode.Scalar) -> Bool {
    guard characters.count < TextField.lengthMax else { return false }
    // A mark joins the character that it was typed after.
    if cursor > 0, scalar.properties.isGraphemeExtend {
      guard characters[cursor - 1].unicodeScalars.count < TextField.marksMax else { return false }
      var joined = String(characters[cursor - 1])
      joined.unicodeScalars.append(scalar)
      if joined.count == 1, let character = joined.first {
        characters[cursor - 1] = character
        return true
      }
    }
    characters.insert(Character(scalar), at: cursor)
    cursor += 1
    return true
  }

  /// Whether nothing more can be typed.
  var isFull: Bool { characters.count >= TextField.lengthMax }

  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  mutating func deleteForward() {
    guard cursor < characters.count else { return }
    characters.remove(at: cursor)
  }

  mutating func deleteWord() {
    var start = cursor
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  mutating func moveCursor(by places: Int) {
    cursor = min(max(cursor + places, 0), characters.count)
  }
}
