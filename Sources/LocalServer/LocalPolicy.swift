/// Who may ask a server on a loopback address for what could do harm.
///
/// A browser lets the pages of any server send requests to this machine. Two things that a page
/// cannot forge tell them apart: the host that was asked, and the origin of the page.
struct LocalPolicy: Sendable {
  private let origins: Set<String>

  /// The names and addresses of this machine, as they stand before the port.
  private static let names: Set = ["localhost", "127.0.0.1", "[::1]"]

  /// Allows pages of a server itself, and those of other origins, to the letter.
  init(origins: [String] = []) {
    self.origins = Set(origins)
  }

  /// Whether the headers `Host` of a request name this machine and a port, once.
  ///
  /// A page of another server whose name was made to mean this machine names that name.
  func isLocal(hosts: [String], port: Int) -> Bool {
    guard hosts.count == 1 else { return false }
    let host = hosts[0].lowercased()
    return LocalPolicy.names.contains { host == "\($0):\(port)" || port == 80 && host == $0 }
  }

  /// Whether the headers `Origin` of a request name a page that may ask: one of the server itself,
  /// or of an origin that is allowed by name.
  func allows(origins given: [String], hosts: [String], port: Int) -> Bool {
    guard given.count == 1, given[0] != "null", isLocal(hosts: hosts, port: port) else {
      return false
    }
    return given[0].lowercased() == "http://\(hosts[0].lowercased())" || origins.contains(given[0])
  }
}
