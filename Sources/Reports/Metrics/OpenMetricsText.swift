import DailyNotification

/// Metrics in the format OpenMetrics 1.0.
///
/// Source: OpenMetrics 1.0: a counter's family has no `_total` in its name, the unit is the name's
/// last part, the last line is `# EOF`.
enum OpenMetricsText {
  /// All families, each with type, unit, help and samples.
  static func text(_ families: [MetricFamily]) -> String {
    families.map { family in
      let name = familyName(family)
      let unit = family.unit.map { "# UNIT \(name) \($0)\n" } ?? ""
      return "# TYPE \(name) \(family.kind.rawValue)\n" + unit
        + "# HELP \(name) \(PrometheusText.escaped(family.help))\n"
        + family.samples.map { PrometheusText.line($0, of: family.name) }.joined()
    }.joined() + "# EOF\n"
  }

  private static func familyName(_ family: MetricFamily) -> String {
    let suffix = "_total"
    guard family.kind == .counter, family.name.hasSuffix(suffix) else { return family.name }
    return String(family.name.dropLast(suffix.count))
  }
}
