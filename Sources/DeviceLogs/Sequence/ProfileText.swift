import DailyNotification

extension LogLine {
  /// The line as documents show it: `[DNP-FETCH] BGTask completed (success=…)`.
  var title: String {
    // The table's own row says it with a placeholder.
    if self == .configureCalled { return "\(category.prefix) configure() called" }
    var text = ""
    var isInside = false
    for character in template.description {
      switch character {
      case "{":
        isInside = true
        text += "…"
      case "}": isInside = false
      default: if !isInside { text.append(character) }
      }
    }
    return "\(category.prefix) \(text)"
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
    case (let least?, let most?) where least == most: DurationWords.text(least)
    case (let least?, let most?): "\(DurationWords.text(least)) to \(DurationWords.text(most))"
    case (let least?, nil): "at least \(DurationWords.text(least))"
    case (nil, let most): "at most \(DurationWords.text(most ?? 0))"
    }
  }
}

/// Durations as text: `1h5m`, `-90s` as `-1m30s`, `0s`.
enum DurationWords {
  static func text(_ milliseconds: Int64) -> String {
    var rest = milliseconds.magnitude
    if rest == 0 { return "0s" }
    var text = milliseconds < 0 ? "-" : ""
    for (unit, length) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000)] {
      let count = rest / UInt64(length)
      if count > 0 { text += "\(count)\(unit)" }
      rest %= UInt64(length)
    }
    return rest > 0 ? text + "\(rest)ms" : text
  }
}
