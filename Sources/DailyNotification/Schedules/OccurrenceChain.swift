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
  /// The place of the occurrence that was looked for last; a plan begins there.
  private var start = 0

  /// How many occurrences before the start are kept.
  static let passedMax = 64

  /// An empty chain.
  init(_ schedule: Schedule) {
    self.schedule = schedule
    settledMinute = schedule.settled.latest
  }

  /// Goes on for a schedule; one that fires otherwise begins anew.
  mutating func follow(_ schedule: Schedule) {
    if self.schedule === schedule { return }
    if !self.schedule.recursAlike(schedule) { restart() }
    self.schedule = schedule
    settledMinute = schedule.settled.latest
  }

  /// The occurrence at a place.
  subscript(place: Int) -> Occurrence { occurrences[place] }

  /// The place of an occurrence of the schedule, where a walk begins.
  mutating func place(of occurrence: Occurrence) -> Int {
    if start < occurrences.count, occurrences[start] == occurrence { return start }
    guard let found = occurrences.firstIndex(of: occurrence) else {
      restart()
      occurrences.append(occurrence)
      return start
    }
    start = found
    if start > OccurrenceChain.passedMax {
      occurrences.removeFirst(start)
      start = 0
    }
    return start
  }

  /// The place of the next occurrence that is not accounted for; nil when there is none.
  @inline(__always)
  mutating func place(after place: Int) -> Int? {
    let next = place + 1
    if next < occurrences.count, occurrences[next].wallMinute > settledMinute { return next }
    return find(from: next)
  }

  private mutating func find(from place: Int) -> Int? {
    var next = place
    while true {
      if next == occurrences.count {
        guard let later = schedule.occurrence(after: occurrences[next - 1]) else { return nil }
        occurrences.append(later)
      }
      let isAhead = occurrences[next].wallMinute > settledMinute
      if isAhead || !schedule.isSettled(occurrences[next]) { return next }
      next += 1
    }
  }

  private mutating func restart() {
    occurrences.removeAll(keepingCapacity: true)
    start = 0
  }
}

extension Schedule {
  /// Whether another schedule has the same occurrences, accounted for or not.
  func recursAlike(_ other: Schedule) -> Bool {
    let (rule, others) = (timetable.rule, other.timetable.rule)
    return rule === others
      || rule.recurrence == others.recurrence && rule.zone == others.zone
        && rule.perDay == others.perDay && rule.dateZone == others.dateZone
  }
}
