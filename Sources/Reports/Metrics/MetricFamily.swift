import DailyNotification

/// A metric with all its samples.
struct MetricFamily: Hashable {
  /// A sample.
  struct Sample: Hashable {
    /// The suffix of the family's name: `_bucket`, `_sum`, `_count` or empty.
    var suffix = ""
    /// Names and values, in order.
    var labels: [Label] = []
    /// The value as it is printed.
    let value: String
  }

  /// A label with its value.
  struct Label: Hashable {
    let name: String
    let value: String
  }

  /// The name in samples; that of a counter ends in `_total`.
  let name: String
  let kind: MetricKind
  let help: String
  var samples: [Sample] = []

  /// The unit at the end of the name; nil without one.
  var unit: String? {
    name.hasSuffix("_seconds") || name.hasSuffix("_seconds_total") ? "seconds" : nil
  }
}
