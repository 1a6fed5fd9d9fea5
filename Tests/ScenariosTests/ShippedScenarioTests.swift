import Scenarios
import Testing

@Suite("Shipped scenarios")
struct ShippedScenarioTests {
  @Test("there are the nine of the first run")
  func present() {
    let names = ShippedScenarios.paths.compactMap { $0.split(separator: "/").last.map(String.init) }
    let expected = [
      "asked-then-denied.yaml", "happy-path.yaml", "invalid-time.yaml", "kill-and-relaunch.yaml",
      "permission-denied.yaml", "prefetch-and-delivery.yaml", "rapid-rescheduling.yaml",
      "simulator-variant.yaml", "task-miss.yaml",
    ]
    #expect(Set(names).isSuperset(of: expected))
  }

  @Test("is green, and twice the same", arguments: ShippedScenarios.paths)
  func isGreen(path: String) throws {
    let scenario = try ShippedScenarios.scenario(path)
    let first = ScenarioRunner.run(scenario)
    #expect(first.failures == [])
    #expect(first.outcome == .passed)
    let second = ScenarioRunner.run(scenario)
    #expect(first.traceHash == second.traceHash)
    #expect(first.recordCount == second.recordCount)
    #expect(first.recordCount > 0)
  }

  @Test("turns red in each of the ways it names", arguments: ShippedScenarios.paths)
  func canFail(path: String) throws {
    let scenario = try ShippedScenarios.scenario(path)
    #expect(!scenario.breaks.isEmpty, "a scenario that cannot fail proves nothing")
    for change in scenario.breaks {
      let result = ScenarioRunner.run(change.applied(to: scenario))
      #expect(result.outcome == .failed, "\(path):\(change.place.line)")
      let isAsSaid = result.failures.contains { $0.contains(change.failure) }
      #expect(isAsSaid, "\(path):\(change.place.line): \(result.failures)")
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
