import DailyNotification
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
    let shownParts = query(of: url).map { part in "\(part.prefix { $0 != "=" })=…" }
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

  /// The scheme and the authority of an address: `https://api.example:8443`; all of it without one.
  static func origin(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let end = url[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }
    return String(url[..<(end ?? url.endIndex)])
  }

  /// The address that a redirection names, relative to the one that was asked.
  static func resolved(_ target: String, from url: String) -> String {
    if target.contains("://") { return target }
    let origin = origin(of: url)
    if target.hasPrefix("/") { return origin + target }
    let path = url.dropFirst(origin.utf8.count).prefix { $0 != "?" && $0 != "#" }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return origin + folder + target
  }

  private static func query(of url: String) -> [Substring] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&")
  }
}

extension ContentRequest {
  /// The request that follows a redirection; another origin gets no token.
  ///
  /// Source: WHATWG Fetch, HTTP-redirect fetch: `Authorization` goes to the same origin only.
  func redirected(to target: String) -> ContentRequest {
    let url = RequestAddress.resolved(target, from: self.url)
    let isSameOrigin = RequestAddress.origin(of: url) == RequestAddress.origin(of: self.url)
    return ContentRequest(
      url: url, token: isSameOrigin ? token : nil, identity: identity, etag: etag,
      scheduledFor: scheduledFor, timeoutMilliseconds: timeoutMilliseconds, plans: plans)
  }
}
