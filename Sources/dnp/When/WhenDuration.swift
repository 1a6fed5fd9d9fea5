/// Durations as scenarios write them: `1d1h`, `23h30m`.
enum WhenDuration {
  /// The days, hours, minutes and seconds that are not 0.
  static func text(_ milliseconds: Int64) -> String {
    let units: [(Int64, String)] = [
      (86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s"),
    ]
    var rest = milliseconds
    var text = ""
    for (length, unit) in units where rest >= length {
      text += "\(rest / length)\(unit)"
      rest %= length
    }
    return text.isEmpty ? "0s" : text
  }
}
