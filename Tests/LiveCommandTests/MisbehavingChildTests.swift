import Foundation
import ProgramSupport
import Testing

/// A `dnp-net` that is missing or does something else is a failed fetch, and the run goes on.
@Suite("a live run whose dnp-net")
struct MisbehavingChildTests {
  private static let scenario = """
    name: live
    steps:
      - press: Request Permissions
      - answer: allow
      - call: {configure: {apiServer: "https://api.test.example"}}
      - press: Prefetch Only
      - runUntilIdle
      - expect:
          metric: {'dnp_prefetch_failure_total{reason=NETWORK}': 1}
          event: [{fetchEnded: {outcome: unreachable}}]

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ program: String, says reason: String) throws {
    let scenario = try folder.write("live.yaml", MisbehavingChildTests.scenario)
    let run = try LiveRun.run(
      ["--live", scenario, "--record", folder.path("runs")], network: program)
    #expect(run.code == 0, "\(run.output)\(run.error)")
    let recorded = try String(contentsOfFile: folder.path("runs/live.yaml"), encoding: .utf8)
    #expect(
      recorded.contains("\"failed\":\"unavailable\"") && recorded.contains(reason), "\(recorded)")
    #expect(try ProgramRun(["run", folder.path("runs/live.yaml")]).code == 0)
  }

  private func script(_ text: String) throws -> String {
    let path = try folder.write("dnp-net", "#!/bin/sh\n\(text)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test("is missing names what builds it")
  func missing() throws {
    try check(folder.path("nothing"), says: "make build-net")
  }

  @Test("ends at once")
  func ends() throws {
    try check(script("exit 3"), says: "has ended unexpectedly")
  }

  @Test("hangs")
  func hangs() throws {
    try check(script("exec sleep 1000"), says: "does not answer")
  }

  @Test("says nothing")
  func silent() throws {
    try check(script("exec cat >/dev/null"), says: "does not answer")
  }

  @Test("says something else")
  func garbage() throws {
    try check(script("echo hello; exec cat >/dev/null"), says: "no answer")
  }

  @Test("crashes during a request")
  func crashes() throws {
    try check(
      script("read line; echo '{\"api\":{\"port\":1}}'; read line; kill -9 $$"),
      says: "has ended unexpectedly")
  }

  @Test("ends with its parent's line")
  func usage() throws {
    let run = try ProgramRun(of: LiveRun.network, ["--allow-host", "api.endorser.ch"])
    #expect(run.code == 64 && run.error.contains("endorser.ch, which tests never ask"))
  }
}
