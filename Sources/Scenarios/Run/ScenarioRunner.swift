import DailyNotification
import DeviceModel
import Invariants
import SimulationCore

/// Runs scenarios, one step at a time; time moves only in the steps that move it.
public struct ScenarioRunner {
  /// A call whose end is still awaited.
  struct OpenCall {
    let stepIndex: Int
    let number: Int
    let outcome: Step.Outcome
    /// What is to be done when the reply is a value.
    let rest: ArraySlice<Command>
  }

  let scenario: Scenario
  var device: Device
  var observer: RunObserver
  var steps: [StepResult]
  var openCalls: [OpenCall] = []
  private(set) var hasFailed = false
  /// Why the run cannot go on.
  var abortion: String?
  private var nextStep = 0

  /// Runs a scenario to its end, or to the first step that fails.
  public static func run(_ scenario: Scenario) -> ScenarioResult {
    var runner = ScenarioRunner(scenario)
    runner.runToEnd()
    return runner.result
  }

  init(_ scenario: Scenario, observer: RunObserver = RunObserver()) {
    self.scenario = scenario
    self.observer = observer
    device = Device(scenario.configuration)
    steps = scenario.steps.enumerated().map { index, step in
      StepResult(
        number: index + 1, line: step.place.line, title: step.title, text: step.text,
        outcome: .notRun, instant: .zero,
        wallMilliseconds: scenario.configuration.startMilliseconds, durationMilliseconds: 0)
    }
    self.observer.eventHappened(on: device)
    self.observer.instantEnded(on: device)
  }

  /// Runs the next step; false when there is none or one has failed.
  mutating func runNextStep() -> Bool {
    guard nextStep < scenario.steps.count, !hasFailed else { return false }
    runStep(nextStep)
    nextStep += 1
    return true
  }

  /// Settles what is still open, after the last step; returns what the run has to tell.
  mutating func finish() -> ScenarioResult {
    settleRest()
    return result
  }

  mutating func runToEnd() {
    while runNextStep() {}
    settleRest()
  }

  private mutating func runStep(_ index: Int) {
    let began = device.os.now
    steps[index].instant = began
    steps[index].wallMilliseconds = device.os.wallMilliseconds
    do {
      try execute(scenario.steps[index].action, index)
      steps[index].outcome = .passed
    } catch {
      fail(index, error)
    }
    steps[index].durationMilliseconds = device.os.now.milliseconds - began.milliseconds
    settleCalls()
    if observer.records.isFull, abortion == nil {
      abort(index, "at most \(RecordWatcher.linesMax) log lines", "more")
    }
  }

  private mutating func execute(_ action: Step.Action, _ index: Int) throws(Mismatch) {
    switch action {
    case .press(let control, let outcome): try press(control, outcome, index)
    case .perform(let command, let outcome): try perform([command], outcome, index)
    case .advance(let advance): try move(advance, index)
    case .expect(let expectations):
      for expectation in expectations { try check(expectation) }
    }
  }

  private mutating func press(
    _ control: Control, _ outcome: Step.Outcome, _ index: Int
  ) throws(Mismatch) {
    let commands = control.commands(on: device.os)
    guard let first = commands.first else {
      throw Mismatch("a button that does something", "'\(control.label)' does nothing")
    }
    // What the phone refuses it records itself.
    if device.refusal(of: first) == nil, let refusal = control.refusal(on: device) {
      return try expect(outcome, refusal)
    }
    try perform(commands[...], outcome, index)
  }

  /// Performs the first command; a call is checked when it has settled, and the next is performed
  /// when it was answered by a value.
  private mutating func perform(
    _ commands: ArraySlice<Command>, _ outcome: Step.Outcome, _ index: Int
  ) throws(Mismatch) {
    guard let command = commands.first else { return }
    let callsBefore = device.os.callCount
    do {
      try device.perform(command, observing: &observer)
    } catch {
      if case .eventStorm = error {
        abort(index, "at most \(Device.eventsAtOneInstantMax) events at one instant", "more")
      }
      return try expect(outcome, error)
    }
    if case .refused = outcome { throw Mismatch(outcome.words, "it was performed") }
    guard device.os.callCount > callsBefore else { return }
    openCalls.append(
      OpenCall(
        stepIndex: index, number: device.os.callCount, outcome: outcome,
        rest: commands.dropFirst()))
  }

