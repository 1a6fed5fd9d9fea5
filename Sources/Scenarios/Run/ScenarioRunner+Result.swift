import CivilTime
import DailyNotification
import DeviceModel
import History
import Invariants
import JSONText
import LocatedYAML
import Session
import SimulationCore

extension ScenarioRunner {
  /// The result before the end: what is still open is not a failure yet.
  var resultSoFar: ScenarioResult {
    var runner = self
    runner.session.willExport()
    return runner.result
  }

  /// The result.
  var result: ScenarioResult {
    var result = wholeResult
    result.skipReason = skipReason
    return result.redacting(secrets)
  }

  /// What no result may show: values of the file, and captured ones.
  var secrets: SecretTexts {
    SecretTexts(scenario.redactions + secretValues, met: device.os.secrets)
  }

  private var wholeResult: ScenarioResult {
    let history = history
    return ScenarioResult(
      name: scenario.name, path: scenario.path, summary: scenario.summary, tags: scenario.tags,
      setup: RunSetup(scenario.configuration), outcome: outcome, steps: stepsWithReplies,
      lines: observer.lines.lines, lineCount: observer.lines.lines.count,
      invariants: session.invariants.tallies.map { tally in
        InvariantCount(
          id: tally.id, name: tally.name, checks: tally.checks, violations: tally.violations)
      },
      violations: brokenInvariants, traceHash: device.os.trace.hash.text,
      recordCount: device.os.trace.nextSequence, endInstant: device.os.now,
      endWallMilliseconds: device.os.wallMilliseconds,
      telemetry: device.telemetrySamples, snapshot: ScheduleSnapshot(of: device.os).json,
      wasLive: device.os.network.hasBeenLive, occurrences: occurrences(history),
      timeline: RunTimeline(history))
  }

  /// What happened until now.
  private var history: PhoneHistory {
    var history = observer.history
    history.finish(device)
    return history
  }

  /// What became of the planned notifications until now.
  private func occurrences(_ history: PhoneHistory) -> OccurrenceList {
    let max =
      abortion == nil ? OccurrenceList.listedMax : OccurrenceList.listedOfAbortedMax
    return OccurrenceList(history, max: max)
  }

  /// The steps, each with how its press ended; a redacted step shows nothing of it.
  private var stepsWithReplies: [StepResult] {
    var steps = steps
    for index in pressOfStep.keys.sorted() where !scenario.steps[index].isRedacted {
      steps[index].reply = pressOfStep[index].map { session.presses[$0].replyJSON }
    }
    return steps
  }

  private var outcome: RunOutcome {
    if abortion != nil { return .aborted }
    if skipReason != nil { return .skipped }
    return hasFailed ? .failed : RunOutcome(brokenInvariants)
  }

  /// The violations so far.
  var brokenInvariants: [BrokenInvariant] {
    session.invariants.violations.map {
      BrokenInvariant($0, allowed: scenario.allowedViolations)
    }
  }
}

extension StepResult {
  /// The result of a step before it runs.
  init(_ step: Step, number: Int, _ configuration: DeviceConfiguration) {
    self.init(
      number: number, line: step.place.line, title: step.title, text: step.text,
      outcome: .notRun, instant: .zero, wallMilliseconds: configuration.startMilliseconds,
      durationMilliseconds: 0)
    column = step.place.column
    phase = step.phase
    includedFrom = step.file
  }
}

extension RunOutcome {
  /// The outcome by violations of a run whose steps all held: allowed ones do not count.
  init(_ violations: [BrokenInvariant]) {
    self = violations.allSatisfy(\.isAllowed) ? .passed : .failed
  }
}

extension BrokenInvariant {
  init(_ violation: InvariantViolation, allowed: [Int]) {
    self.init(
      id: violation.id, name: violation.name, wallMilliseconds: violation.wallMilliseconds,
      sequence: violation.sequence, message: violation.message,
      isAllowed: allowed.contains(violation.id))
  }
}

extension RunSetup {
  init(_ configuration: DeviceConfiguration) {
    let settings: [(name: String, value: String)] = configuration.knobs.settings(
      on: configuration.platform)
    let knobs = JSONObject(settings.map { ($0.name, .string($0.value)) })
    let manifest = configuration.androidManifest
    var described: JSONObject = [
      "seed": .string(String(configuration.seed)),
      "platform": .string(configuration.platform.rawValue),
      "variant": .string(configuration.variant.rawValue),
      "osVersion": .string(configuration.osVersion),
      "zone": .string(configuration.zone.identifier),
      "start": .integer(configuration.startMilliseconds),
      "uptime": .integer(configuration.uptimeMilliseconds),
      "launch": .bool(configuration.isLaunchedAtStart),
      "knobs": .object(knobs),
    ]
    switch configuration.platform {
    case .ios:
      described["identifiers"] = .array(
        configuration.infoPlist.permittedIdentifiers.map(JSONValue.string))
      described["modes"] = .array(configuration.infoPlist.backgroundModes.map(JSONValue.string))
    case .android:
      described["permissions"] = .array(manifest.permissions.map(JSONValue.string))
      described["receivers"] = .array(manifest.receivers.map(\.json))
      if configuration.targetSdk != DeviceConfiguration.targetSdkDefault {
        described["targetSdk"] = .integer(Int64(configuration.targetSdk))
      }
    }
    var hash = TraceHash()
    hash.combine(JSONValue.object(described).canonicalText)
    self.init(
      seed: configuration.seed, platform: configuration.platform.rawValue,
      variant: configuration.variant.rawValue,
      osVersion: configuration.osVersion, zone: configuration.zone.identifier,
      startMilliseconds: configuration.startMilliseconds, knobs: knobs, hash: hash.text)
  }
}
