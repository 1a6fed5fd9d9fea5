/// Where requests go in a live run.
struct LiveTarget: Equatable {
  /// Whether requests leave the simulation from the start.
  var isLive = false
  /// The server that the hosts of `.test` and `.example` stand for; nil for the own test API.
  var api: String?
  /// The hosts that may be asked beside loopback addresses.
  var allowedHosts: [String] = []

  /// Throws a usage error where options are of no use.
  func check() throws(CommandFailure) {
    guard isLive else {
      if api != nil { throw .usage("--api needs --live") }
      if !allowedHosts.isEmpty { throw .usage("--allow-host needs --live") }
      return
    }
    if let api, LiveAddress(api: api) == nil {
      throw .usage("--api \(api): write it as http://127.0.0.1:8080")
    }
  }

  /// The program that makes the requests.
  var program: NetProgram { NetProgram(allowedHosts: allowedHosts) }

  /// What answers requests once they leave the simulation.
  func requests() -> LiveRequests {
    LiveRequests(program, address: api.flatMap(LiveAddress.init(api:)))
  }
}
