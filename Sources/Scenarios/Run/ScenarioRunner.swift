import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import LocatedYAML
import Session
import SimulationCore

/// Runs a scenario step by step; time passes only in the steps that advance it.
public struct ScenarioRunner: Sendable {
  /// A press whose outcome a step expects.
  struct OpenPress {
    let stepIndex: Int
    /// Its index in the session's presses.
    let press: Int
    let outcome: Step.Outcome
    let captures: [Step.Capture]
  }

  let scenario: Scenario
  var session: Session<RunObserver>
  var steps: [StepResult]
  /// The presses without a reply so far, in the order of their steps.
  var openPresses: [OpenPress] = []
  /// The press that a step has made, by the step's index.
  var pressOfStep: [Int: Int] = [:]
  /// Values that calls returned, for later steps.
  var captured = VariableScope()
  /// Captured values that no result may show, and their names.
  var secretValues: [String] = []
  private var secretNames: [String]
  /// The lines of the scenario's files, for what is said of failures.
  var sourceLines: SourceLines
  /// Whether a step has failed, a soft one included.
  var hasFailed = false
  /// Whether the rest of the body is skipped.
  var isStopped = false
  /// Why the run cannot continue; nil if it can.
  var abortion: String?
  /// What answers requests; nil where the script does.
  let live: (any LiveNetwork)?
  /// Whether secrets of commands are sealed, since a journal keeps them.
  var sealsSecrets = false
  /// The indices of the first log line and the first record that expectations check.
  var checkedLines = 0
  var checkedEvents = 0
  /// Why the scenario does not run on this phone at all; nil if it does.
  let skipReason: String?
  private var nextStep = 0

  /// The number of events between two checks for an interruption.
  static let sliceEvents = 20_000

  init(
    _ scenario: Scenario, observer: RunObserver = RunObserver(), live: (any LiveNetwork)? = nil
  ) {
    self.scenario = scenario
    self.live = live
    sourceLines = SourceLines(scenario.sources)
    secretNames = scenario.redactedCaptures
    var observer = observer
    observer.kept = KeptRecords(kinds: scenario.eventKinds)
    session = Session(scenario.configuration, observer: observer)
    steps = scenario.steps.enumerated().map { index, step in
      StepResult(step, number: index + 1, scenario.configuration)
    }
    skipReason = StepCondition.firstNotMet(of: scenario.conditions, on: session.device)
    beginLive()
  }

  /// The phone.
  var device: Device { session.device }

  /// What the run keeps of its records.
  var observer: RunObserver {
    _read { yield session.observer }
    _modify { yield &session.observer }
  }

  /// Is asked between steps and during long advances whether the run is to end; gets the instant.
  typealias Interruption = (SimulationInstant) -> Bool

  /// Runs the next step; false when there is none left.
  ///
  /// After a failure only the teardown is left.
  mutating func runNextStep(_ isInterrupted: Interruption = { _ in false }) -> Bool {
    guard let index = nextIndex else { return false }
    nextStep = index + 1
    runStep(index, isInterrupted)
    return true
  }

  /// The index of the next step; nil when there is none left.
  var nextIndex: Int? {
    guard skipReason == nil, abortion == nil else { return nil }
    return scenario.steps[nextStep...].indices.first {
      !isStopped || scenario.steps[$0].phase == .teardown
    }
  }

  /// Settles what is still open after the last step, and returns the result.
  mutating func finish() -> ScenarioResult {
    settleRest()
    return result
  }

  mutating func runToEnd(_ isInterrupted: Interruption = { _ in false }) {
    while runNextStep(isInterrupted) {}
    settleRest()
  }

  private mutating func runStep(_ index: Int, _ isInterrupted: Interruption) {
    let began = device.os.now
    steps[index].instant = began
    steps[index].wallMilliseconds = device.os.wallMilliseconds
    do {
      let isDone = try execute(scenario.steps[index], index, isInterrupted)
      if steps[index].failure == nil { steps[index].outcome = isDone ? .passed : .skipped }
    } catch {
      fail(index, error)
    }
    steps[index].durationMilliseconds = device.os.now.milliseconds - began.milliseconds
    settleCalls()
    if observer.lines.isFull, abortion == nil {
      abort(index, "at most \(LineWatcher.linesMax) log lines", "more")
    }
  }

