public import DeviceModel
public import Invariants
import Session
import SimulationCore

/// A scenario that a person steps through.
///
/// Everything that can be checked automatically is: the expectations after a step run with it.
/// Set-up runs before the first step, teardown after the last one. Going back runs the scenario
/// again up to the previous step.
public struct GuidedRun: Sendable {
  /// The scenario.
  public let scenario: Scenario
  private(set) var runner: ScenarioRunner
  /// What the person said, by index of the step from 0.
  private var judgements: [Int: Judgement] = [:]
  private var end: ScenarioResult?

  /// Starts a scenario and runs its set-up.
  ///
  /// What of the set-up belongs to another phone is left out: nobody has to read past it.
  public init(_ scenario: Scenario) {
    var scenario = scenario
    let device = GuidedRun.runner(scenario).session.device
    scenario.steps.removeAll { step in
      step.phase == .setup
        && step.conditions.contains { $0.isOfPhone && $0.reasonNotMet(on: device) != nil }
    }
    self.scenario = scenario
    runner = GuidedRun.runner(scenario)
    runAlone()
  }

  /// The phone.
  public var device: Device { runner.session.device }

  /// The invariants with their results so far.
  public var invariants: InvariantChecker { runner.session.invariants }

  /// The results of the steps so far.
  public var steps: [StepResult] {
    end?.steps ?? withJudgements(runner.steps).map { $0.redacting(runner.secrets) }
  }

  /// The index of the next step from 0; nil when the scenario is over.
  public var next: Int? { end == nil ? runner.nextIndex : nil }

  /// The next step.
  public var nextStep: Step? { next.map { scenario.steps[$0] } }

  /// The next step's name with secrets replaced; empty when there is none.
  public var nextTitle: String { runner.secrets.cleaned(nextStep?.title ?? "") }

  /// Whether the scenario is over.
  public var isOver: Bool { end != nil }

  /// The last step done; a verdict without a question next applies to it.
  public private(set) var last: Int?

  /// Whether the next step asks the person.
  public var isQuestion: Bool {
    if case .checkpoint? = nextStep?.action { true } else { false }
  }

  /// Does the next step, and checks the expectations after it.
  ///
  /// A question is not done here; `judge` answers it.
  public mutating func doNext() {
    guard next != nil, !isQuestion else { return }
    step()
    runAlone()
  }

  /// Records the person's verdict and note, on the question that is next or on the last step.
  ///
  /// A verdict on a question answers it and continues. Returns the step's index; nil when there is
  /// no step to judge.
  @discardableResult
  public mutating func judge(_ verdict: Judgement.Verdict?, note: String) -> Int? {
    guard let index = isQuestion ? next : last else { return nil }
    let before = judgements[index]
    judgements[index] = Judgement(
      verdict: verdict ?? before?.verdict, note: note.isEmpty ? before?.note ?? "" : note)
    if isQuestion, verdict != nil {
      step()
      runAlone()
    } else if end != nil {
      finish()
    }
    return index
  }

  /// Goes back to before the last step that the person did; false at the beginning.
  public mutating func goBack() -> Bool {
    // Steps that ran automatically belong to the person's step before them.
    let done = scenario.steps.indices.filter { index in
      index < (next ?? scenario.steps.count) && isPersonal(index)
        && runner.steps[index].outcome != .notRun
    }
    guard let target = done.last else { return false }
    replay(upTo: target)
    return true
  }

  /// Starts over and discards what the person has said.
  public mutating func restart() {
    self = GuidedRun(scenario)
  }

  /// Runs automatically until the step with that number, from 1, is next; questions are skipped.
  ///
  /// The teardown does not run, so that the phone is as the scenario left it.
  public mutating func run(until number: Int) {
    while let next, next < number - 1, scenario.steps[next].phase != .teardown { step() }
  }

  /// Hands the phone over as it is.
  public func handOver(name: String) -> InteractiveRun { InteractiveRun(name: name, runner) }

  /// The result so far, with what the person said.
  public var result: ScenarioResult { end ?? judged(runner.resultSoFar) }

  /// A runner whose presses a session may keep.
  private static func runner(_ scenario: Scenario) -> ScenarioRunner {
    var runner = ScenarioRunner(scenario)
    runner.sealsSecrets = true
    return runner
  }

  // MARK: Steps

  /// Whether a person does the step, rather than the run automatically.
  private func isPersonal(_ index: Int) -> Bool {
    let step = scenario.steps[index]
    guard step.phase == .body else { return false }
    switch step.action {
    case .expect, .expectNever: return false
    case .late(let late): return !late.isExpectation
    case .press, .perform, .advance, .checkpoint: return true
    }
  }

  private mutating func step() {
    guard let index = runner.nextIndex else { return }
    if runner.runNextStep(), isPersonal(index) { last = index }
    if runner.nextIndex == nil { finish() }
  }

  /// Runs the steps that need no person.
  private mutating func runAlone() {
    while let next = runner.nextIndex, end == nil, !isPersonal(next) { step() }
    if runner.nextIndex == nil, end == nil { finish() }
  }

  private mutating func finish() {
    // A copy, since a phone that is taken over must not be at its end.
    var ending = runner
    end = judged(ending.finish())
  }

  private mutating func replay(upTo target: Int) {
    runner = GuidedRun.runner(scenario)
    end = nil
    last = nil
    while let next = runner.nextIndex, next < target { step() }
    for index in judgements.keys.sorted() where index >= target { judgements[index] = nil }
  }

  // MARK: What the person said

  private func withJudgements(_ steps: [StepResult]) -> [StepResult] {
    var steps = steps
    for index in judgements.keys.sorted() {
      guard let judgement = judgements[index] else { continue }
      steps[index].judgement = judgement
      guard case .checkpoint = scenario.steps[index].action else { continue }
      switch judgement.verdict {
      case .pass: steps[index].outcome = .passed
      case .fail: steps[index].outcome = .failed
      case .skip, nil: break
      }
      if judgement.verdict == .skip { steps[index].skipReason = "the person skipped it" }
      if [.pass, .fail].contains(judgement.verdict) { steps[index].skipReason = nil }
    }
    return steps
  }

  /// A verdict of fail fails the run.
  private func judged(_ result: ScenarioResult) -> ScenarioResult {
    var result = result
    result.steps = withJudgements(result.steps)
    let isFailed = result.steps.contains { $0.judgement?.verdict == .fail }
    if isFailed, result.outcome == .passed { result.outcome = .failed }
    return result.redacting(runner.secrets)
  }
}
