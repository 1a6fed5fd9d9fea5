import CivilTime
import DailyNotification
import DeviceModel
import History
import Invariants
import Scenarios
import Session
import SimulationCore

extension Model {
  /// The facts that the status is made from.
  var facts: PhoneFacts { PhoneFacts(run.device, run.latest, happened.losses) }

  /// Whether the last error is neither over nor seen.
  var isErrorOpen: Bool {
    run.lastError.map { $0.resolved == nil && $0 != seenError } ?? false
  }

  /// The stages of one notification.
  var stages: Stages { Stages(facts, run) }

  /// The rows of the status pane for a height, in lines.
  func statusRows(_ facts: PhoneFacts, height: Int) -> [StatusRow] {
    StatusRows(
      facts: facts, lastPress: run.lastPress,
      pressFetch: run.lastPress.flatMap { run.fetch(of: $0) }, expectation: run.lastExpectation,
      broken: brokenInvariants, lastError: run.lastError,
      isErrorSeen: run.lastError == seenError, bindings: bindings
    )
    .rows(height: height)
  }

  /// The invariants that broke, in words; nil when all hold.
  var brokenInvariants: String? {
    guard let last = run.invariants.violations.last else { return nil }
    return
      "\(run.invariants.violationCount) broken, last \(last.id) (\(last.name)): \(last.message)"
  }

  /// The state of the phone, a line for each thing.
  public var statusLines: [String] {
    let os = run.device.os
    let facts = facts
    let rows = statusRows(facts, height: .max).map { row in
      "\(row.light.glyph) \(row.label): \(row.text)"
    }
    let stages = Stages(facts, run)
    let platform = os.configuration.platform
    let lights = Stage.allCases.map { "\(stages[$0].glyph) \($0.label(on: platform))" }
    let head = stages.tracked.map {
      "\(ClockText.moment($0.time, now: facts.now, os.zone)) \($0.kind.word): "
    }
    return rows + [
      "  Stages: " + (head ?? "") + lights.joined(separator: "  "),
      "  Phone: \(os.appTitle), \(ClockText.date(os.wallMilliseconds, os.zone)) "
        + "\(ClockText.time(os.wallMilliseconds, os.zone)) \(os.zone.identifier)",
      "  Invariants: " + (brokenInvariants ?? "all \(run.invariants.tallies.count) hold"),
      "  Trace: \(os.trace.nextSequence) records, hash \(os.trace.hash.text)",
    ]
  }
}

extension InteractiveRun {
  /// What the tester did last: a button, a call or a verb; nil before the first.
  ///
  /// The answers of a live server are presses, too, which nobody made.
  var lastPress: Press? {
    presses.last { press in
      press.expectation == nil
        && !press.commands.contains { if case .answerFetch = $0 { true } else { false } }
    }
  }
}