  /// Executes a step; false when it was skipped.
  private mutating func execute(
    _ step: Step, _ index: Int, _ isInterrupted: Interruption
  ) throws(Mismatch) -> Bool {
    if let reason = StepCondition.firstNotMet(of: step.conditions, on: device) {
      steps[index].skipReason = step.isRedacted ? SecretTexts.placeholder : reason
      return false
    }
    switch step.action {
    case .press(let control, let outcome): try press(control, outcome, index, step.captures)
    case .perform(let command, let outcome):
      try perform([command], title: step.text, isButton: false, outcome, index, step.captures)
    case .advance(let advance): try move(advance, index, isInterrupted)
    case .expect(let expectations, let limit):
      try expect(expectations, within: limit, index, isInterrupted)
    case .expectNever(let expectations, let limit):
      try expectNever(expectations, within: limit, index, isInterrupted)
    case .checkpoint:
      steps[index].skipReason = "it needs a person"
      return false
    case .late(let late):
      var step = try resolved(late, at: step.place)
      // A group's label precedes the step's own.
      if let prefix = scenario.steps[index].groupLabel { step.label = "\(prefix): \(step.title)" }
      // The captured values are known now, so the words can show them.
      if !step.isRedacted { (steps[index].title, steps[index].text) = (step.title, step.text) }
      return try execute(step, index, isInterrupted)
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
      // A message shortens what it quotes, and half a secret is still a secret.
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
    // The phone records its own refusals itself.
    if device.refusal(of: first) == nil, let refusal = control.refusal(on: device) {
      return try expect(outcome, refusal)
    }
    try perform(commands, title: control.title, isButton: true, outcome, index, captures)
  }

  /// Performs a command; the outcome of a call is checked when it has ended.
  private mutating func perform(
    _ commands: [Command], title: String, isButton: Bool, _ outcome: Step.Outcome, _ index: Int,
    _ captures: [Step.Capture]
  ) throws(Mismatch) {
    let meant = commands.map(device.asMeant)
    // Secrets have the same numbers in either case.
    let sealed = session.sealed(meant)
    let commands = sealsSecrets ? sealed : meant
    let title = sealsSecrets ? device.os.secrets.redacted(title) : title
    guard let press = session.press(commands, title: title, isButton: isButton) else {
      throw Mismatch("at most \(Session<RunObserver>.pressesMax) presses", "more")
    }
    pressOfStep[index] = press
    let result = session.presses[press].outcome
    if case .refused(let refusal) = result { return try expect(outcome, refusal, index) }
    if case .refused = outcome {
      session.dropRest(of: press)
      throw Mismatch(outcome.words, "it was performed")
    }
    try scriptLive(commands)
    guard case .waiting = result else { return }
    openPresses.append(
      OpenPress(stepIndex: index, press: press, outcome: outcome, captures: captures))
  }

  private func expect(_ outcome: Step.Outcome, _ refusal: CommandRefusal) throws(Mismatch) {
    if outcome == .refused(refusal.name) { return }
    var mismatch = Mismatch(
      outcome.words, "refused \(refusal.name): \(refusal.description)")
    mismatch.refusal = refusal
    throw mismatch
  }

  /// Throws unless a command was expected to be refused like this; an event storm ends the run.
  private mutating func expect(
    _ outcome: Step.Outcome, _ refusal: CommandRefusal, _ index: Int
  ) throws(Mismatch) {
    if case .eventStorm = refusal {
      abort(index, "at most \(Device.eventsAtOneInstantMax) events at one instant", "more")
    }
    try expect(outcome, refusal)
  }

  // MARK: Calls

  /// Checks the presses that have ended since the previous call.
  mutating func settleCalls() {
    while let end = session.nextPressEnd() {
      guard let place = openPresses.firstIndex(where: { $0.press == end.press }) else { continue }
      settle(openPresses.remove(at: place), end.reason)
    }
  }

  private mutating func settle(_ open: OpenPress, _ reason: PressEnd.Reason) {
    steps[open.stepIndex].durationMilliseconds =
      session.presses[open.press].durationMilliseconds
    do throws(Mismatch) {
      switch reason {
      case .refused(let refusal): try expect(open.outcome, refusal, open.stepIndex)
      case .call(let end):
        if let mismatch = open.outcome.mismatch(with: end.result) {
          throw pointed(mismatch, end.result, open.stepIndex)
        }
        try capture(open.captures, of: end)
      }
    } catch {
      // Time may have passed since: the step is looked at when the advance is over.
      fail(open.stepIndex, error, at: session.presses[open.press].endInstant)
    }
  }

  /// A mismatch with a rejection that is about an option, at that option.
  private func pointed(_ mismatch: Mismatch, _ end: CallEnd.Result, _ index: Int) -> Mismatch {
    guard mismatch.path.parts.isEmpty, case .replied(.rejected(let rejection)) = end,
      let source = scenario.steps[index].source
    else { return mismatch }
    var pointed = Mismatch(
      mismatch.expected, mismatch.found, isBroken: mismatch.isBroken,
      at: rejection.path(in: source))
    pointed.rejection = mismatch.rejection
    return pointed
  }

  /// Keeps the parts of a call's value that later steps need.
  private mutating func capture(
    _ captures: [Step.Capture], of end: CallEnd
  ) throws(Mismatch) {
    guard !captures.isEmpty else { return }
    guard case .replied(.value(let value)) = end.result else {
      throw Mismatch("a value to capture from", "the call was not answered by a value")
    }
    // Records show no secrets; the caller's reply does.
    var whole = value
    if case .value(let original)? = end.originalReply { whole = original }
    for capture in captures {
      guard let found = capture.query.value(in: whole) else {
        throw Mismatch("a value at \(capture.query.text)", value.canonicalText)
      }
      let variable = Variable(found)
      captured.set(capture.name, variable)
      // What a record hides is secret, even if the file does not say so.
      if capture.query.value(in: value) != found { secretNames.append(capture.name) }
      // Every value is kept, since a name may be captured again.
      if secretNames.contains(capture.name) { secretValues.append(variable.text) }
    }
  }

  /// At the end no call may be open.
  private mutating func settleRest() {
    session.willExport()
    guard !isStopped, abortion == nil else { return }
    for open in openPresses where open.outcome != .waits {
      let reason = device.os.dialog.map { ": the \($0.name) was never answered" } ?? ""
      fail(open.stepIndex, Mismatch(open.outcome.words, "no reply by the end\(reason)"))
    }
  }
}
