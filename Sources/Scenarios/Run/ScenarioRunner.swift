import DailyNotification
import DeviceModel
import Invariants
import JSONText
import SimulationCore

/// Runs scenarios, one step at a time; time moves only in the steps that move it.
public struct ScenarioRunner: Sendable {
  /// A call whose end is still awaited.
  struct OpenCall {
    let stepIndex: Int
    let number: Int
    let outcome: Step.Outcome
    let captures: [Step.Capture]
    /// Its place in `presses`.
    let pressIndex: Int
    /// What is to be done when the reply is a value.
    let rest: ArraySlice<Command>
  }

  let scenario: Scenario
  var device: Device
  var observer: RunObserver
  var steps: [StepResult]
  var openCalls: [OpenCall] = []
  /// What was done to the phone.
  var presses: [Press] = []
  /// What calls returned for later steps.
  var captured = VariableScope()
  /// Captured values that no result may show, and their names.
  var secretValues: [String] = []
  private var secretNames: [String]
  /// Whether a step has failed, a soft one included.
  var hasFailed = false
  /// Whether the rest of the body is left out.
  var isStopped = false
  /// Why the run cannot go on.
  var abortion: String?
  /// Whether somebody wants the run to end before its time.
  var isInterrupted: @Sendable () -> Bool = { false }
  /// The first log line and record that expectations look at.
  var checkedLines = 0
  var checkedEvents = 0
  /// Why the scenario does not run on this phone at all.
  let skipReason: String?
  private var nextStep = 0

  /// How many events are run before anybody is asked whether to go on.
  static let sliceEvents = 20_000

  init(_ scenario: Scenario, observer: RunObserver = RunObserver()) {
    self.scenario = scenario
    self.observer = observer
    secretNames = scenario.redactedCaptures
    self.observer.events = EventWatcher(kinds: scenario.eventKinds)
    device = Device(scenario.configuration)
    steps = scenario.steps.enumerated().map { index, step in
      StepResult(step, number: index + 1, scenario.configuration)
    }
    skipReason = StepCondition.firstNotMet(of: scenario.conditions, on: device)
    self.observer.eventHappened(on: device)
    self.observer.instantEnded(on: device)
  }

  /// Runs the next step; false when there is none left to run.
  ///
  /// After a failure only the teardown is left.
  mutating func runNextStep() -> Bool {
    guard let index = nextIndex else { return false }
    nextStep = index + 1
    runStep(index)
    return true
  }

