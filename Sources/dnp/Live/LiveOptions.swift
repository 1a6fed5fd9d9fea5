import ArgumentParser

/// Where requests go in a live run, as options.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Make real HTTP requests through dnp-net, by default to its own test API.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "With --live: the server that the hosts of .test and .example stand for.", valueName: "url"))
  var api: String?

  @Option(
    help: ArgumentHelp(
      "With --live: also allow requests to this host. Repeatable.",
      valueName: "name"))
  var allowHost: [String] = []

  /// What the options say.
  var target: LiveTarget { LiveTarget(isLive: live, api: api, allowedHosts: allowHost) }

  func validate() throws {
    do {
      try target.check()
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// What answers requests; nil without `--live`.
  func network() -> LiveRequests? { live ? target.requests() : nil }
}
