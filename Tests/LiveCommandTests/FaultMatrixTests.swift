import JSONText
import ProgramSupport
import Testing

/// The shipped matrix of faults, once scripted and once over sockets with the embedded test API.
@Suite("the fault matrix, live")
struct FaultMatrixTests {
  /// On an iPhone, and on an Android phone, where one attempt more is made when the alarm fires.
  private static let matrices = [
    "assets/scenarios/faults/every-fault.yaml", "assets/scenarios/android/android-every-fault.yaml",
  ]

  /// Two rows wait four times for a timeout of 15 s; all rows wait at the same time.
  @Test(
    "passes, logs and counts what the scripted one does, and repeats without a network",
    arguments: matrices)
  func matrix(_ matrix: String) throws {
    let folder = try TemporaryFolder()
    let live = try LiveRun.run([
      "--live", matrix, "--jobs", "20", "--log", "--record", folder.path("runs"),
      "--report", "json=\(folder.path("live.json"))",
    ])
    #expect(live.code == 0, "\(live.output)\(live.error)")
    let scripted = try ProgramRun([
      "run", matrix, "--log", "--report", "json=\(folder.path("scripted.json"))",
    ])
    let again = try ProgramRun([
      "run", folder.path("runs"), "--report", "json=\(folder.path("again.json"))",
    ])
    #expect(again.code == 0, "\(again.output)\(again.error)")

    let lives = try LiveRun.scenarios(folder.path("live.json"))
    let scripts = try LiveRun.scenarios(folder.path("scripted.json"))
    let repeats = try LiveRun.scenarios(folder.path("again.json"))
    #expect(lives.count == 20 && scripts.count == 20 && repeats.count == 20)
    for (live, scripted) in zip(lives, scripts) {
      #expect(live["name"] == scripted["name"])
      #expect(live["telemetry"] == scripted["telemetry"], "\(live["name"]?.stringValue ?? "")")
      #expect(live["logLines"] == scripted["logLines"])
    }
    // The durations of the runs stand in the rows.
    #expect(FaultMatrixTests.log(live.output) == FaultMatrixTests.log(scripted.output))
    for live in lives {
      let name = try #require(live["name"]?.stringValue)
      let same = try #require(repeats.first { $0["name"]?.stringValue == name })
      #expect(live["traceHash"] == same["traceHash"], "\(name)")
      #expect(live["records"] == same["records"], "\(name)")
      #expect(live["telemetry"] == same["telemetry"], "\(name)")
    }
  }

  private static func log(_ output: String) -> [String] {
    LiveRun.untimed(output).split(separator: "\n").map(String.init).filter { $0.contains("[DNP-") }
  }

  @Test("of a task that expires: the request is cancelled where nobody ever answers")
  func expiration() throws {
    let run = try LiveRun.run(["--live", "assets/scenarios/background-tasks/expiration.yaml"])
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }

  @Test("in the console without a screen, and a session that is saved repeats it")
  func console() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      ["--plain", "--live"],
      input: """
        Request Permissions
        answerDialog allow
        configure {"apiServer":"https://api.test.example"}
        scriptAPI [{"status":503,"delayMs":50},{}]
        Prefetch Only
        Prefetch Only
        saveScenario \(folder.path("saved.yaml"))

        """, environment: ["DNP_NET": LiveRun.network])
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("Prefetch failed (reason=SERVER, status=503)"))
    #expect(run.output.contains("Prefetch succeeded (status=200"))
    #expect(try ProgramRun(["run", folder.path("saved.yaml")]).code == 0)
  }

  @Test("of identity: a token that the API verifies, redirections with and without it")
  func identity() throws {
    let run = try LiveRun.run(["--live", "assets/scenarios/faults/redirect.yaml"])
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }
}
