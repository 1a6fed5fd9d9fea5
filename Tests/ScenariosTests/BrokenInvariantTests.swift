import SimulationCore
import Testing

@testable import Invariants
@testable import Scenarios

@Suite("Broken invariants")
struct BrokenInvariantTests {
  /// A violation as a checker would report it.
  private func violation(_ id: Int) -> InvariantViolation {
    InvariantViolation(
      id: id, name: "one task", instant: .zero, wallMilliseconds: 1_763_185_350_000, sequence: 7,
      message: "two tasks")
  }

  @Test(
    "fail a run unless the scenario allows each of them",
    arguments: [
      ([], [], RunOutcome.passed), ([4], [], .failed), ([4], [4], .passed), ([4], [2], .failed),
      ([4, 2], [4], .failed), ([4, 2, 4], [2, 4], .passed),
    ])
  func outcome(broken: [Int], allowed: [Int], outcome: RunOutcome) {
    let violations = broken.map { BrokenInvariant(violation($0), allowed: allowed) }
    #expect(RunOutcome(violations) == outcome)
  }

  @Test("are reported as failures with number, name and message")
  func failures() throws {
    let scenario = try ScenarioFile.parse("name: a\nsteps: [runUntilIdle]", path: "a.yaml")
    var result = ScenarioRunner.run(scenario)
    result.violations = [
      BrokenInvariant(violation(4), allowed: []), BrokenInvariant(violation(2), allowed: [2]),
    ]
    #expect(result.failures == ["invariant 4 (one task): two tasks"])
  }
}
