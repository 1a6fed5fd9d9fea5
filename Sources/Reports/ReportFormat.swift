import JSONText
public import Scenarios

/// The formats of reports.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  case json
  case ctrf
  case junit
  case junitExtended = "junit-extended"
  case markdown
  case signoff
  case html
  case prom
  case openmetrics
  case tap

  /// A usual name for the file.
  public var usualFileName: String {
    switch self {
    case .json: "summary.json"
    case .ctrf: "ctrf-report.json"
    case .junit, .junitExtended: "junit.xml"
    case .markdown: "report.md"
    case .signoff: "sign-off.md"
    case .html: "report.html"
    case .prom: "dnp.prom"
    case .openmetrics: "metrics.txt"
    case .tap: "report.tap"
    }
  }

  /// Whether the report is a JSON text.
  public var isJSON: Bool {
    switch self {
    case .json, .ctrf: true
    case .junit, .junitExtended, .markdown, .signoff, .html, .prom, .openmetrics, .tap: false
    }
  }

  /// The whole report, with a line feed at its end.
  public func text(_ results: [ScenarioResult], context: RunContext) -> String {
    switch self {
    case .json: RunSummary.json(results, context: context).prettyText + "\n"
    case .ctrf: CTRFReport.json(results, context: context).prettyText + "\n"
    case .junit: JUnitReport(dialect: .strict).text(results, context: context)
    case .junitExtended: JUnitReport(dialect: .extended).text(results, context: context)
    case .markdown: MarkdownReport.text(results, context: context)
    case .signoff: SignoffReport.text(results, context: context)
    case .html: HTMLReport.text(results, context: context)
    case .prom: PrometheusText.text(RunMetrics.families(results, context: context))
    case .openmetrics: OpenMetricsText.text(RunMetrics.families(results, context: context))
    case .tap: TAPReport.text(results, context: context)
    }
  }
}
