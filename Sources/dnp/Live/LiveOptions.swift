import ArgumentParser
import Foundation

/// Where requests go in a live run.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Make real HTTP requests through dnp-net, by default to its own test API.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "With --live: the server that the hosts of .test and .example stand for.", valueName: "url"))
  var api: String?

  @Option(
    help: ArgumentHelp(
      "With --live: a host that may be asked beside loopback addresses. Repeatable.",
      valueName: "name"))
  var allowHost: [String] = []

  func validate() throws {
    guard live else {
      if api != nil { throw ValidationError("--api needs --live") }
      if !allowHost.isEmpty { throw ValidationError("--allow-host needs --live") }
      return
    }
    if let api, LiveAddress(api: api) == nil {
      throw ValidationError("--api \(api): write it as http://127.0.0.1:8080")
    }
  }

  /// What answers requests; nil without `--live`.
  func network() -> LiveRequests? {
    guard live else { return nil }
    return LiveRequests(
      NetProgram(allowedHosts: allowHost), address: api.flatMap(LiveAddress.init(api:)))
  }
}
