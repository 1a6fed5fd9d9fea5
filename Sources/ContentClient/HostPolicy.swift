package import Foundation

/// Which hosts may be asked: loopback, the names that were allowed, never one of production.
package struct HostPolicy: Hashable, Sendable {
  private let allowed: Set<String>

  /// Why a host may not be asked.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Where a request goes.
  package enum Route: Hashable, Sendable {
    /// To the address as it stands.
    case direct
    /// To the embedded test API: no such host can exist outside of a test.
    case testAPI
  }

  /// Allows names in addition to loopback; throws for one of production.
  package init(allowed names: [String] = []) throws(Refusal) {
    var allowed: Set<String> = []
    for name in names {
      let host = HostPolicy.folded(name)
      try HostPolicy.refuseProduction(host)
      allowed.insert(host)
    }
    self.allowed = allowed
  }

  /// Where a request to an address goes; throws when it may go nowhere.
  package func route(of url: URL) throws(Refusal) -> Route {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw Refusal(description: "only http and https addresses can be asked")
    }
    guard let name = url.host, !name.isEmpty else {
      throw Refusal(description: "the address names no host")
    }
    let host = HostPolicy.folded(name)
    try HostPolicy.refuseProduction(host)
    if HostPolicy.isLoopback(host) || allowed.contains(host) { return .direct }
    if HostPolicy.isForTests(host) { return .testAPI }
    throw Refusal(
      description: "\(host) is not a loopback address; --allow-host \(host) allows it")
  }

  private static func refuseProduction(_ host: String) throws(Refusal) {
    guard let name = ProductionHosts.name(of: host) else { return }
    throw Refusal(description: "\(host) belongs to \(name), which tests never ask")
  }

  /// Lower case, without the dot of the root and the brackets of an IPv6 address.
  private static func folded(_ name: String) -> String {
    var host = name.lowercased()
    while host.hasSuffix(".") { host.removeLast() }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return host
  }

  /// Whether a name is this machine: `localhost`, 127.0.0.0/8 in four numbers, ::1.
  ///
  /// Other spellings of such an address are not known, and so refused.
  /// Source: RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3.
  static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "127" else { return false }
    return parts.allSatisfy { part in
      let isPlain = part == "0" || part.first != "0"
      return isPlain && part.allSatisfy { $0.isASCII && $0.isNumber }
        && Int(part).map { $0 <= 255 } ?? false
    }
  }

  /// Whether a name is reserved for tests and documentation, so that nobody can own it.
  ///
  /// Source: RFC 6761 §6.2 and §6.5.
  private static func isForTests(_ host: String) -> Bool {
    [".test", ".example"].contains { host.hasSuffix($0) } || host == "test" || host == "example"
  }
}
