/// Finds a token in a text however a server has written it there.
///
/// A character may be escaped as in JSON (`\u002e`, `\/`) or in an address (`%2E`), and a line
/// break with blanks around it may stand between two characters, itself or as an escape.
struct TokenSearch {
  private let token: [UInt8]
  private let text: [UInt8]

  /// A text with a mark wherever the token is; an empty token is nowhere.
  static func replacing(_ token: String, in text: String, with mark: String) -> String {
    guard let first = token.utf8.first else { return text }
    let search = TokenSearch(token: Array(token.utf8), text: Array(text.utf8))
    var output: [UInt8] = []
    var copied = 0
    var place = 0
    while place < search.text.count {
      let byte = search.text[place]
      let mayBegin = byte == first || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%")
      guard mayBegin, let end = search.end(from: place) else {
        place += 1
        continue
      }
      output += search.text[copied..<place]
      output += mark.utf8
      (copied, place) = (end, end)
    }
    return copied == 0 ? text : String(decoding: output + search.text[copied...], as: UTF8.self)
  }

  /// Where the token ends that begins at a place; nil where none does.
  private func end(from start: Int) -> Int? {
    var place = start
    for (index, wanted) in token.enumerated() {
      if let next = after(wanted, at: place) {
        place = next
      } else if index > 0, let next = afterBreak(at: place).flatMap({ after(wanted, at: $0) }) {
        place = next
      } else {
        return nil
      }
    }
    return place
  }

  /// The place after a character, escaped or not; nil for another one.
  private func after(_ wanted: UInt8, at place: Int) -> Int? {
    guard place < text.count else { return nil }
    if text[place] == wanted { return place + 1 }
    switch text[place] {
    case UInt8(ascii: "%"): return number(at: place + 1, digits: 2) == wanted ? place + 3 : nil
    case UInt8(ascii: "\\"):
      guard place + 1 < text.count else { return nil }
      if text[place + 1] == UInt8(ascii: "u") {
        return number(at: place + 2, digits: 4) == wanted ? place + 6 : nil
      }
      let stands = "/\"\\".utf8.contains(text[place + 1]) && text[place + 1] == wanted
      return stands ? place + 2 : nil
    default: return nil
    }
  }

  /// The place after a line break and the blanks around it; nil where there is no break.
  private func afterBreak(at start: Int) -> Int? {
    var place = start
    var hasBreak = false
    while place < text.count {
      let isEscape = text[place] == UInt8(ascii: "\\") && place + 1 < text.count
      switch isEscape ? text[place + 1] : text[place] {
      case UInt8(ascii: "n") where isEscape, UInt8(ascii: "r") where isEscape: hasBreak = true
      case UInt8(ascii: "t") where isEscape: break
      case 0x0A where !isEscape, 0x0D where !isEscape: hasBreak = true
      case 0x09 where !isEscape, UInt8(ascii: " ") where !isEscape: break
      default: return hasBreak ? place : nil
      }
      place += isEscape ? 2 : 1
    }
    return nil
  }

  /// A number of hexadecimal digits below 128; nil for anything else.
  private func number(at place: Int, digits: Int) -> UInt8? {
    guard place + digits <= text.count else { return nil }
    var number = 0
    for byte in text[place..<place + digits] {
      switch byte {
      case 0x30...0x39: number = number << 4 | Int(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: number = number << 4 | Int((byte | 0x20) - 0x61 + 10)
      default: return nil
      }
    }
    return number < 128 ? UInt8(number) : nil
  }
}
