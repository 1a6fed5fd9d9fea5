import PlainText

/// Shows and compares the address of a request.
enum RequestAddress {
  /// The address as a record may show it: no user, no password, of the query only the names.
  static func shown(_ url: String) -> String {
    var text = String(url.prefix { $0 != "?" && $0 != "#" })
    if let scheme = text.firstRange(of: "://") {
      let authority = text[scheme.upperBound...].prefix { $0 != "/" }
      if let at = authority.lastIndex(of: "@") {
        text.removeSubrange(scheme.upperBound...at)
      }
    }
    let shownParts = query(of: url).map { part in "\(part.prefix { $0 != "=" })=..." }
    if !shownParts.isEmpty { text += "?" + shownParts.joined(separator: "&") }
    return text.shortened(bytesMax: 256)
  }

  /// The host's name of an address, in lower case; empty where there is none.
  static func host(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.prefix { $0 != ":" }.lowercased()
  }

  private static func query(of url: String) -> [Substring] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&")
  }
}
