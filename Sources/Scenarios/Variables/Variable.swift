import JSONText

/// The value of a variable.
struct Variable: Hashable {
  /// The string that replaces the placeholder.
  let text: String
  /// Whether it may be a number, true, false or null where it is the whole value.
  let isPlain: Bool

  init(_ text: String, isPlain: Bool = true) {
    self.text = text
    self.isPlain = isPlain
  }

  /// A value that a call returned; an array or an object becomes JSON text.
  init(_ value: JSONValue) {
    switch value {
    case .string(let text): self.init(text, isPlain: false)
    case .null: self.init("null")
    case .bool, .integer, .number, .array, .object: self.init(value.canonicalText)
    }
  }

  /// Whether a word can be a variable's name: letters, digits and `_`, not beginning with a digit.
  static func isName(_ word: some StringProtocol) -> Bool {
    guard let first = word.utf8.first, word.utf8.count <= 64 else { return false }
    return !(0x30...0x39).contains(first) && word.utf8.allSatisfy(isNameByte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }
}
