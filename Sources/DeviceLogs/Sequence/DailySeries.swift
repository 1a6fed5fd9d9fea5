/// The days on which a schedule fires, from the first one that a log names.
///
/// A day is 24 hours; a change of the clocks moves an occurrence by an hour at most, which every
/// comparison allows.
struct DailySeries {
  /// An occurrence of which nothing is known yet, or that was settled.
  struct Day {
    /// How many days after the first.
    let index: Int64
    var isSettled = false
    /// The first line of the plugin after it was overdue.
    var firstLineAfter: Int64?
    /// Whether nothing was written for more than a day before that: it may be two logs, or of a
    /// phone that was off.
    var isAfterSilence = false
  }

  static let day: Int64 = 86_400_000
  /// How far a change of the clocks can move an occurrence.
  static let shift: Int64 = 3_600_000
  /// How much before its time an occurrence may be shown.
  static let early: Int64 = 180_000
  /// How many days are looked at together: after a longer silence only the last ones.
  static let daysMax = 64

  /// The first occurrence, ms since the Unix epoch.
  let first: Int64
  /// The line that names it.
  let number: Int
  /// The rule that it is of.
  let rule: Int
  /// Whether the row says that it repeats.
  let isDeclared: Bool
  let grace: Int64
  /// Whether the log has shown it on two days in a row.
  private(set) var isProven = false
  /// Whether nothing has taken it back.
  private(set) var isArmed = true
  private(set) var days: [Day] = []
  private var nextIndex: Int64 = 0
  /// The last day of which a line was written in time.
  private var lastInTime: Int64?
  /// The days for which a prefetch was planned.
  private var announced: [Int64] = []

  init(first: Int64, number: Int, rule: Int, isDeclared: Bool, grace: Int64) {
    (self.first, self.number, self.rule) = (first, number, rule)
    (self.isDeclared, self.grace) = (isDeclared, grace)
  }

  /// When a day's occurrence is due, by the clock of the first day.
  func due(_ index: Int64) -> Int64 { first &+ index &* DailySeries.day }

  /// From when on an occurrence is overdue.
  func deadline(_ index: Int64) -> Int64 { due(index) &+ DailySeries.shift &+ grace }

  /// Whether the log shows that a day's occurrence was to be shown.
  func isCertain(_ index: Int64) -> Bool { isProven || announced.contains(index) }

  /// Whether it fires each day.
  var isDaily: Bool { isArmed && (isDeclared || isProven) }

  /// Whether a day that has begun has no line yet.
  var hasOpenDay: Bool { days.contains { !$0.isSettled } }

  /// When the days after the first were due that a log ending at a time may still have lines of.
  func justDue(at time: Int64) -> [Int64] {
    guard isDaily else { return [] }
    return days.filter { day in
      !day.isSettled && day.index > 0 && due(day.index) <= time && time <= deadline(day.index)
    }.map { due($0.index) }
  }

  /// Takes in the days that have begun by a time.
  ///
  /// - Parameter isLine: Whether the plugin has written a line at that time.
  /// - Parameter isAfterSilence: Whether nothing was written for more than a day before that line.
  mutating func open(through time: Int64, isLine: Bool, isAfterSilence: Bool = false) {
    let begun = time &- first &+ DailySeries.shift &+ DailySeries.early
    guard begun >= 0 else { return }
    let newest = begun / DailySeries.day
    nextIndex = max(nextIndex, newest &- Int64(DailySeries.daysMax) &+ 1)
    while nextIndex <= newest {
      days.append(Day(index: nextIndex))
      nextIndex += 1
    }
    if days.count > DailySeries.daysMax { days.removeFirst(days.count - DailySeries.daysMax) }
    guard isLine else { return }
    for place in days.indices
    where days[place].firstLineAfter == nil && deadline(days[place].index) < time {
      days[place].firstLineAfter = time
      days[place].isAfterSilence = isAfterSilence
    }
  }

  /// What was due before a time is not looked at: the line that names the first day came later.
  mutating func leaveOut(before time: Int64) {
    guard time > first else { return }
    nextIndex = max(nextIndex, (time &- first &+ DailySeries.day &- 1) / DailySeries.day)
  }

  /// The clock was set back: what came before is not looked at any more.
  mutating func forgetDays() {
    days = []
    lastInTime = nil
  }

