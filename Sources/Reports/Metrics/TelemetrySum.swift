import DailyNotification
import Scenarios

/// The plugin's metrics, summed over scenarios.
///
/// They have only the plugin's labels, so the number of series does not grow with the scenarios.
struct TelemetrySum {
  private var sums: [TelemetrySeries: Int] = [:]

  init(_ results: [ScenarioResult]) {
    for sample in results.flatMap(\.telemetry) { sums[sample.series, default: 0] += sample.value }
  }

  /// The families of all metrics that a scenario has samples of, in the order of their declaration.
  var families: [MetricFamily] {
    TelemetryMetric.allCases.compactMap { metric in
      let samples = metric.series.compactMap { series in
        sums[series].map { MetricFamily.Sample(series, $0) }
      }
      guard !samples.isEmpty else { return nil }
      return MetricFamily(
        name: metric.rawValue, kind: metric.kind, help: metric.help, samples: samples)
    }
  }
}

extension MetricFamily.Sample {
  fileprivate init(_ series: TelemetrySeries, _ value: Int) {
    self.init(suffix: series.suffix, labels: series.labels, value: String(value))
  }
}

extension TelemetrySeries {
  fileprivate var labels: [MetricFamily.Label] {
    guard let name = metric.label else { return [] }
    return switch part {
    case .whole, .sum, .count: []
    case .labelled(let value): [MetricFamily.Label(name: name, value: value)]
    // OpenMetrics asks for a bucket's bound as a number with a fraction.
    case .bucket(let limit):
      [MetricFamily.Label(name: name, value: limit.map { "\($0).0" } ?? "+Inf")]
    }
  }
}
