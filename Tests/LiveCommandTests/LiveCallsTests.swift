import JSONText
import ProgramSupport
import Testing

/// The calls about identity, with their buttons, once scripted and once over sockets.
@Suite("The calls about identity, live")
struct LiveCallsTests {
  private static let scenario = """
    name: calls
    knobs: {taskLateness: fixed, deliveryDrift: none}
    steps:
      - press: Request Permissions
      - answer: allow
      - call: {configure: {apiServer: "https://api.test.example"}}
      - call:
          configureNativeFetcher:
            apiBaseUrl: "https://api.test.example"
            activeDid: "${DID_1}"
        returns: {}
      - call: {updateStarredPlans: {planIds: [plan-1, plan-2]}}
        returns: {count: 2}
      - api: [{etag: 'W/"a"', requireToken: true}]
      - call: {setActiveDidFromHost: {activeDid: "${DID_2}"}}
        returns: {}
      - call: {refreshAuthenticationForNewIdentity: {activeDid: "${DID_2}"}}
        returns: {}
      - call: testJWTGeneration
        returns: {success: true, algorithm: ES256K, issuer: "${DID_2}", signer: keychain}
      - call: testEndorserAPI
        returns: {success: true, status: 200, etag: 'W/"a"'}
      - press: Prefetch Only
      - runUntilIdle
      - expect:
          metric: {dnp_prefetch_success_total: 1}
          store: {contents: 1}
      - call: {updateBackgroundTaskIdentity: {activeDid: "${DID_3}"}}
        returns: {}
      - expect: {store: {contents: 0}}
      - press: Prefetch Only
      - runUntilIdle
      - expect: {metric: {dnp_prefetch_success_total: 2}, store: {contents: 1}}
      - call: clearCacheForNewIdentity
      - expect: {store: {contents: 0}}
      - press: Set Active DID
      - press: Refresh Authentication
      - press: Test JWT
        returns: {success: true, issuer: "${DID_1}"}
      - press: Test Endorser API
        returns: {success: true, status: 200, notModified: false, error: null}
      - runUntilIdle
      - press: Test Endorser API
        returns: {success: true, status: 304, notModified: true, error: null}
      - runUntilIdle
      - press: Clear Cache
      - press: "New Activity: Turn On"
      - runUntilIdle
      - api: [{status: 401}]
      - press: Test Endorser API
        returns: {success: false, status: 401}
      - runUntilIdle
      - expect: {invariants: ok}

    """

  @Test("answer, log and count what the scripted ones do, and repeat without a network")
  func calls() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("calls.yaml", LiveCallsTests.scenario)
    let scripted = try ProgramRun([
      "run", path, "--log", "--report", "json=\(folder.path("scripted.json"))",
    ])
    #expect(scripted.code == 0, "\(scripted.output)\(scripted.error)")
    let live = try LiveRun.run([
      "--live", path, "--log", "--record", folder.path("runs"),
      "--report", "json=\(folder.path("live.json"))",
    ])
    #expect(live.code == 0, "\(live.output)\(live.error)")
    let again = try ProgramRun(["run", folder.path("runs/calls.yaml")])
    #expect(again.code == 0, "\(again.output)\(again.error)")
    let one = try #require(try LiveRun.scenarios(folder.path("scripted.json")).first)
    let other = try #require(try LiveRun.scenarios(folder.path("live.json")).first)
    let telemetry = try #require(one["telemetry"]?.arrayValue)
    #expect(!telemetry.isEmpty && one["telemetry"] == other["telemetry"])
    let lines = try #require(one["logLines"]?.integerValue)
    #expect(lines > 0 && one["logLines"] == other["logLines"])
    // The tokens that the plugin has made are in nothing that is left.
    for text in [
      scripted.output, live.output, again.output, try folder.read("scripted.json"),
      try folder.read("live.json"), try folder.read("runs/calls.yaml"),
    ] {
      #expect(!text.isEmpty && LiveCallsTests.signatures(in: text).isEmpty)
      #expect(LiveCallsTests.signatures(in: text + LiveCallsTests.planted) == ["planted"])
    }
  }

  private static let planted =
    "x\"eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJ4In0.\(String(repeating: "A", count: 86))\" "

  /// A word for each token with a whole signature.
  private static func signatures(in text: String) -> [String] {
    text.matches(of: /eyJ[\w-]+\.[\w-]+\.[\w-]{40,}/).map { match in
      match.output.hasSuffix("AAAA") ? "planted" : String(match.output)
    }
  }
}
