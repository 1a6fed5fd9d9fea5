/// One number of a metric: the metric itself, its count for one label, or a part of a histogram.
public struct TelemetrySeries: Hashable, Sendable {
  /// Which number of the metric it is.
  public enum Part: Hashable, Sendable {
    /// The only one there is.
    case whole
    /// The count for this value of the metric's label.
    case labelled(String)
    /// What is at most so many seconds; nil for everything.
    case bucket(upTo: Int64?)
    case sum
    case count
  }

  public let metric: TelemetryMetric
  public let part: Part

  /// Every series of every metric, in the order in which they are exported.
  public static let all: [TelemetrySeries] = TelemetryMetric.allCases.flatMap(\.series)

  /// What follows the metric's name: `_bucket`, `_sum`, `_count` or nothing.
  public var suffix: String {
    switch part {
    case .whole, .labelled: ""
    case .bucket: "_bucket"
    case .sum: "_sum"
    case .count: "_count"
    }
  }

  /// The value of the metric's label; nil for a series without.
  public var labelValue: String? {
    switch part {
    case .whole, .sum, .count: nil
    case .labelled(let value): value
    case .bucket(let limit): limit.map(String.init) ?? "+Inf"
    }
  }

  /// The name with its label: `dnp_prefetch_failure_total{reason="AUTH"}`.
  public var name: String { name(quote: "\"") }

  /// The name as scenarios write it: `dnp_prefetch_failure_total{reason=AUTH}`.
  public var plainName: String { name(quote: "") }

  private func name(quote: String) -> String {
    let name = metric.rawValue + suffix
    guard let label = metric.label, let labelValue else { return name }
    return "\(name){\(label)=\(quote)\(labelValue)\(quote)}"
  }
}

/// The value of a series.
public struct TelemetrySample: Hashable, Sendable {
  /// Which number it is.
  public let series: TelemetrySeries
  /// The number; of a histogram's sum, whole seconds.
  public let value: Int

  /// The name with its label: `dnp_prefetch_failure_total{reason="AUTH"}`.
  public var name: String { series.name }

  /// The samples of a metric whose values are in the order of its series.
  public static func all(of metric: TelemetryMetric, _ values: [Int]) -> [TelemetrySample] {
    zip(metric.series, values).map { TelemetrySample(series: $0, value: $1) }
  }
}
