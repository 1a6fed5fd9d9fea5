import CivilTime
import DailyNotification

/// The notifications that were shown, as the plugin's lines tell.
struct Deliveries {
  /// A line that says so.
  private struct Shown {
    let owner: String
    /// What it was planned for, ms since the Unix epoch; earlier versions do not say.
    let planned: Int64?
    let time: LogTime?
    let number: Int
  }

  /// A notification that was shown before.
  struct Repeat {
    /// The line that says so.
    let number: Int
    /// Whether it cannot be another one.
    let isSure: Bool
  }

  /// How many lines are remembered; then the first one is forgotten.
  private static let shownMax = 256
  /// How soon after a notification another one of its schedule is the same.
  private static let soon: Int64 = 60_000
  /// How soon after the plugin's line the system refuses a notification.
  private static let refusal: Int64 = 2_000

  private var shown: [Shown] = []
  /// The kind of each schedule by its rows; nil where one name is that of several.
  private var kinds: [String: String?] = [:]
  /// The schedules that have followed the phone into another zone.
  private var moved: Set<String> = []
  /// The last line that plans something.
  private var plannedNumber = 0

  /// Takes in a line; returns what was shown before where it is shown again.
  ///
  /// - Parameter owner: Whose it is, where each is shown once.
  /// - Parameter isAwaited: Whether its schedule has any day without a line; nil without a row.
  mutating func take(
    _ entry: LogEntry, _ line: LogEvent, of owner: String?, isAwaited: Bool?
  ) -> Repeat? {
    if NextTask.isPlan(line) { plannedNumber = entry.number }
    note(entry, line)
    guard let owner, line == .line(.notificationDelivered), owner != LineTable.hidden.description
    else { return nil }
    let planned = entry.field("time").flatMap(ISO8601.parse)
    let told = Shown(owner: owner, planned: planned, time: entry.time, number: entry.number)
    let before = shown.last { $0.owner == owner && $0.planned == planned }
    if shown.count >= Deliveries.shownMax { shown.removeFirst() }
    shown.append(told)
    guard let before, kinds[owner] != .some(nil) else { return nil }
    if planned != nil { return Repeat(number: before.number, isSure: !moved.contains(owner)) }
    guard before.number > plannedNumber, let passed = Deliveries.passed(before.time, entry.time),
      (0...DailySeries.day &- DailySeries.shift).contains(passed), isAwaited == false
    else { return nil }
    return Repeat(number: before.number, isSure: passed <= Deliveries.soon)
  }

  /// What a line says of the schedules that share a name, or a time.
  private mutating func note(_ entry: LogEntry, _ line: LogEvent) {
    guard let owner = entry.field("id") else { return }
    if kinds.count >= Deliveries.shownMax { kinds.removeAll() }
    if moved.count >= Deliveries.shownMax { moved.removeAll() }
    if line == .line(.zoneFollowed) {
      moved.insert(owner)
    } else if line == .line(.schedulePersisted), let kind = entry.field("type") {
      let isOther = kinds[owner].map { $0 != kind } ?? false
      kinds.updateValue(isOther ? nil : kind, forKey: owner)
    }
  }

  /// What the system refused at once, though the plugin calls it delivered.
  func refuted(by evidence: [LogEvidence], _ profile: LogProfile) -> [LogFinding] {
    evidence.compactMap { refusal in
      guard refusal.line.refutes, refusal.line.explains.contains(profile.name) else { return nil }
      let told = shown.last { line in
        line.number < refusal.number
          && Deliveries.passed(line.time, refusal.time).map(
            (0...Deliveries.refusal).contains) == true
      }
      return told.map { told in
        LogFinding(
          kind: .forbidden, severity: refusal.isSure ? .error : .warning,
          text: "the plugin calls it delivered, and the system refused it: \(refusal.words)",
          number: told.number, step: nil, pass: 0)
      }
    }
  }

  /// The time between two lines; nil where it is not known.
  private static func passed(_ from: LogTime?, _ to: LogTime?) -> Int64? {
    guard let from, let to else { return nil }
    return TimingValue.elapsed(from: from.milliseconds, to: to.milliseconds)
  }
}
