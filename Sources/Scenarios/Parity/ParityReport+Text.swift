import DeviceModel
import PlainText

extension ParityReport {
  /// The report for a terminal, each line with its line feed.
  public var text: String {
    var lines: [String] = []
    for table in ParityProbe.Table.allCases {
      lines += [table == .matrix ? "What the plugin does" : "Guarantees and caveats"]
      for answer in answers where answer.probe.table == table {
        lines.append("  \(mark(answer.isExplained)) \(answer.probe.title)")
        for platform in DevicePlatform.allCases {
          lines.append(
            "      \(platform.title.padded(to: 8)) \(answer.words(on: platform))")
        }
      }
      lines.append("")
    }
    if !comparisons.isEmpty {
      lines.append("Scenarios")
      for comparison in comparisons {
        lines.append("  \(mark(comparison.isExplained)) \(comparison.name)")
        lines += comparison.differences.map { difference in
          let fact = difference.fact
          return "      \(fact.title): \(fact.value(comparison.ios)) / "
            + "\(fact.value(comparison.android)) (\(difference.rule?.rawValue ?? "no rule"))"
        }
        let reasons = [comparison.ios.reason, comparison.android.reason].compactMap(\.self)
        lines += reasons.map { "      \($0)" }
      }
      lines.append("")
    }
    let rules = Set((answers.map(\.comparison) + comparisons).flatMap(\.differences).map(\.rule))
    for rule in ParityRule.allCases where rules.contains(rule) {
      lines.append("\(rule.rawValue.padded(to: 12)) \(rule.text)")
    }
    lines += ["", total]
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  private var total: String {
    let differences = (answers.map(\.comparison) + comparisons).flatMap(\.differences).count
    let verdict = isExplained ? "all explained" : "\(unexplained.count) not explained"
    return "\(answers.count) probes, \(comparisons.count.counted("scenario")) on both systems, "
      + "\(oneSidedCount) about one of them: \(differences.counted("difference")), \(verdict)"
  }

  private func mark(_ isExplained: Bool) -> String { isExplained ? "ok    " : "DIFFER" }
}
