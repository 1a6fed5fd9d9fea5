import Foundation
import ProgramSupport
import Testing

/// A `dnp-net` that is missing ends the command before the first scenario; one that does something
/// else is a failed fetch, and the run goes on.
@Suite("a live run whose dnp-net")
struct MisbehavingChildTests {
  private static let scenario = LiveRun.prefetching(
    "{metric: {'dnp_prefetch_failure_total{reason=NETWORK}': 1}, "
      + "event: [{fetchEnded: {outcome: unreachable}}]}")

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

  @Test(
    "is missing, or a folder, ends the command with what to do",
    arguments: [("nothing", "make build-net"), (".", "is a folder")])
  func missing(name: String, reason: String) throws {
    let scenario = try folder.write("live.yaml", MisbehavingChildTests.scenario)
    let run = try LiveRun.run(["--live", scenario], network: folder.path(name))
    #expect(run.code == 69, "\(run.error)")
    #expect(run.error.contains(reason) && run.error.contains(folder.path(name)), "\(run.error)")
    #expect(!run.output.contains("FAILED"), "\(run.output)")
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
      script("read line; echo '{\"api\":{\"port\":1,\"control\":\"/c\"}}'; read line; kill -9 $$"),
      says: "has ended unexpectedly")
  }

  /// Does the embedded API's part, up to a request.
  private static let upToRequest =
    "read line; echo '{\"api\":{\"port\":1,\"control\":\"/c\"}}'; read line; "

  @Test("ends during a request")
  func endsDuring() throws {
    try check(
      script(MisbehavingChildTests.upToRequest + "exit 0"), says: "has ended unexpectedly")
  }

  @Test("is stopped during a request")
  func stopped() throws {
    try check(
      script(MisbehavingChildTests.upToRequest + "kill -STOP $$"), says: "does not answer")
  }

  @Test("closes its output during a request")
  func closes() throws {
    try check(
      script(MisbehavingChildTests.upToRequest + "exec >/dev/null; exec cat >/dev/null"),
      says: "does not answer")
  }

  @Test("answers half a line and then no more")
  func half() throws {
    try check(
      script(MisbehavingChildTests.upToRequest + "printf '{\"fetched\":1'; exec cat >/dev/null"),
      says: "does not answer")
  }

  @Test("answers half a line and ends")
  func halfAndEnds() throws {
    try check(
      script(MisbehavingChildTests.upToRequest + "printf '{\"fetched\":1'; exit 0"),
      says: "has ended unexpectedly")
  }

  /// The first child is stopped by the first request; every other one is the real one.
  ///
  /// It was given up since it said nothing, not since the request's own time was over: that would
  /// be another reason.
  @Test(
    "fails in the console: the next request has another, and no key waits",
    arguments: ["kill -STOP $$", "kill -9 $$", "exec cat >/dev/null", "exec >/dev/null; exit 0"])
  func console(_ end: String) throws {
    let mark = folder.path("mark")
    let child = try script(
      """
      echo started >>\(mark)
      [ $(wc -l <\(mark)) = 1 ] || exec \(LiveRun.network) "$@"
      \(MisbehavingChildTests.upToRequest)\(end)
      """)
    let saved = folder.path("saved.yaml")
    let run = try ProgramRun(
      ["--plain", "--live"],
      input: """
        Request Permissions
        answerDialog allow
        configure {"apiServer":"https://api.test.example"}
        Prefetch Only
        Prefetch Only
        messages
        saveScenario \(saved)

        """, environment: ["DNP_NET": child])
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("Prefetch failed (reason=NETWORK"), "\(run.output)")
    #expect(run.output.contains("Prefetch succeeded (status=200"), "\(run.output)")
    let ends = try String(contentsOfFile: saved, encoding: .utf8)
      .matches(of: /"failed":"(\w+)"|"status":(\d+)/)
      .map { String($0.output.1 ?? $0.output.2 ?? "") }
    #expect(ends == ["unavailable", "200"])
    let starts = try String(contentsOfFile: mark, encoding: .utf8)
    #expect(starts == "started\nstarted\n")
  }

  /// What a child is told that says nothing: the request, one question whether it reads lines, and
  /// then the end of its input.
  @Test("is asked once whether it reads lines, and then given up")
  func asked() throws {
    let told = folder.path("told")
    try check(
      script(MisbehavingChildTests.upToRequest + "echo \"$line\" >\(told); exec cat >>\(told)"),
      says: "does not answer")
    let lines = try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.hasPrefix("{\"fetch\":") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("{\"ping\":") == true, "\(lines)")
  }

  /// The first child takes the script and one request; the real one gets what is left of it.
  @Test("is replaced in the middle of a script: the next test API goes on where that one was")
  func scriptGoesOn() throws {
    let mark = folder.path("mark")
    let child = try script(
      """
      [ -e \(mark) ] && exec \(LiveRun.network) "$@"
      touch \(mark)
      \(MisbehavingChildTests.upToRequest)
      echo '{"fetched":1,"status":204,"headers":{},"body":"","ms":1}'; read line; kill -9 $$
      """)
    let run = try ProgramRun(
      ["--plain", "--live"],
      input: """
        Request Permissions
        answerDialog allow
        configure {"apiServer":"https://api.test.example"}
        scriptAPI [{"status":503},{"status":409,"times":2},{}]
        Prefetch Only
        Prefetch Only
        Prefetch Only
        Prefetch Only
        messages

        """, environment: ["DNP_NET": child])
    #expect(run.code == 0, "\(run.error)")
    let ends = run.output.matches(of: /Prefetch (failed \(reason=\w+, status=\w+|succeeded)/)
      .map { String($0.output.1) }
    #expect(
      ends == [
        "failed (reason=NETWORK, status=none", "failed (reason=SERVER, status=409",
        "failed (reason=SERVER, status=409", "succeeded",
      ], "\(run.output)")
  }

  @Test("ends with its parent's line")
  func usage() throws {
    let run = try ProgramRun(of: LiveRun.network, ["--allow-host", "api.endorser.ch"])
    #expect(run.code == 64 && run.error.contains("endorser.ch, which tests never ask"))
  }
}