  private func expect(_ outcome: Step.Outcome, _ refusal: CommandRefusal) throws(Mismatch) {
    if outcome == .refused(refusal.name) { return }
    throw Mismatch(outcome.words, "refused \(refusal.name): \(refusal.description)")
  }

  private mutating func move(_ advance: Step.Advance, _ index: Int) throws(Mismatch) {
    do {
      switch advance {
      case .by(let milliseconds):
        let target = device.os.now.advanced(byMilliseconds: milliseconds)
        try device.advance(to: target, observing: &observer)
      case .to(let wallMilliseconds):
        try device.advance(to: device.os.instant(ofWall: wallMilliseconds), observing: &observer)
      case .nextEvent: _ = try device.runToNextEvent(observing: &observer)
      case .idle(let limit): _ = try device.runUntilIdle(limit: limit, observing: &observer)
      }
    } catch {
      if case .eventStorm = error {
        abort(index, "at most \(Device.eventsAtOneInstantMax) events at one instant", "more")
      }
      throw Mismatch("time to pass (\(advance.text))", error.description)
    }
  }

  // MARK: Calls

  /// Checks the calls that have settled since the last look.
  private mutating func settleCalls() {
    while let place = openCalls.firstIndex(where: { isSettled($0) }) {
      settle(openCalls.remove(at: place))
    }
  }

  private func isSettled(_ open: OpenCall) -> Bool {
    observer.records.settled[open.number] != nil
  }

  private mutating func settle(_ open: OpenCall) {
    guard let (settlement, instant) = observer.records.settled[open.number] else { return }
    let began = steps[open.stepIndex].instant
    steps[open.stepIndex].durationMilliseconds = instant.milliseconds - began.milliseconds
    do throws(Mismatch) {
      if case .reply(.value) = settlement, !open.rest.isEmpty {
        try perform(open.rest, open.outcome, open.stepIndex)
      } else if let mismatch = open.outcome.mismatch(with: settlement) {
        throw mismatch
      }
    } catch {
      fail(open.stepIndex, error)
    }
  }

  /// At the end no call may be open.
  private mutating func settleRest() {
    observer.invariants.willExport(device)
    guard !hasFailed else { return }
    for open in openCalls {
      let dialog = device.os.authorizationMachine.isDialogShown
      fail(
        open.stepIndex,
        Mismatch(
          open.outcome.words,
          dialog
            ? "no reply by the end: the permission dialog was never answered"
            : "no reply by the end"))
    }
  }

  // MARK: Failures

  private mutating func fail(_ index: Int, _ mismatch: Mismatch) {
    guard steps[index].failure == nil else { return }
    hasFailed = true
    steps[index].outcome = .failed
    let hint =
      device.os.authorizationMachine.isDialogShown
      ? " (the permission dialog is up: add a step '- answer: allow' or '- answer: deny')" : ""
    steps[index].failure = StepFailure(
      expected: mismatch.expected, found: mismatch.found + hint, instant: device.os.now,
      wallMilliseconds: device.os.wallMilliseconds, lastRecords: lastRecords())
  }

  private mutating func abort(_ index: Int, _ expected: String, _ found: String) {
    abortion = "\(expected), \(found)"
    fail(index, Mismatch(expected, found))
  }

  private func lastRecords() -> [String] {
    let next = device.os.trace.nextSequence
    return device.os.trace.records(from: next < 10 ? 0 : next - 10).map {
      RecordText.line($0, zone: device.os.zone)
    }
  }
}
