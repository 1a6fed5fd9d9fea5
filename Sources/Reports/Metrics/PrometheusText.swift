import DailyNotification
import PlainText

/// Metrics in the text format 0.0.4 of Prometheus.
///
/// Source: Prometheus documentation, exposition formats.
enum PrometheusText {
  /// All families, each with help, type and samples.
  static func text(_ families: [MetricFamily]) -> String {
    families.map { family in
      "# HELP \(family.name) \(escapedHelp(family.help))\n"
        + "# TYPE \(family.name) \(family.kind.rawValue)\n"
        + family.samples.map { line($0, of: family.name) }.joined()
    }.joined()
  }

  /// The line of a sample, which is the same in both formats.
  static func line(_ sample: MetricFamily.Sample, of name: String) -> String {
    let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value))\"" }
    let braces = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
    return "\(name)\(sample.suffix)\(braces) \(sample.value)\n"
  }

  /// A label's value, or a help text of OpenMetrics, with escapes.
  static func escaped(_ text: String) -> String {
    escapedHelp(text).replacing("\"", with: "\\\"")
  }

  private static func escapedHelp(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(SafeText.forFile(scalar))
      }
    }
    return escaped
  }
}
