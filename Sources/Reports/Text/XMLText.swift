import PlainText

/// Text as XML 1.0 and HTML can carry it.
enum XMLText {
  /// Escapes a text that stands between tags or in an attribute in double quotes.
  ///
  /// Characters that XML 1.0 forbids, and other control characters, become U+FFFD. In an attribute
  /// line feeds and tabs are references, since a parser would make blanks of them.
  static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    // A multi-byte lead may begin one of the characters that are replaced.
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
        && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
    }
    guard !isPlain else { return text }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars { append(scalar, to: &escaped, inAttribute) }
    return escaped
  }

  private static func append(
    _ scalar: Unicode.Scalar, to text: inout String, _ inAttribute: Bool
  ) {
    switch scalar {
    case "<": text += "&lt;"
    case ">": text += "&gt;"
    case "&": text += "&amp;"
    case "\"": text += "&quot;"
    case "'": text += "&#39;"
    case "\n", "\t":
      if inAttribute {
        text += "&#\(scalar.value);"
      } else {
        text.unicodeScalars.append(scalar)
      }
    default: text.unicodeScalars.append(SafeText.forFile(scalar))
    }
  }
}
