/// What explains lines that should not occur: other lines near them, before or after.
struct Explanations {
  /// A line of the log, with how many of the plugin's came before it.
  private struct Place {
    let number: Int
    let position: Int
    let time: LogTime?

    /// Whether two lines are near: in time, or where the log has none to compare, in the log.
    func isNear(_ other: Place, within milliseconds: Int64) -> Bool {
      guard let time, let otherTime = other.time, time.isAbsolute, otherTime.isAbsolute else {
        return other.position - position <= Explanations.linesMax
      }
      let elapsed = TimingValue.elapsed(from: time.milliseconds, to: otherTime.milliseconds)
      return (-milliseconds...milliseconds).contains(elapsed)
    }
  }

  /// A finding that a line explains.
  struct Explained {
    /// The line of the finding, and the rule that made it, as an index.
    let number: Int
    let rule: Int
    /// The line that explains it.
    let by: Int
  }

  /// How many of the plugin's lines two lines without times may be apart.
  static let linesMax = 20
  /// How many findings of a rule wait for an explanation; then it forgets the first.
  private static let waitingMax = 256

  private var position = 0
  /// For each rule, the last line that explains something.
  private var latest: [Place?]
  /// For each rule, the findings without an explanation so far.
  private var waiting: [[Place]]

  init(_ profile: LogProfile) {
    latest = Array(repeating: nil, count: profile.never.count)
    waiting = Array(repeating: [], count: profile.never.count)
  }

  /// Takes a line of the plugin; returns the earlier findings that it explains.
  mutating func take(
    _ entry: LogEntry, _ line: LogEvent, _ profile: LogProfile
  ) -> [Explained] {
    position += 1
    var explained: [Explained] = []
    for (index, never) in profile.never.enumerated()
    where never.explainedBy.contains(where: { $0.holds(entry, line) }) {
      let place = Place(number: entry.number, position: position, time: entry.time)
      latest[index] = place
      for finding in waiting[index] where finding.isNear(place, within: never.withinMilliseconds) {
        explained.append(Explained(number: finding.number, rule: index, by: entry.number))
      }
      waiting[index].removeAll()
    }
    return explained
  }

  /// The line that explains a finding; nil where none did so far.
  mutating func explanation(
    of entry: LogEntry, rule index: Int, _ never: LogProfile.Never
  ) -> Int? {
    guard !never.explainedBy.isEmpty else { return nil }
    let place = Place(number: entry.number, position: position, time: entry.time)
    if let latest = latest[index], latest.isNear(place, within: never.withinMilliseconds) {
      return latest.number
    }
    if waiting[index].count >= Explanations.waitingMax { waiting[index].removeFirst() }
    waiting[index].append(place)
    return nil
  }
}
