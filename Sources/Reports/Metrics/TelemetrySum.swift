import Scenarios

/// The plugin's metrics, added up over scenarios.
///
/// Labels are the plugin's own, so their number does not grow with the scenarios.
struct TelemetrySum {
  private struct Row {
    let name: String
    let labels: [MetricFamily.Label]
    var value: Int
  }

  private var rows: [Row] = []
  private var places: [String: Int] = [:]

  init(_ results: [ScenarioResult]) {
    for result in results {
      for (name, value) in result.telemetry { add(name, value) }
    }
  }

  private mutating func add(_ name: String, _ value: Int) {
    if let place = places[name] {
      rows[place].value += value
    } else if let (bare, labels) = TelemetrySum.parts(of: name) {
      places[name] = rows.count
      rows.append(Row(name: bare, labels: labels, value: value))
    }
  }

  /// The families in the order of their first samples, those of one family together.
  var families: [MetricFamily] {
    var families: [MetricFamily] = []
    var places: [String: Int] = [:]
    for row in rows {
      let (name, suffix) = TelemetrySum.family(of: row.name)
      let sample = MetricFamily.Sample(
        suffix: suffix, labels: row.labels, value: String(row.value))
      if let place = places[name] {
        families[place].samples.append(sample)
      } else {
        places[name] = families.count
        families.append(
          MetricFamily(
            name: name, kind: TelemetrySum.kind(of: name), help: TelemetryTable.help(name),
            samples: [sample]))
      }
    }
    return families
  }

  private static func kind(of name: String) -> MetricFamily.Kind {
    if name == TelemetryTable.drift { return .histogram }
    return name.hasSuffix("_total") ? .counter : .gauge
  }

  private static func family(of name: String) -> (name: String, suffix: String) {
    for suffix in ["_bucket", "_sum", "_count"] where name == TelemetryTable.drift + suffix {
      return (TelemetryTable.drift, suffix)
    }
    return (name, "")
  }

  /// The name and the labels of `name{label="value"}`; nil for a text that is none.
  private static func parts(of sample: String) -> (String, [MetricFamily.Label])? {
    guard let brace = sample.firstIndex(of: "{") else { return (sample, []) }
    let inner = sample[sample.index(after: brace)...].dropLast()
    let labels = inner.split(separator: ",").map { pair -> MetricFamily.Label in
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts.first ?? ""
      let value = parts.last?.filter { $0 != "\"" } ?? ""
      // OpenMetrics asks for a bucket's bound as a number with a fraction.
      let isWhole = name == "le" && Int(value) != nil
      return MetricFamily.Label(name: name, value: isWhole ? value + ".0" : value)
    }
    guard sample.hasSuffix("}"), !labels.isEmpty else { return nil }
    return (String(sample[..<brace]), labels)
  }
}
