import CivilTime

/// The next firings of a schedule in a zone, with their notes.
struct WhenAnswer: Hashable, Sendable {
  /// The number of firings that may be requested.
  static let counts = 1...1_000

  let schedule: WhenSchedule
  let zone: Zone
  /// The firings are strictly after this; in milliseconds since the Unix epoch.
  let start: Int64
  /// The number of firings that were requested.
  let count: Int
  /// Fewer than `count` when nothing more fires within the years that are searched.
  let firings: [WhenFiring]

  init(schedule: WhenSchedule, zone: Zone, start: Int64, count: Int) {
    self.schedule = schedule
    self.zone = zone
    self.start = start
    self.count = count
    let instants = Self.instants(schedule, zone, after: start, count: count)
    let changes = WhenChanges(schedule: schedule, zone: zone, instants: [start] + instants)
    firings = instants.enumerated().map { index, instant in
      let previous = index == 0 ? nil : instants[index - 1]
      return WhenFiring(
        number: index + 1, instant: instant, wallTime: zone.wallTime(at: instant),
        offsetSeconds: zone.offsetSeconds(at: instant),
        sincePrevious: previous.map { instant - $0 },
        notes: changes.notes(for: instant, after: previous ?? start))
    }
  }

  /// The message when there are fewer firings than requested; `nil` otherwise.
  var shortfall: String? {
    guard firings.count < count else { return nil }
    let last = firings.last?.instant ?? start
    return "'\(schedule.text)' \(firings.isEmpty ? "never fires" : "fires no more") within "
      + "\(CronExpression.horizonYears) years after \(ISO8601.text(last)): \(reason(after: last))"
  }

  /// Why nothing fires after an instant, and the remedy.
  private func reason(after instant: Int64) -> String {
    let isDateKnown = schedule.nextMatch(after: zone.wallTime(at: instant)) != nil
    return isDateKnown
      ? "all its times lie in gaps of the zone; choose others"
      : "no date fits; check the day of month and the month"
  }

  private static func instants(
    _ schedule: WhenSchedule, _ zone: Zone, after start: Int64, count: Int
  ) -> [Int64] {
    var instants: [Int64] = []
    while instants.count < count,
      let next = schedule.nextOccurrence(after: instants.last ?? start, in: zone)
    {
      instants.append(next)
    }
    return instants
  }
}
