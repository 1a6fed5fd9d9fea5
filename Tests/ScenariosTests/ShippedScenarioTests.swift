import DeviceModel
import LocatedYAML
import Scenarios
import Testing

@Suite("Shipped scenarios")
struct ShippedScenarioTests {
  @Test("there is a folder for each part of the catalogue, and a file for each known bug")
  func present() throws {
    let areas = Set(ShippedScenarios.paths.map { $0.split(separator: "/")[2] })
    #expect(
      areas == [
        "actions", "adaptive", "android", "background-tasks", "coordination", "edge-cases",
        "errors",
        "exact-alarm", "faults", "first-run", "identity", "known-bugs", "other-code", "pipeline",
        "power", "presentation", "recovery",
        "reminders-and-dual", "rolling-window", "test-plans", "ttl", "walkthroughs",
      ])
    // The plugin's own history has numbers of its own, see KnownBugTests.
    let bugs = try ShippedScenarios.paths.filter {
      try $0.contains("/known-bugs/")
        && !ShippedScenarios.scenario($0).tags.contains("plugin-history")
    }
    let numbers = Set(bugs.compactMap { Int($0.split(separator: "/")[3].prefix(2)) })
    #expect(numbers == Set(1...20))
    #expect(ShippedScenarios.paths.filter { $0.contains("/walkthroughs/") }.count == 11)
  }

  @Test("has its file's name, a description and the path of its schema")
  func header() throws {
    for path in ShippedScenarios.paths {
      let text = String(decoding: try ShippedScenarios.bytes(path), as: UTF8.self)
      let schema = "# yaml-language-server: $schema=../../schema/scenario.schema.json\n"
      #expect(text.hasPrefix(schema), "\(path)")
      let scenario = try ShippedScenarios.scenario(path)
      let name = scenario.name.prefix { $0 != " " }
      #expect(path.hasSuffix("/\(name).yaml"), "\(path)")
      #expect(!scenario.summary.isEmpty && !scenario.tags.isEmpty, "\(path)")
    }
  }

  @Test("a known bug names where it was reported")
  func links() throws {
    for path in ShippedScenarios.paths where path.contains("/known-bugs/") {
      let text = String(decoding: try ShippedScenarios.bytes(path), as: UTF8.self)
      #expect(text.contains("https://"), "\(path)")
      #expect(try ShippedScenarios.scenario(path).tags.contains("known-bug"), "\(path)")
    }
  }

  @Test("passes, and twice in the same way", arguments: ShippedScenarios.paths)
  func isGreen(path: String) throws {
    for scenario in try ShippedScenarios.scenarios(path) {
      let first = ScenarioRunner.run(scenario)
      #expect(first.failures == [])
      #expect(first.outcome == .passed)
      let second = ScenarioRunner.run(scenario)
      #expect(first.traceHash == second.traceHash)
      #expect(first.recordCount == second.recordCount)
      #expect(first.recordCount > 0)
    }
  }

  @Test(
    "that names no system passes on an Android phone, and fails with each of its breaks",
    arguments: ShippedScenarios.neutralPaths)
  func isGreenOnAndroid(path: String) throws {
    for scenario in try ShippedScenarios.scenarios(path, on: .android) {
      #expect(scenario.configuration.platform == .android)
      let result = ScenarioRunner.run(scenario)
      #expect(result.failures == [])
      #expect(result.outcome == .passed, "\(result.skipReason ?? "")")
      #expect(!scenario.breaks.isEmpty, "a scenario that cannot fail proves nothing")
      for proof in BreakProof.prove(scenario) {
        #expect(proof.isAsSaid, "\(path):\(proof.change.place.line): \(proof.failures)")
      }
    }
  }

  @Test("with the tag for both variants passes on the other variant too")
  func bothVariants() throws {
    var count = 0
    for path in ShippedScenarios.paths {
      for var scenario in try ShippedScenarios.scenarios(path)
      where scenario.tags.contains("sim-dev") {
        let variants = scenario.configuration.platform.variants
        let isDevice = scenario.configuration.variant == .device
        scenario.configuration.variant = isDevice ? variants[1] : .device
        let result = ScenarioRunner.run(scenario)
        #expect(result.failures == [], "\(path)")
        #expect(result.outcome == .passed, "\(path)")
        count += 1
      }
    }
    #expect(count >= 14)
  }

  @Test("fails with each of its breaks", arguments: ShippedScenarios.paths)
  func canFail(path: String) throws {
    let scenarios = try ShippedScenarios.scenarios(path)
    #expect(
      scenarios.contains { !$0.breaks.isEmpty }, "a scenario that cannot fail proves nothing")
    for scenario in scenarios {
      for proof in BreakProof.prove(scenario) {
        #expect(proof.isAsSaid, "\(path):\(proof.change.place.line): \(proof.failures)")
      }
    }
  }

  @Test("the happy path prints its eight lines byte for byte")
  func eightLines() throws {
    let path = "assets/scenarios/first-run/happy-path.yaml"
    let result = ScenarioRunner.run(try ShippedScenarios.scenario(path))
    #expect(
      result.lines.map(\.text) == [
        "[DNP-PLUGIN] configure() called",
        "[DNP-PLUGIN] status = ready",
        "[DNP-PLUGIN] requestPermissions() → granted",
        "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:53:00Z",
        "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-15T05:53:00Z",
        "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T05:48:00Z)",
        "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:53:00Z",
        "[DNP-STORAGE] Persisted schedule to DB (id=daily, type=DAILY, time=05:53, "
          + "next=2025-11-15T05:53:00Z)",
      ])
  }
}
