/// A text without escapes and without line breaks, with the place of each byte in the text.
///
/// Escapes are those of JSON (`\u002e`, `\/`) and of addresses (`%2E`); blanks around a line break
/// go with it, be it itself or an escape.
struct PlainBytes {
  /// The bytes without escapes and breaks.
  private(set) var bytes: [UInt8] = []
  private let text: [UInt8]
  /// Where each byte stands in the text.
  private var ranges: [Range<Int>] = []

  init(_ text: [UInt8]) {
    self.text = text
    bytes.reserveCapacity(text.count)
    ranges.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      if let end = breakEnd(place) {
        place = end
        continue
      }
      let (byte, end) = character(at: place)
      bytes.append(byte)
      ranges.append(place..<end)
      place = end
    }
  }

  /// A text with a mark in place of a secret, however a server has written it there; an empty
  /// secret is nowhere.
  static func replacing(_ secret: String, in text: String, with mark: String) -> String {
    guard !secret.isEmpty else { return text }
    let plain = PlainBytes(Array(text.utf8))
    var isReplaced = [Bool](repeating: false, count: plain.bytes.count)
    // A secret with an escape of its own is looked for as it was given, too.
    for form in Set([Array(secret.utf8), PlainBytes(Array(secret.utf8)).bytes]).sorted(by: {
      $0.lexicographicallyPrecedes($1)
    }) {
      for start in plain.bytes.indices where plain.bytes[start...].starts(with: form) {
        for place in start..<start + form.count { isReplaced[place] = true }
      }
    }
    return isReplaced.contains(true) ? plain.replaced(isReplaced, with: mark) : text
  }

  /// The text with a mark in place of each run of bytes.
  ///
  /// - Parameter isReplaced: Of each byte whether it is replaced.
  func replaced(_ isReplaced: [Bool], with mark: String) -> String {
    var output: [UInt8] = []
    var copied = 0
    for (place, range) in ranges.enumerated() where isReplaced[place] {
      if place == 0 || !isReplaced[place - 1] {
        output += text[copied..<range.lowerBound]
        output += mark.utf8
      }
      copied = range.upperBound
    }
    return String(decoding: output + text[copied...], as: UTF8.self)
  }

  /// The character at a place without its escape, and where the next one begins.
  private func character(at place: Int) -> (byte: UInt8, end: Int) {
    switch text[place] {
    case UInt8(ascii: "%"):
      if let number = number(at: place + 1, digits: 2) { return (number, place + 3) }
    case UInt8(ascii: "\\") where place + 1 < text.count:
      if text[place + 1] == UInt8(ascii: "u"), let number = number(at: place + 2, digits: 4) {
        return (number, place + 6)
      }
      if "/\"\\".utf8.contains(text[place + 1]) { return (text[place + 1], place + 2) }
    default: break
    }
    return (text[place], place + 1)
  }

  /// Where blanks end among which there is a line break; nil where there is none.
  private func breakEnd(_ start: Int) -> Int? {
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
    return hasBreak ? place : nil
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
