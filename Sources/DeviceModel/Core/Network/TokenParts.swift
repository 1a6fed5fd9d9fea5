import PlainText
import Tokens

/// Finds parts of a token in a text, as they are or in another encoding.
///
/// A part has eight characters at least, which may be escaped as in JSON or an address and be split
/// over lines (see `PlainBytes`). The other encodings are base64, wherever the token begins in what
/// is encoded, and hexadecimal digits. What is before the first dot of a JSON Web Token is none of
/// its parts, since many tokens begin so.
///
/// Time and memory grow with the token and the text.
struct TokenParts {
  /// A way in which a part may be written.
  private struct Encoding {
    /// Eight characters each, as a number.
    let pieces: Set<UInt64>
    /// How many characters of a text are a part.
    let min: Int
    /// How characters are compared.
    let folded: @Sendable (UInt8) -> UInt8
  }

  private let encodings: [Encoding]

  /// How many characters a part has at least.
  static let partMin = 8

  /// The parts of a token; a shorter one has none.
  init(of token: String) {
    let bytes = Array(token.utf8)
    guard bytes.count >= TokenParts.partMin else {
      encodings = []
      return
    }
    let dots = bytes.count { $0 == UInt8(ascii: ".") }
    let isWebToken = dots == 2 && bytes.starts(with: Array("eyJ".utf8))
    let own = isWebToken ? bytes.drop { $0 != UInt8(ascii: ".") }.dropFirst() : bytes[...]
    let packed = (0..<3).map { skipped in
      // What depends on bytes before and after the token is left out.
      let text = Base64.standard.text([UInt8](repeating: 0, count: skipped) + own)
      return Array(text.utf8.dropFirst([0, 2, 3][skipped]).dropLast(3))
    }
    encodings = [
      Encoding(pieces: TokenParts.pieces(of: [Array(own)]), min: TokenParts.partMin) { $0 },
      Encoding(pieces: TokenParts.pieces(of: packed), min: 12) { byte in
        switch byte {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: byte
        }
      },
      Encoding(
        pieces: TokenParts.pieces(of: [Array(Hexadecimal.text(Array(own)).utf8)]),
        min: 2 * TokenParts.partMin
      ) { 0x41...0x46 ~= $0 ? $0 | 0x20 : $0 },
    ]
  }

  private static func pieces(of texts: [[UInt8]]) -> Set<UInt64> {
    var pieces: Set<UInt64> = []
    for text in texts {
      var piece: UInt64 = 0
      for (place, byte) in text.enumerated() {
        piece = piece << 8 | UInt64(byte)
        if place >= partMin - 1 { pieces.insert(piece) }
      }
    }
    return pieces
  }

  /// The text with a mark in place of each part.
  func replaced(in text: String, with mark: String) -> String {
    guard !encodings.isEmpty, text.utf8.count >= TokenParts.partMin else { return text }
    let plain = PlainBytes(Array(text.utf8))
    var isPart = [Bool](repeating: false, count: plain.bytes.count)
    var hasPart = false
    for encoding in encodings {
      for part in TokenParts.parts(in: plain.bytes, encoding) {
        hasPart = true
        for place in part { isPart[place] = true }
      }
    }
    return hasPart ? plain.replaced(isPart, with: mark) : text
  }

  private static func parts(in bytes: [UInt8], _ encoding: Encoding) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var part: Range<Int>?
    var piece: UInt64 = 0
    for (place, byte) in bytes.enumerated() {
      piece = piece << 8 | UInt64(encoding.folded(byte))
      guard place >= partMin - 1, encoding.pieces.contains(piece) else { continue }
      let start = place + 1 - partMin
      if let last = part, start == last.upperBound + 1 - partMin {
        part = last.lowerBound..<place + 1
      } else {
        if let part, part.count >= encoding.min { parts.append(part) }
        part = start..<place + 1
      }
    }
    if let part, part.count >= encoding.min { parts.append(part) }
    return parts
  }
}
