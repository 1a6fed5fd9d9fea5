import Foundation

/// A server that stands for the hosts that exist only in tests.
struct LiveAddress: Sendable {
  /// The server's address without a slash at its end.
  private let base: String

  /// Reads an address such as `http://127.0.0.1:8080`; nil for anything else.
  init?(api: String) {
    guard let url = URL(string: api), ["http", "https"].contains(url.scheme ?? ""),
      url.host?.isEmpty == false, url.query == nil, url.fragment == nil
    else { return nil }
    var base = api
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
  }

  /// The address of a request: the server's, for a host that only tests know.
  ///
  /// Source: RFC 6761 §6.2 and §6.5 reserve `.test` and `.example`.
  func resolved(_ text: String) -> String {
    guard let url = URL(string: text), let host = url.host?.lowercased(),
      [".test", ".example"].contains(where: { host.hasSuffix($0) })
    else { return text }
    let rest = text.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" && $0 != "?" }
    return base + rest
  }
}
