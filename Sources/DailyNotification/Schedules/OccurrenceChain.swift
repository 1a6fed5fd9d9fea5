/// The occurrences of a schedule that follow one another, as far as they were asked for.
///
/// Which occurrence follows another depends only on the recurrence, the zone and the limit per day.
/// While these stay, a plan that slides by a day finds all but its last occurrence here.
struct OccurrenceChain: Sendable {
  private var schedule: Schedule
  /// The wall minute up to which the schedule is accounted for; nothing later is settled.
  private var settledMinute: Int64
  /// Each is followed by the next; accounted for or not.
  private var occurrences: [Occurrence] = []
  /// The place of the occurrence that was handed out last.
  private var place = 0

  /// How many occurrences are kept.
  static let occurrencesMax = 256

  /// An empty chain.
  init(_ schedule: Schedule) {
    self.schedule = schedule
    settledMinute = schedule.settled.wallMinute
  }

  /// Goes on for a schedule; one that fires otherwise begins anew.
  mutating func follow(_ schedule: Schedule) {
    if self.schedule === schedule { return }
    if !self.schedule.recursAlike(schedule) { occurrences.removeAll(keepingCapacity: true) }
    self.schedule = schedule
    settledMinute = schedule.settled.wallMinute
  }

  /// The occurrence after another that is not accounted for.
  mutating func unsettledOccurrence(after occurrence: Occurrence) -> Occurrence? {
    var next = self.occurrence(after: occurrence)
    while let later = next, later.wallMinute <= settledMinute, schedule.isSettled(later) {
      next = self.occurrence(after: later)
    }
    return next
  }

  /// The occurrence that follows another.
  private mutating func occurrence(after occurrence: Occurrence) -> Occurrence? {
    if place >= occurrences.count || occurrences[place] != occurrence { find(occurrence) }
    if place + 1 == occurrences.count {
      guard let next = schedule.occurrence(after: occurrence) else { return nil }
      occurrences.append(next)
    }
    place += 1
    return occurrences[place]
  }

  private mutating func find(_ occurrence: Occurrence) {
    guard let found = occurrences.firstIndex(of: occurrence),
      occurrences.count < OccurrenceChain.occurrencesMax
    else {
      occurrences.removeAll(keepingCapacity: true)
      occurrences.append(occurrence)
      place = 0
      return
    }
    place = found
  }
}

extension Schedule {
  /// Whether another schedule has the same occurrences, accounted for or not.
  fileprivate func recursAlike(_ other: Schedule) -> Bool {
    recurrence == other.recurrence && zone == other.zone && perDay == other.perDay
  }
}
