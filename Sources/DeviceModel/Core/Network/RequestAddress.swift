import JSONText
import PlainText

/// Parses and redacts the URL of a request.
enum RequestAddress {
  /// The value of a key in the query, percent-decoded; nil when there is none.
  static func value(of key: String, in url: String) -> String? {
    for part in query(of: url) where part.hasPrefix("\(key)=") {
      return decoded(part.dropFirst(key.utf8.count + 1))
    }
    return nil
  }

  /// The URL as a record may contain it: without user, password and query values except the time.
  static func shown(_ url: String) -> String {
    var text = String(url.prefix { $0 != "?" && $0 != "#" })
    if let scheme = text.firstRange(of: "://") {
      let authority = text[scheme.upperBound...].prefix { $0 != "/" }
      if let at = authority.lastIndex(of: "@") {
        text.removeSubrange(scheme.upperBound...at)
      }
    }
    let shownParts = query(of: url).map { part in
      part.hasPrefix("for=") ? String(part) : "\(part.prefix { $0 != "=" })=..."
    }
    if !shownParts.isEmpty { text += "?" + shownParts.joined(separator: "&") }
    return text.shortened(bytesMax: 256)
  }

  private static func query(of url: String) -> [Substring] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&")
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
