import DailyNotification

/// One metric with all its samples.
struct MetricFamily: Hashable {
  /// One value.
  struct Sample: Hashable {
    /// What follows the family's name: `_bucket`, `_sum`, `_count` or nothing.
    var suffix = ""
    /// Names and values, in order.
    var labels: [Label] = []
    /// The value as it is written.
    let value: String
  }

  /// A label with its value.
  struct Label: Hashable {
    let name: String
    let value: String
  }

  /// The name as samples have it; that of a counter ends in `_total`.
  let name: String
  let kind: MetricKind
  let help: String
  var samples: [Sample] = []

  /// The unit that the name ends in.
  var unit: String? {
    name.hasSuffix("_seconds") || name.hasSuffix("_seconds_total") ? "seconds" : nil
  }
}
