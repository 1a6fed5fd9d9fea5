import DeviceModel
import PlainText
import SimulationCore
import Tokens

/// Answers that repeat secrets: the token of the request, and others of the server's own.
enum HostileSecret {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private static let key = "k-123456"

  /// What a phone gets of an answer has no secret, and nothing that changes once more.
  ///
  /// The token of the request is one in whatever form it is repeated, and wherever the body is
  /// broken. What is one by its name or by its shape has that whole.
  static func check(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    let token = random.one(of: [
      "opaque-token-\(random.below(1_000_000))", "eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.c2lnbmF0",
      "s3cr3t+/\(random.below(1_000_000))==",
    ])
    // A name and a password, longer than the line that they are wrapped to.
    let credential = Base64.standard.text(
      Array("planted:hunter-\(random.below(1_000_000))-\(random.below(1_000_000))-2".utf8))
    let shown = form(of: token, &random)
    var body = Array(
      random.one(of: [
        #"{"title":"\#(shown)","Authorization":"Bearer \#(shown)"}"#, "Bearer \(shown)",
        #"["\#(shown)","\#(shown)"]"#, "token=\(shown)&x=1", #"{"a":"\#(shown)"#,
      ]).utf8)
    let count = { (body: [UInt8]) in
      String(decoding: body, as: UTF8.self).ranges(of: shown).count
    }
    let countBefore = count(body)
    let place = Int(random.below(UInt64(body.count + 1)))
    let other = random.damaged(random.one(of: HostilePhone.bodies), changesMax: 2)
    body.insert(contentsOf: isBreak(other) ? [] : other, at: place)
    let secrets = secretText(credential, &random)
    body = random.below(2) == 0 ? body + secrets.utf8 : secrets.utf8 + body
    let response = RawResponse(
      status: 200,
      headers: [
        RawResponse.Header(name: "Location", value: "https://a.example/?token=\(token)"),
        RawResponse.Header(name: "ETag", value: "\"\(token)\""),
        RawResponse.Header(name: "X-Else", value: "Basic \(credential)"),
      ], body: body)
    let clean = readers.withoutSecrets(response, token)
    let texts = [String(decoding: clean.body, as: UTF8.self)] + clean.headers.map(\.value)
    // Inside the token of the request may stand what was inserted there; then it is none.
    let isWhole = plain(String(decoding: body, as: UTF8.self)).contains(token)
    for (secret, name) in [(token, "token"), (key, "key"), (credential, "credential")] {
      if let text = texts.first(where: { plain($0).contains(secret) }) {
        throw Broken(description: "the \(name) \(secret) (whole: \(isWhole)) is in '\(text)'")
      }
    }
    // Of a token's first and last characters some may be left where it is encoded.
    let rest = shown.dropFirst(shown.count / 2).prefix(12)
    let isUnbroken = count(body) == countBefore
    if isUnbroken, rest.count > 7, let text = texts.first(where: { $0.contains(rest) }) {
      throw Broken(description: "\(rest), a part of the token \(token), is in '\(text)'")
    }
    let again = readers.withoutSecrets(clean, token)
    guard again.headers == clean.headers, again.body == clean.body else {
      throw Broken(
        description: "'\(String(decoding: clean.body, as: UTF8.self))' changes once more to "
          + "'\(String(decoding: again.body, as: UTF8.self))'")
    }
    return .held
  }

  /// A token as servers write it: as it is, escaped, or split over lines.
  private static func form(of token: String, _ random: inout SeededGenerator) -> String {
    switch random.below(9) {
    case 0:
      return token.unicodeScalars.map { scalar -> String in
        switch random.below(4) {
        case 0:
          let digits = String(scalar.value, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        case 1 where scalar == "/": return "\\/"
        default: return String(scalar)
        }
      }.joined()
    case 1:
      return token.utf8.map { byte in
        random.below(3) == 0
          ? "%" + Hexadecimal.text([byte]).uppercased() : String(UnicodeScalar(byte))
      }.joined()
    case 2: return split(token, every: 5 + Int(random.below(20)), &random)
    case 3:
      let before = [UInt8](repeating: UInt8(ascii: "x"), count: Int(random.below(3)))
      return random.one(of: [Base64.standard, .url]).text(before + token.utf8)
    case 4: return Hexadecimal.text(Array(token.utf8))
    case 5: return String(token.suffix(9 + Int(random.below(3))))
    default: return token
    }
  }

  /// A text with a line break after so many characters, and after each as many.
  private static func split(
    _ text: String, every count: Int, _ random: inout SeededGenerator
  ) -> String {
    let lineBreak = random.one(of: ["\n", "\r\n", "\r\n ", "\n\t", "\\n", "\\r\\n", "\\n  "])
    var lines: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return lines.joined(separator: lineBreak)
  }

  /// Secrets by their name or shape.
  private static func secretText(_ credential: String, _ random: inout SeededGenerator) -> String {
    let blank = random.one(of: [" ", "  ", "\t", "\r\n ", "\n", "\\n", "\\t"])
    return random.one(of: [
      #"{"api_key":"\#(key)"}"#, #"{"note":"Bearer\#(blank)\#(key)"}"#, " bearer\(blank)\(key)",
      " Basic\(blank)\(credential)", #"{"note":"Basic\#(blank)\#(credential)"}"#,
      " Basic \(split(credential, every: 32 + Int(random.below(45)), &random))",
      " api_key=\(key)&a=b",
    ])
  }

  private static func isBreak(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 <= 0x20 }
  }

  /// A text as a person could put it together again: without line breaks and blanks around them,
  /// and without escapes.
  private static func plain(_ text: String) -> String {
    var bytes = Array(text.utf8)[...]
    var plain: [UInt8] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case 0x09, 0x0A, 0x0D, UInt8(ascii: " "): continue
      case UInt8(ascii: "%"):
        guard let number = number(bytes.prefix(2), digits: 2) else { break }
        bytes = bytes.dropFirst(2)
        plain.append(number)
        continue
      case UInt8(ascii: "\\"):
        let next = bytes.first
        if let next, "nrt".utf8.contains(next) {
          bytes = bytes.dropFirst()
          continue
        }
        if next == UInt8(ascii: "/") { continue }
        guard next == UInt8(ascii: "u"), let number = number(bytes.dropFirst().prefix(4), digits: 4)
        else { break }
        bytes = bytes.dropFirst(5)
        plain.append(number)
        continue
      default: break
      }
      plain.append(byte)
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func number(_ text: ArraySlice<UInt8>, digits: Int) -> UInt8? {
    let string = String(decoding: text, as: UTF8.self)
    guard text.count == digits, string.allSatisfy(\.isHexDigit) else { return nil }
    return Int(string, radix: 16).flatMap { $0 < 128 ? UInt8($0) : nil }
  }
}
