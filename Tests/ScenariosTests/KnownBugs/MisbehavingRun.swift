import DeviceModel
import SimulationCore

@testable import Scenarios
@testable import Session

/// Runs a scenario on a phone whose plugin misbehaves as a known bug says.
///
/// The plugin's own code runs; at the end of each instant this undoes, doubles or adds what theirs
/// did, so that the steps and invariants after it meet the bug and not its cause.
struct MisbehavingRun {
  private let bug: KnownBug
  /// The steps as they are written.
  private let steps: [Step]
  private var runner: ScenarioRunner
  /// The next record that the bug has not seen.
  private var cursor: UInt64 = 0

  /// Runs a scenario to its end.
  static func result(of scenario: Scenario, with bug: KnownBug) throws -> ScenarioResult {
    var run = MisbehavingRun(scenario, bug)
    try run.runToEnd()
    return run.runner.finish()
  }

  private init(_ scenario: Scenario, _ bug: KnownBug) {
    self.bug = bug
    steps = scenario.steps
    var changed = scenario
    bug.configure(&changed.configuration)
    // Time passes before such a step, instant by instant; the step itself finds that it has.
    for index in changed.steps.indices {
      guard case .advance(.by) = changed.steps[index].action else { continue }
      changed.steps[index].action = .advance(.by(milliseconds: 0))
    }
    runner = ScenarioRunner(changed)
  }

  private mutating func runToEnd() throws {
    misbehave()
    while let index = runner.nextIndex {
      if StepCondition.firstNotMet(of: steps[index].conditions, on: runner.device) == nil {
        try passTime(before: steps[index].action)
      }
      _ = runner.runNextStep()
      misbehave()
    }
  }

  /// Lets the time of a step pass instant by instant, so that the bug is met in between.
  ///
  /// Time that an expectation waits passes at once: the bug is met after it.
  private mutating func passTime(before action: Step.Action) throws {
    switch action {
    case .advance(.by(let milliseconds)):
      try pass(to: runner.device.os.now.advanced(byMilliseconds: milliseconds))
    case .advance(.to(let wall)): try pass(to: runner.device.os.instant(ofWall: wall))
    case .advance(.idle):
      while !runner.device.isSettled, runner.session.nextInstant != nil { try runInstant() }
    case .advance(.nextEvent), .press, .perform, .expect, .expectNever, .checkpoint, .late: break
    }
  }

  private mutating func pass(to target: SimulationInstant) throws {
    while let next = runner.session.nextInstant, next <= target { try runInstant() }
    if target > runner.device.os.now { try runner.session.advance(to: target) }
  }

  private mutating func runInstant() throws {
    try runner.session.runToNextEvent()
    misbehave()
  }

  /// Shows the bug what is new, and the observers what it did.
  private mutating func misbehave() {
    var records: [DeviceRecord] = []
    runner.device.os.trace.forEach(from: cursor) { records.append($0.payload) }
    cursor = runner.device.os.trace.nextSequence
    runner.session.act { [bug] device in
      for record in records { bug.misbehave(&device, record) }
    }
    cursor = runner.device.os.trace.nextSequence
  }
}
