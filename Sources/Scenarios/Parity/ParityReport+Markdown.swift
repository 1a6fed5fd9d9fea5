import DeviceModel

extension ParityReport {
  /// The report as Markdown: the two tables of probes, the scenarios, and the rules.
  public var markdown: String {
    var lines = table(.matrix, "What the plugin does")
    lines += table(.guarantees, "Guarantees and caveats")
    lines += scenarioLines
    lines += ["## Why they differ", ""]
    lines += ParityRule.allCases.map { "- **\($0.rawValue)** \($0.text)" }
    if !unexplained.isEmpty {
      lines += ["", "## Explained by no rule", ""] + unexplained.map { "- \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ table: ParityProbe.Table, _ title: String) -> [String] {
    let rows = answers.filter { $0.probe.table == table }.map { answer in
      let probe = answer.probe
      let ios = probe.ios.map { "\($0): \(answer.words(on: .ios))" } ?? "no such thing"
      return "| \(probe.title) | \(ios) | \(probe.android): \(answer.words(on: .android)) |"
    }
    return ["## \(title)", "", "| | iOS | Android |", "|---|---|---|"] + rows + [""]
  }

  private var scenarioLines: [String] {
    guard !comparisons.isEmpty else { return [] }
    let rows = comparisons.map { comparison in
      "| \(comparison.name) | \(comparison.ios.outcome.rawValue) "
        + "| \(comparison.android.outcome.rawValue) | \(comparison.differenceWords) |"
    }
    return [
      "## Scenarios", "",
      "\(comparisons.count) run on both systems, \(oneSidedCount) are about one of them. Each "
        + "difference names the rule that explains it.", "",
      "| scenario | iOS | Android | differs: iOS / Android (rule) |", "|---|---|---|---|",
    ] + rows + [""]
  }
}

extension ParityComparison {
  /// What differs, in one line; a dash for nothing.
  public var differenceWords: String {
    let words = differences.map { difference in
      "\(difference.fact.title) \(difference.fact.value(ios)) / "
        + "\(difference.fact.value(android)) (\(difference.rule?.rawValue ?? "no rule"))"
    }
    return words.isEmpty ? "–" : words.joined(separator: "; ")
  }
}
