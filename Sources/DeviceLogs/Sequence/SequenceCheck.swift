import CivilTime
import DailyNotification

/// Checks a log's lines against one profile, one after the other.
///
/// Memory does not grow with the log: a pass is judged and dropped when it ends.
struct SequenceCheck {
  let profile: LogProfile
  private(set) var tally: SequenceTally
  private var pass: SequencePass?
  /// Steps that occurred while no pass was open.
  private var earlier: SequencePass
  private var dues: [(due: Int64, number: Int)?]
  private var hasBegun = false

  init(_ profile: LogProfile) {
    self.profile = profile
    tally = SequenceTally(profile)
    earlier = SequencePass(steps: profile.steps.count)
    dues = Array(repeating: nil, count: profile.due.count)
  }

  mutating func take(_ entry: LogEntry) {
    guard let line = entry.line else {
      if entry.lines.isEmpty { return }
      if pass == nil { earlier.take(entry) } else { pass?.take(entry) }
      return
    }
    if profile.signs.contains(line) { tally.hasSign = true }
    noteDues(entry, line)
    if pass != nil, profile.until.contains(line) { close() }
    let step = step(of: entry, line)
    beginIfNeeded(line, step)
    forbid(entry, line)
    guard let step else { return }
    let occurrence = SequencePass.Occurrence(entry, line)
    if pass == nil {
      earlier.take(occurrence, step: step, countMax: nil)
    } else {
      pass?.take(occurrence, step: step, countMax: profile.steps[step].countMax)
      // Nothing can follow the last step of a sequence whose first line it is, too.
      if step == profile.steps.count - 1, profile.begins.contains(line) { close() }
    }
  }

  /// Judges what is left; `last` is the time of the plugin's last line.
  mutating func finish(last: LogTime?) {
    close()
    for (index, due) in profile.due.enumerated() {
      if let waiting = dues[index], isOverdue(waiting, due, at: last) {
        report(.missing, due, waiting.number, "(due \(ISO8601.text(waiting.due)))", due.severity)
      }
    }
  }

  private func isOverdue(
    _ waiting: (due: Int64, number: Int), _ due: LogProfile.Due, at time: LogTime?
  ) -> Bool {
    guard let time, time.isAbsolute else { return false }
    return time.milliseconds > waiting.due + due.graceMilliseconds
  }

  private mutating func report(
    _ kind: LogFinding.Kind, _ due: LogProfile.Due, _ number: Int, _ words: String,
    _ severity: LogProfile.Severity
  ) {
    tally.hasSign = true
    let step = profile.steps.firstIndex { step in due.by.contains { step.lines.contains($0) } }
    tally.add(
      LogFinding(
        kind: kind, severity: severity, text: "\(due.says) \(words)", number: number, step: step,
        pass: 0))
  }

  private func step(of entry: LogEntry, _ line: LogLine) -> Int? {
    profile.steps.firstIndex { step in
      step.lines.contains(line)
        && step.conditions.allSatisfy { condition in
          let text = entry.field(condition.field)
          return text == condition.text || text == LineTable.hidden.description
        }
    }
  }

  private mutating func beginIfNeeded(_ line: LogLine, _ step: Int?) {
    let isBeginning = profile.begins.contains(line)
    switch profile.passes {
    case .each:
      guard isBeginning || (pass == nil && profile.impliedBy.contains(line)) else { return }
    case .first:
      guard !hasBegun, isBeginning || profile.impliedBy.contains(line) else { return }
    }
    close()
    hasBegun = true
    var begun = SequencePass(steps: profile.steps.count)
    begun.absorb(earlier, before: step ?? 0)
    pass = begun
    earlier = SequencePass(steps: profile.steps.count)
  }

  private mutating func forbid(_ entry: LogEntry, _ line: LogLine) {
    if profile.passes == .first, pass == nil { return }
    for never in profile.never where never.line == line {
      tally.add(
        LogFinding(
          kind: never.kind, severity: never.severity,
          text: "\(never.says): '\(entry.message)'", number: entry.number,
          step: profile.steps.firstIndex { $0.lines.contains(line) }, pass: tally.passes + 1))
    }
  }

  private mutating func noteDues(_ entry: LogEntry, _ line: LogLine) {
    for (index, due) in profile.due.enumerated() {
      if due.by.contains(line) {
        // The line may have been written long after what it reports, so this proves nothing yet.
        let isReported = profile.never.contains { $0.line == line }
        if let waiting = dues[index], !isReported, isOverdue(waiting, due, at: entry.time) {
          report(
            .late, due, entry.number,
            "until '\(entry.message)' (due \(ISO8601.text(waiting.due)))", .warning)
        }
        dues[index] = nil
      }
      if SequenceCheck.withdraws(entry, line) { dues[index] = nil }
      guard due.reference.line == line,
        let time = entry.field(due.reference.field).flatMap(ISO8601.parse)
      else { continue }
      if let waiting = dues[index], isOverdue(waiting, due, at: entry.time) {
        report(.missing, due, waiting.number, "(due \(ISO8601.text(waiting.due)))", due.severity)
      }
      dues[index] = (time, entry.number)
    }
  }

  /// Whether a line reports a call that takes back what was planned.
  private static func withdraws(_ entry: LogEntry, _ line: LogLine) -> Bool {
    guard line == .called, let method = entry.field("method") else { return false }
    return method.hasPrefix("cancel") || method.hasPrefix("pause")
  }

  private mutating func close() {
    guard let ended = pass else { return }
    pass = nil
    tally.judge(ended, profile)
  }
}
