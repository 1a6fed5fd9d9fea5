/// What stands for a secret in a text: `(redacted 1)`, `eyJ…(redacted 1)`, a sealed token (see
/// `SealedToken`), or `(redacted)` for one without a number.
///
/// Sessions of earlier versions have eight hexadecimal digits in the place of the number.
struct StandIn {
  /// Where it stands, in bytes.
  let range: Range<Int>
  private let digits: String
  private let isToken: Bool

  private static let begin = Array("(redacted".utf8)
  private static let tokenBegin = Array("eyJ…".utf8)
  private static let sealed = Array("eyJ".utf8)

  /// The number of the secret; nil where it has none.
  var number: Int? {
    guard digits.utf8.count <= 4, let number = Int(digits), number > 0 else { return nil }
    return number
  }

  /// What stands for the same secret in a record.
  var mark: String { "\(isToken ? "eyJ…" : "")(redacted\(digits.isEmpty ? "" : " \(digits)"))" }

  /// What stands for a secret from a place on; nil where nothing does.
  init?(_ bytes: ArraySlice<UInt8>, at place: Int) {
    let rest = bytes[place...]
    if let token = SealedToken.standIn(rest) {
      (range, digits, isToken) = (place..<token.end, token.digits, true)
      return
    }
    isToken = rest.starts(with: StandIn.tokenBegin)
    let words = isToken ? rest.dropFirst(StandIn.tokenBegin.count) : rest
    guard words.starts(with: StandIn.begin) else { return nil }
    var end = words.startIndex + StandIn.begin.count
    var digits = ""
    if end < bytes.endIndex, bytes[end] == UInt8(ascii: " ") {
      let number = bytes[(end + 1)...].prefix {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
      }
      guard (1...8).contains(number.count) else { return nil }
      digits = String(decoding: number, as: UTF8.self)
      end = number.endIndex
    }
    guard end < bytes.endIndex, bytes[end] == UInt8(ascii: ")") else { return nil }
    self.digits = digits
    range = place..<end + 1
  }

  /// What stands for a secret and has nothing around it; nil for anything else.
  init?(whole bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty, let standIn = StandIn(bytes, at: bytes.startIndex),
      standIn.range.upperBound == bytes.endIndex
    else { return nil }
    self = standIn
  }

  /// All in a text, in their order.
  static func all(in text: String) -> [StandIn] {
    let bytes = Array(text.utf8)[...]
    var found: [StandIn] = []
    var place = 0
    while place < bytes.endIndex {
      if bytes[place] == UInt8(ascii: "(") || bytes[place] == UInt8(ascii: "e"),
        let standIn = StandIn(bytes, at: place)
      {
        found.append(standIn)
        place = standIn.range.upperBound
      } else {
        place += 1
      }
    }
    return found
  }

  /// A text with something else in the places of those for which it is known.
  static func replaced(in text: String, _ known: (StandIn) -> String?) -> String {
    let standIns = all(in: text)
    guard !standIns.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var copied = 0
    for standIn in standIns {
      guard let other = known(standIn) else { continue }
      output += bytes[copied..<standIn.range.lowerBound]
      output += other.utf8
      copied = standIn.range.upperBound
    }
    return String(decoding: output + bytes[copied...], as: UTF8.self)
  }
}
