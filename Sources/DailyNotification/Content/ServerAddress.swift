/// The addresses that the plugin makes of a server's.
public enum ServerAddress {
  /// Where a server has content: below its path, before what follows `?` or `#`.
  ///
  /// Source: RFC 3986 §3, the query follows the path.
  public static func content(of server: String) -> String {
    let (base, rest) = parts(of: server)
    return "\(base)/content\(rest)"
  }

  /// Where a server says which plans have changed.
  public static func plans(of server: String) -> String {
    let (base, rest) = parts(of: server)
    return "\(base)\(plansPath)\(rest)"
  }

  /// The path of that.
  public static let plansPath = "/api/v2/report/plansLastUpdatedBetween"

  /// An address up to its query or fragment, and the rest.
  static func parts(of address: String) -> (base: Substring, rest: Substring) {
    let end = address.utf8.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? address.endIndex
    return (address[..<end], address[end...])
  }
}
