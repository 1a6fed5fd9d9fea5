import CivilTime
import DailyNotification
import DeviceModel
import History
import Invariants
import JSONText
public import Session
import SimulationCore

extension InteractiveRun {
  /// The maximum number of log lines in a result; the last ones are kept.
  static let linesMax = 1_000

  /// The run so far as a scenario's result, in which a press is a step.
  ///
  /// It has failed when an expectation or an invariant did not hold, has passed when something was
  /// expected, and is not judged otherwise. Lines that the trace has dropped are counted but not
  /// shown.
  public var result: ScenarioResult {
    var checked = invariants
    checked.willExport(device)
    let violations = checked.violations.map { BrokenInvariant($0, allowed: []) }
    let steps = judgedPresses.map(step)
    let history = history
    return ScenarioResult(
      name: name, path: "", summary: "An interactive session.", tags: [],
      setup: RunSetup(device.os.configuration),
      outcome: outcome(violations), steps: steps, lines: lastLines,
      lineCount: lineCount,
      invariants: checked.tallies.map { tally in
        InvariantCount(
          id: tally.id, name: tally.name, checks: tally.checks, violations: tally.violations)
      },
      violations: violations, traceHash: device.os.trace.hash.text,
      recordCount: device.os.trace.nextSequence, endInstant: device.os.now,
      endWallMilliseconds: device.os.wallMilliseconds,
      telemetry: device.telemetrySamples, snapshot: ScheduleSnapshot(of: device.os).json,
      wasLive: device.os.network.hasBeenLive, occurrences: OccurrenceList(history),
      timeline: RunTimeline(history)
    ).redacting(secrets)
  }

  private func outcome(_ violations: [BrokenInvariant]) -> RunOutcome {
    let judged = judgedPresses.compactMap { $0.expectation?.holds(of: $0.press) }
    guard judged.allSatisfy(\.self), RunOutcome(violations) == .passed else { return .failed }
    return judged.isEmpty ? .notJudged : .passed
  }

  private func step(_ press: Press, _ expectation: PressExpectation?) -> StepResult {
    var (text, outcome) = (text(of: press), press.runOutcome(expectation))
    if outcome == .passed, expectation == nil, case .failed(let reason)? = fetch(of: press) {
      (text, outcome) = ("\(text): its fetch failed: \(reason.rawValue)", .notJudged)
    }
    var step = StepResult(
      number: press.number, line: press.number, title: press.title, text: text,
      outcome: outcome, instant: press.instant,
      wallMilliseconds: press.wallMilliseconds,
      durationMilliseconds: press.durationMilliseconds, failure: failure(of: press, expectation))
    step.reply = press.replyJSON
    return step
  }

  /// The commands of a press as words, a call with its options.
  public func text(of press: Press) -> String {
    press.commands.map { $0.words(device.os.secrets) }.joined(separator: ", then ")
  }

  private func failure(of press: Press, _ expectation: PressExpectation?) -> StepFailure? {
    guard let expectation, expectation.holds(of: press) == false else { return nil }
    // Not the clock as it is now: it may have been set since.
    let wall = press.wallMilliseconds + press.durationMilliseconds
    return StepFailure(
      expected: expectation.words, found: press.outcomeText, instant: press.endInstant,
      wallMilliseconds: wall, day: device.os.zone.date(at: wall).text,
      zone: device.os.zone.identifier, lastRecords: [])
  }

  private var lastLines: [LoggedLine] { lines(.info, limit: InteractiveRun.linesMax) }

  /// The last log lines at a level and above that the trace still holds, without secrets.
  public func logLines(limit: Int) -> [LoggedLine] {
    lines(.debug, limit: limit).map { line in
      var line = line
      line.text = secrets.cleaned(line.text)
      return line
    }
  }

  private func lines(_ level: LogLevel, limit: Int) -> [LoggedLine] {
    let trace = device.os.trace
    var lines: [LoggedLine] = []
    var sequence = trace.nextSequence
    while sequence > trace.oldestSequence, lines.count < limit {
      sequence -= 1
      guard let record = trace.record(sequence), let message = record.payload.logMessage,
        message.level >= level
      else { continue }
      lines.append(LoggedLine(record, message))
    }
    return lines.reversed()
  }
}

extension Press {
  /// The outcome as words.
  public var outcomeText: String {
    switch outcome {
    case .waiting: "waiting"
    case .done: "done"
    case .replied(.value(let value)): "the value \(value.canonicalText)"
    case .replied(.rejected(let rejection)):
      "rejected \(rejection.kind.rawValue): \(rejection.message)"
    case .lost: "the call was lost with the app's process"
    case .refused(let refusal): "refused \(refusal.name): \(refusal.description)"
    }
  }

  /// The outcome as a member of a summary: `{"value": …}`, `{"rejected": …}` and the like.
  var replyJSON: JSONValue {
    switch outcome {
    case .waiting: ["waiting": true]
    case .done: ["done": true]
    case .replied(.value(let value)): ["value": value]
    case .replied(.rejected(let rejection)):
      ["rejected": .string(rejection.kind.rawValue), "message": .string(rejection.message)]
    case .lost: ["lost": true]
    case .refused(let refusal):
      ["refused": .string(refusal.name), "message": .string(refusal.description)]
    }
  }

  /// How it counts: one that nobody expected to be rejected, lost or refused is not judged, nor is
  /// one whose fetch failed.
  fileprivate func runOutcome(_ expectation: PressExpectation?) -> RunOutcome {
    if case .waiting = outcome { return .waiting }
    if let expectation { return expectation.holds(of: self) == true ? .passed : .failed }
    return hasFailed ? .notJudged : .passed
  }
}

extension Command {
  fileprivate func words(_ secrets: SecretNumbers) -> String {
    guard case .call(let method, let options) = self else {
      return argument.map { "\(verb) \($0)" } ?? verb
    }
    // Tokens are secret in every session.
    let shown = JSONValue.object(secrets.redacted(object: options)).canonicalText
    return options.isEmpty ? method : "\(method) \(shown)"
  }
}
