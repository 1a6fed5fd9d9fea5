import ContentClient
import Foundation
import Testing

@Suite("hosts that may be asked")
struct HostPolicyTests {
  private func route(_ address: String, _ allowed: [String] = []) throws -> HostPolicy.Route {
    let url = try #require(URL(string: address))
    return try HostPolicy(allowed: allowed).route(of: url)
  }

  @Test(
    "are loopback addresses",
    arguments: [
      "http://127.0.0.1/", "http://127.255.0.9:8080/x", "https://localhost/", "http://LOCALHOST./",
      "http://[::1]:80/", "http://user:pw@127.0.0.1/",
    ])
  func loopback(_ address: String) throws {
    #expect(try route(address) == .direct)
  }

  @Test(
    "are not those that only look like one",
    arguments: [
      "http://2130706433/", "http://127.1/", "http://0177.0.0.1/", "http://127.0.0.01/",
      "http://0x7f.0.0.1/", "http://127.0.0.1.evil.org/", "http://localhost.evil.org/",
      "http://0.0.0.0/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://10.0.0.1/",
      "http://127.0.0.256/", "http://evil.org/127.0.0.1", "http://127.0.0.1@evil.org/",
      "ftp://localhost/", "file:///etc/passwd", "http:///x", "localhost",
    ])
  func lookalikes(_ address: String) {
    #expect(throws: HostPolicy.Refusal.self) { try route(address) }
  }

  @Test("are names that were allowed, and only those")
  func allowed() throws {
    #expect(try route("https://staging.my.org/", ["Staging.My.Org"]) == .direct)
    #expect(try route("https://staging.my.org./", ["staging.my.org"]) == .direct)
    for address in ["https://my.org/", "https://a.staging.my.org/", "https://staging.my.org.x/"] {
      #expect(throws: HostPolicy.Refusal.self) { try route(address, ["staging.my.org"]) }
    }
  }

  @Test(
    "are the names for tests, which lead to the test API",
    arguments: [
      "https://api.test.example/content", "http://api.test", "https://else.example:8443/",
    ])
  func forTests(_ address: String) throws {
    #expect(try route(address) == .testAPI)
  }

  @Test(
    "are never those of production",
    arguments: [
      "endorser.ch", "api.endorser.ch", "TIMESAFARI.APP", "x.y.timesafari.org", "endorser.ch.",
    ])
  func production(_ host: String) {
    #expect(throws: HostPolicy.Refusal.self) { try route("https://\(host)/") }
    #expect(throws: HostPolicy.Refusal.self) { try HostPolicy(allowed: [host]) }
  }

  @Test("may end like a production name without being one")
  func notProduction() throws {
    #expect(try route("https://notendorser.ch/", ["notendorser.ch"]) == .direct)
    #expect(try route("https://endorser.ch.example/") == .testAPI)
  }
}
