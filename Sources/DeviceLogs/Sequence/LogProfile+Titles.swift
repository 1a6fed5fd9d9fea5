import DailyNotification
import PlainText

extension LogLine {
  /// The line as documentation shows it: `[DNP-FETCH] BGTask completed (success=…)`.
  var title: String {
    // The table's own row has a placeholder here.
    if self == .configureCalled { return "\(category.prefix) configure() called" }
    return "\(category.prefix) \(template.text { _ in "…" })"
  }
}

extension LogEvent {
  /// The line as documentation shows it.
  var title: String {
    switch self {
    case .line(let line): line.title
    case .dialect(let event): event.wording
    }
  }

  /// The wording with the names of its fields.
  var wording: String {
    switch self {
    case .line(let line): line.template.description
    case .dialect(let event): event.wording
    }
  }
}

extension LogProfile.Step {
  /// The line, or the alternatives for it.
  var title: String {
    // Two rows of the table can have the same text.
    var titles: [String] = []
    for title in lines.map(\.title) where !titles.contains(title) { titles.append(title) }
    return titles.joined(separator: " or ")
  }

  /// How often it should occur, as words.
  var countText: String {
    guard let countMax else { return "at least \(countMin)" }
    return countMin == countMax ? "\(countMin)" : "\(countMin) to \(countMax)"
  }
}

extension LogProfile.Timing {
  /// The limits as words.
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
