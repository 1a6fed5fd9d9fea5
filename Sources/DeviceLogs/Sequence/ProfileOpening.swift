/// Whether a log is one that a profile is meant for where nobody names it.
struct ProfileOpening {
  /// Whether the first line of the plugin was seen, and whether it is the wanted one.
  private var hasBegun = false
  private var isFirst = false
  /// Which of the other lines have been seen.
  private var seen: [Bool]

  init(_ profile: LogProfile) {
    seen = Array(repeating: false, count: profile.applies?.with.count ?? 0)
  }

  private(set) var isMet = true

  /// The one line that the log lacks to be such a log; nil where it lacks more, or nothing.
  func lacking(_ profile: LogProfile) -> LogEvent? {
    guard let applies = profile.applies, isFirst, seen.count(where: { !$0 }) == 1,
      let index = seen.firstIndex(of: false)
    else { return nil }
    return applies.with[index]
  }

  /// Looks at a line of the plugin; a hidden one may be any that it stands for.
  mutating func take(_ entry: LogEntry, _ profile: LogProfile) {
    guard let applies = profile.applies else { return }
    let events = entry.event.map { [$0] } ?? entry.events
    if !hasBegun {
      hasBegun = true
      isFirst = events.contains(where: applies.first.contains)
    }
    for (index, line) in applies.with.enumerated() where events.contains(line) {
      seen[index] = true
    }
    isMet = isFirst && seen.allSatisfy { $0 }
  }
}
