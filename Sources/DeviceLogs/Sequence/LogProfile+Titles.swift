import DailyNotification
import PlainText

extension LogLine {
  /// The line as documents show it: `[DNP-FETCH] BGTask completed (success=…)`.
  var title: String {
    // The table's own row says it with a placeholder.
    if self == .configureCalled { return "\(category.prefix) configure() called" }
    return "\(category.prefix) \(template.text { _ in "…" })"
  }
}

extension LogProfile.Step {
  /// The line, or the lines of which one is wanted.
  var title: String {
    // Two rows of the table can read alike.
    var titles: [String] = []
    for title in lines.map(\.title) where !titles.contains(title) { titles.append(title) }
    return titles.joined(separator: " or ")
  }

  /// How often it should come, in words.
  var countText: String {
    guard let countMax else { return "at least \(countMin)" }
    return countMin == countMax ? "\(countMin)" : "\(countMin) to \(countMax)"
  }
}

extension LogProfile.Timing {
  /// The bounds in words.
  var boundsText: String {
    switch (atLeastMilliseconds, atMostMilliseconds) {
    case (let least?, let most?) where least == most: DurationText.text(least, zero: "0s")
    case (let least?, let most?):
      "\(DurationText.text(least, zero: "0s")) to \(DurationText.text(most, zero: "0s"))"
    case (let least?, nil): "at least \(DurationText.text(least, zero: "0s"))"
    case (nil, let most): "at most \(DurationText.text(most ?? 0, zero: "0s"))"
    }
  }
}
