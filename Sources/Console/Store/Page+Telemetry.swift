import DailyNotification
import DeviceModel
import PlainText

extension Page {
  /// Every counter of a phone's plugin: what each metric means, then its series with their values.
  static func telemetry(_ device: Device) -> Page {
    let samples = device.telemetrySamples
    let width = samples.map(\.name.count).max() ?? 0
    let lines = TelemetryMetric.allCases.flatMap { metric in
      [metric.help]
        + samples.filter { $0.series.metric == metric }
        .map { "  \($0.name.padded(to: width))  \($0.value)" }
    }
    return Page(title: "Telemetry", lines: lines)
  }
}
