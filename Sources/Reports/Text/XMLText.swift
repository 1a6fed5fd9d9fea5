import PlainText

/// Strings as text in XML 1.0 and HTML.
enum XMLText {
  /// Escapes a string for use between tags, or in an attribute in double quotes.
  ///
  /// Characters that XML 1.0 forbids, and other control characters, become U+FFFD. In an attribute
  /// line feeds and tabs become references, since a parser would turn them into blanks.
  static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    // A lead byte may begin one of the characters that are replaced.
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
