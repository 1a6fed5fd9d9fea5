import DailyNotification
import PlainText

extension LogProfile {
  /// What it asks for, drawn line by line: its sequence, and what must or must not come beside it.
  public var drawing: String {
    var lines = ["\(name): \(title)", ""]
    lines.append("  ○ begins with \(LogProfile.words(begins))")
    if !impliedBy.isEmpty {
      lines.append("  │ or without that with \(LogProfile.words(impliedBy))")
    }
    for (index, step) in steps.enumerated() {
      lines += ["  │", "  \(index + 1) \(step.title), \(step.countWords)\(words(step.conditions))"]
    }
    lines += ["  │", "  ●" + (until.isEmpty ? " ends" : " ends before \(LogProfile.words(until))")]
    lines += notes("cut short by", cutBy.map(words))
    lines += notes("whole with", enough.map { [words($0.match)] } ?? [])
    lines += notes(
      "must not come",
      never.map { never in
        "\(never.line.title)\(words(never.conditions)): \(never.says)\(mark(never.severity))"
      })
    lines += notes(
      "contradict each other",
      contradictions.map { rule in
        "\(words(rule.match)) and \(LogProfile.words(rule.with)): \(rule.says)"
          + mark(rule.severity)
      })
    for state in states { lines += drawing(of: state) }
    lines += notes("times", timings.map { "\($0.says)\(mark($0.severity))" })
    lines += notes(
      "must follow when it is due",
      due.map { due in
        "\(LogProfile.words(due.by)) after \(due.reference.line.name).\(due.reference.field)"
          + " and \(DurationText.text(due.graceMilliseconds, zero: "0s"))\(mark(due.severity))"
          + (due.onIPhone.map { " (on an iPhone a warning: \($0))" } ?? "")
      })
    return lines.map { $0 + "\n" }.joined()
  }

  private func drawing(of state: State) -> [String] {
    var lines = ["", "  ◇ \(state.name): \(state.says)\(mark(state.severity))"]
    lines.append("    from \(state.begins.map(words).joined(separator: " or "))")
    var ends = state.ends.map(words)
    if let within = state.withinMilliseconds { ends.append(DurationText.text(within, zero: "0s")) }
    if !ends.isEmpty { lines.append("    until \(ends.joined(separator: " or "))") }
    lines += state.forbids.map { "    ✗ \(words($0))" }
    if !state.needs.isEmpty { lines.append("    → \(LogProfile.words(state.needs))") }
    return lines
  }

  private func notes(_ heading: String, _ items: [String]) -> [String] {
    items.isEmpty ? [] : ["", "  \(heading):"] + items.map { "    \($0)" }
  }

  private func words(_ match: Match) -> String {
    LogProfile.words(match.lines) + words(match.conditions)
  }

  private func words(_ conditions: [Condition]) -> String {
    conditions.isEmpty
      ? "" : " with " + conditions.map { "\($0.field)=\($0.text)" }.joined(separator: ", ")
  }

  private func mark(_ severity: Severity) -> String {
    switch severity {
    case .error: ""
    case .warning: " (a warning)"
    }
  }

  private static func words(_ lines: [LogEvent]) -> String {
    lines.map(\.title).joined(separator: " or ")
  }
}

extension LogProfile.Step {
  /// How often it comes, as words.
  fileprivate var countWords: String {
    switch (countMin, countMax) {
    case (1, 1): "once"
    case (0, 1): "perhaps"
    case (0, nil): "any number of times"
    case (_, nil): "\(countMin) times or more"
    case (_, let most?): "\(countMin) to \(most) times"
    }
  }
}