  /// The index of the step that is run next; nil when there is none left.
  var nextIndex: Int? {
    guard skipReason == nil, abortion == nil else { return nil }
    return scenario.steps[nextStep...].indices.first {
      !isStopped || scenario.steps[$0].phase == .teardown
    }
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
      let isDone = try execute(scenario.steps[index], index)
      if steps[index].failure == nil { steps[index].outcome = isDone ? .passed : .skipped }
    } catch {
      fail(index, error)
    }
    steps[index].durationMilliseconds = device.os.now.milliseconds - began.milliseconds
    settleCalls()
    if observer.records.isFull, abortion == nil {
      abort(index, "at most \(RecordWatcher.linesMax) log lines", "more")
    }
  }

  /// Does what a step says; false when it was left out.
  private mutating func execute(_ step: Step, _ index: Int) throws(Mismatch) -> Bool {
    if let reason = StepCondition.firstNotMet(of: step.conditions, on: device) {
      steps[index].skipReason = step.isRedacted ? SecretTexts.placeholder : reason
      return false
    }
    switch step.action {
    case .press(let control, let outcome): try press(control, outcome, index, step.captures)
    case .perform(let command, let outcome):
      let press = press([command], title: step.text)
      try perform([command], outcome, index, step.captures, press)
    case .advance(let advance): try move(advance, index)
    case .expect(let expectations, let limit): try expect(expectations, within: limit, index)
    case .expectNever(let expectations, let limit):
      try expectNever(expectations, within: limit, index)
    case .checkpoint:
      steps[index].skipReason = "it needs a person"
      return false
    case .late(let late):
      var step = try resolved(late, at: step.place)
      // A group's label stands before the step's own.
      if let prefix = scenario.steps[index].groupLabel { step.label = "\(prefix): \(step.title)" }
      // Now that the values are known they can be told.
      if !step.isRedacted { (steps[index].title, steps[index].text) = (step.title, step.text) }
      return try execute(step, index)
    }
    return true
  }

  /// A step with its captured values.
  private func resolved(_ late: LateStep, at place: SourcePlace) throws(Mismatch) -> Step {
    let names = late.names.filter { captured[$0] == nil }
    let isWaiting = scenario.steps.contains { step in
      step.captures.contains { names.contains($0.name) }
    }
    if let name = names.first, isWaiting {
      throw Mismatch("a value of '${\(name)}'", "the call that returns it has no reply yet")
    }
    do {
      return try late.step(captured)
    } catch {
      // A message shortens what it quotes, and half a secret is one too.
      let isSecret = late.names.contains(where: secretNames.contains)
      throw Mismatch(
        "a step that can be read with its captured values",
        "\(isSecret ? "(redacted)" : error.message) "
          + "(line \(error.place.line), column \(error.place.column))")
    }
  }

  private mutating func press(
    _ control: Control, _ outcome: Step.Outcome, _ index: Int, _ captures: [Step.Capture]
  ) throws(Mismatch) {
    let commands = control.commands(on: device.os)
    guard let first = commands.first else {
      throw Mismatch("a button that does something", "'\(control.label)' does nothing")
    }
    // What the phone refuses it records itself.
    if device.refusal(of: first) == nil, let refusal = control.refusal(on: device) {
      return try expect(outcome, refusal)
    }
    let press = press(commands, title: control.title, control: control)
    try perform(commands[...], outcome, index, captures, press)
  }

  /// Notes what is about to be done; returns its place in `presses`.
  private mutating func press(
    _ commands: [Command], title: String, control: Control? = nil
  ) -> Int {
    presses.append(
      Press(
        number: presses.count + 1, title: title, commands: commands, control: control, on: device))
    return presses.count - 1
  }

  /// Performs the first command; a call is checked when it has settled, and the next is performed
  /// when it was answered by a value.
  private mutating func perform(
    _ commands: ArraySlice<Command>, _ outcome: Step.Outcome, _ index: Int,
    _ captures: [Step.Capture], _ press: Int
  ) throws(Mismatch) {
    guard let command = commands.first else { return }
    let callsBefore = device.os.callCount
    do {
      try device.perform(command, observing: &observer)
    } catch {
      presses[press].outcome = .refused(error)
      if case .eventStorm = error {
        abort(index, "at most \(Device.eventsAtOneInstantMax) events at one instant", "more")
      }
      return try expect(outcome, error)
    }
    if case .refused = outcome { throw Mismatch(outcome.words, "it was performed") }
    guard device.os.callCount > callsBefore else { return }
    presses[press].outcome = .waiting
    openCalls.append(
      OpenCall(
        stepIndex: index, number: device.os.callCount, outcome: outcome, captures: captures,
        pressIndex: press, rest: commands.dropFirst()))
  }

  private func expect(_ outcome: Step.Outcome, _ refusal: CommandRefusal) throws(Mismatch) {
    if outcome == .refused(refusal.name) { return }
    throw Mismatch(outcome.words, "refused \(refusal.name): \(refusal.description)")
  }

  // MARK: Calls

  /// Checks the calls that have settled since the last look.
  mutating func settleCalls() {
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
    presses[open.pressIndex].outcome = settlement.outcome
    presses[open.pressIndex].endInstant = instant
    do throws(Mismatch) {
      if case .reply(.value) = settlement, !open.rest.isEmpty {
        try perform(open.rest, open.outcome, open.stepIndex, open.captures, open.pressIndex)
      } else if let mismatch = open.outcome.mismatch(with: settlement) {
        throw mismatch
      } else {
        try capture(open, settlement)
      }
    } catch {
      fail(open.stepIndex, error)
    }
  }

  /// Keeps what later steps want of a call's value.
  private mutating func capture(
    _ open: OpenCall, _ settlement: Settlement
  ) throws(Mismatch) {
    guard !open.captures.isEmpty else { return }
    guard case .reply(.value(let value)) = settlement else {
      throw Mismatch("a value to capture from", "the call was not answered by a value")
    }
    // Records show no secrets; what the caller was given does.
    var whole = value
    if case .value(let original)? = device.os.originalReply(to: open.number) { whole = original }
    for capture in open.captures {
      guard let found = capture.query.value(in: whole) else {
        throw Mismatch("a value at \(capture.query.text)", value.canonicalText)
      }
      let variable = Variable(found)
      captured.set(capture.name, variable)
      // What a record hides is a secret, whether the file says so or not.
      if capture.query.value(in: value) != found { secretNames.append(capture.name) }
      // Each value counts, since a name may be captured again.
      if secretNames.contains(capture.name) { secretValues.append(variable.text) }
    }
  }

  /// At the end no call may be open.
  private mutating func settleRest() {
    observer.invariants.willExport(device)
    guard !isStopped, abortion == nil else { return }
    for open in openCalls where open.outcome != .waits {
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

  mutating func fail(_ index: Int, _ mismatch: Mismatch) {
    guard steps[index].failure == nil else { return }
    hasFailed = true
    if !scenario.steps[index].isSoft { isStopped = true }
    steps[index].outcome = .failed
    let hint =
      device.os.authorizationMachine.isDialogShown
      ? " (the permission dialog is up: add a step '- answer: allow' or '- answer: deny')" : ""
    let isHidden = scenario.steps[index].isRedacted
    // What a hidden step did may be among the last records of a later one.
    let hidesRecords = scenario.steps[...index].contains(where: \.isRedacted)
    steps[index].failure = StepFailure(
      expected: isHidden ? "(redacted)" : mismatch.expected,
      found: isHidden ? "(redacted)" : mismatch.found + hint, instant: device.os.now,
      wallMilliseconds: device.os.wallMilliseconds, lastRecords: hidesRecords ? [] : lastRecords())
  }

  mutating func abort(_ index: Int, _ expected: String, _ found: String) {
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