  /// A line about the schedule: it is of the last day that nothing is known of.
  ///
  /// A line before a day's time is of the day before, which the plugin learns of when it fetches;
  /// only where that is settled, it was shown early or the clocks were changed.
  mutating func settle(at time: Int64) {
    let place =
      days.lastIndex { !$0.isSettled && due($0.index) <= time && isLatest($0, at: time) }
      ?? days.lastIndex { !$0.isSettled && due($0.index) &- DailySeries.early <= time }
      ?? days.lastIndex {
        !$0.isSettled && due($0.index) &- DailySeries.shift &- DailySeries.early <= time
      }
    guard let place else { return }
    days[place].isSettled = true
    noteShown(days[place].index, at: time)
  }

  /// A line about the occurrence of a day, which it names by its planned time.
  mutating func settle(planned: Int64, at time: Int64, isShown: Bool) {
    let index = index(of: planned)
    for place in days.indices where days[place].index == index { days[place].isSettled = true }
    if isShown { noteShown(index, at: time) }
  }

  /// The day of a planned time, which changes of the clocks and of zone move by less than half one.
  private func index(of planned: Int64) -> Int64 {
    let half = planned &- first &+ DailySeries.day / 2
    return half >= 0 ? half / DailySeries.day : -1
  }

  /// What is shown in time on two days in a row fires each day.
  private mutating func noteShown(_ index: Int64, at time: Int64) {
    guard index >= 0, time <= deadline(index) else { return }
    if let lastInTime, lastInTime == index - 1 {
      isProven = true
      isArmed = true
    }
    lastInTime = index
  }

  /// Whether a day is the last one whose time has come.
  private func isLatest(_ day: Day, at time: Int64) -> Bool {
    time < due(day.index) &+ DailySeries.day
  }

  /// Lines about the occurrences of a stretch of time.
  mutating func settle(from: Int64, through: Int64) {
    for place in days.indices {
      let due = due(days[place].index)
      if due >= from &- DailySeries.shift, due <= through &+ DailySeries.shift {
        days[place].isSettled = true
      }
    }
  }

  /// Nothing is known, or needs to be known, of the occurrence of a time.
  mutating func setSettled(_ isSettled: Bool, at time: Int64) {
    for place in days.indices
    where abs(due(days[place].index) &- time) <= DailySeries.shift {
      days[place].isSettled = isSettled
    }
  }

  /// A prefetch was planned; it is for an occurrence within the next hours.
  mutating func announce(_ date: Int64) {
    let ahead = date &- first &+ DailySeries.day
    guard ahead >= 0 else { return }
    let index = ahead / DailySeries.day
    guard due(index) &- date <= DailySeries.leadMax, !announced.contains(index) else { return }
    announced.append(index)
    if announced.count > DailySeries.daysMax { announced.removeFirst() }
  }

  /// How much before a notification its prefetch may be planned.
  private static let leadMax: Int64 = 3 * 3_600_000

  /// A call has taken the schedule back, perhaps; a log that shows it again proves that it has not.
  mutating func withdraw() {
    isArmed = false
    isProven = false
    forgetDays()
  }

  /// Takes out the days that are overdue, of which the plugin has written nothing since.
  ///
  /// - Parameter time: When the log goes on at least until; nil at its end.
  mutating func takeOverdue(at time: Int64, isEnd: Bool) -> [Day] {
    let overdue = days.filter { day in
      guard !day.isSettled, day.index > 0, deadline(day.index) < time else { return false }
      if let first = day.firstLineAfter, first < due(day.index + 1) &- DailySeries.early {
        return isEnd || first &+ DailySeries.accounting < time
      }
      // A line written after the next day's time may be of this one: what follows decides.
      let next = days.first { $0.index == day.index + 1 }
      if isEnd { return next?.isSettled != true || deadline(day.index + 1) < time }
      return next?.firstLineAfter.map { $0 &+ DailySeries.accounting < time } ?? false
    }
    if !overdue.isEmpty {
      days.removeAll { day in overdue.contains { $0.index == day.index } }
    }
    // What is settled matters only while lines about other days may follow.
    if let settled = days.firstIndex(where: { !$0.isSettled }), settled > 2 {
      days.removeFirst(settled - 2)
    }
    return isDaily ? overdue : []
  }

  /// How long the plugin may take, once it runs, until it has written what happened meanwhile.
  private static let accounting: Int64 = 600_000
}
