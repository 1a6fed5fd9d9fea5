/// The timings of lines that belong together by a field, as the id of a schedule.
struct OwnerTimings {
  /// A time that a line has named, and of whom; nil where it does not say.
  private struct Named {
    let owner: String?
    let value: TimingValue
  }

  /// A time out of bounds, until the lines after it show that something else was planned by then.
  private struct Suspect {
    let index: Int
    let owner: String?
    let value: TimingValue
    let time: LogTime?
  }

  /// How many times are followed in each timing; then the first one is forgotten.
  private static let namedMax = 256
  /// How long after a line its entry may still say what has changed before it.
  private static let entryMilliseconds: Int64 = 1_000
  /// How much older than the one before a line may be without the clock having been set back.
  private static let disorderMax: Int64 = 600_000

  /// How far from a time that was named a line may be for a change of the clocks to explain it.
  private static let exactMilliseconds: Int64 = 180_000

  private var clockChanges = ClockChanges()
  /// What each timing's lines have named and nothing has ended, in order.
  private var named: [[Named]]
  /// Whether a line of the timing has said whose it is.
  private var knowsOwners: [Bool]
  private var suspects: [Suspect] = []
  private var lastTime: LogTime?

  init(_ profile: LogProfile) {
    named = Array(repeating: [], count: profile.timings.count)
    knowsOwners = Array(repeating: false, count: profile.timings.count)
  }

  /// Takes in a line: what it names begins a timing, and what it reports ends one.
  ///
  /// Each time that is named is compared once, with the first line that ends it.
  mutating func take(
    _ entry: LogEntry, _ line: LogEvent, _ profile: LogProfile, _ tally: inout SequenceTally
  ) {
    guard profile.timings.contains(where: { $0.per != nil }) else { return }
    let passed = OwnerTimings.passed(from: lastTime, to: entry.time)
    if passed < -OwnerTimings.disorderMax { withdraw() }
    lastTime = entry.time ?? lastTime
    judge(at: entry.time, profile, &tally)
    for (index, timing) in profile.timings.enumerated() {
      guard let per = timing.per else { continue }
      if timing.to.line == line { end(entry, line, timing, per, index, &tally) }
      let from = timing.from.first { $0.line == line }
      if let from { name(entry, line, from, per, index) }
    }
  }

  /// A call has taken back what was named, nobody knows of whom; or the clock was set back.
  mutating func withdraw() {
    for index in named.indices { named[index].removeAll() }
  }

  /// The end of the log: nothing speaks for what is out of bounds any more.
  mutating func finish(_ profile: LogProfile, _ tally: inout SequenceTally) {
    judge(at: nil, profile, &tally)
  }

  /// What is named takes the place of what its owner had named before and is not due yet.
  private mutating func name(
    _ entry: LogEntry, _ line: LogEvent, _ from: LogProfile.Reference, _ per: String, _ index: Int
  ) {
    let owner = entry.field(per)
    if owner != nil { knowsOwners[index] = true }
    suspects.removeAll { $0.index == index && $0.owner == owner }
    named[index].removeAll { before in
      guard before.owner == owner else { return false }
      // What is due may still be shown late, after its schedule has got another time.
      guard case .milliseconds(let due, _) = before.value, let time = entry.time, time.isAbsolute
      else { return true }
      return due > time.milliseconds
    }
    if named[index].count >= OwnerTimings.namedMax { named[index].removeFirst() }
    let value = SequencePass.Occurrence(entry, line).value(of: from.field, isSeconds: false)
    named[index].append(Named(owner: owner, value: value))
  }

  private mutating func end(
    _ entry: LogEntry, _ line: LogEvent, _ timing: LogProfile.Timing, _ per: String, _ index: Int,
    _ tally: inout SequenceTally
  ) {
    let owner = knowsOwners[index] ? entry.field(per) : nil
    let place = named[index].firstIndex { $0.owner == owner }
    guard let place else { return }
    let start = named[index].remove(at: place)
    let end = SequencePass.Occurrence(entry, line).value(of: timing.to.field, isSeconds: false)
    let value: TimingValue =
      switch (start.value, end) {
      case (.milliseconds(let early, _), .milliseconds(let late, let number)):
        .milliseconds(TimingValue.elapsed(from: early, to: late), number: number)
      case (.milliseconds, .absent), (.milliseconds, .hidden), (.milliseconds, .unplaced): end
      case (.absent, _), (.hidden, _), (.unplaced, _): start.value
      }
    if case .milliseconds(let elapsed, _) = value, timing.isBroken(by: elapsed) {
      suspects.append(Suspect(index: index, owner: owner, value: value, time: entry.time))
    } else {
      tally.judge(timing, index, value, pass: 0)
    }
  }

  /// Judges what the lines up to a time have not explained.
  private mutating func judge(
    at time: LogTime?, _ profile: LogProfile, _ tally: inout SequenceTally
  ) {
    guard !suspects.isEmpty else { return }
    let ripe = suspects.filter { suspect in
      time == nil
        || OwnerTimings.passed(from: suspect.time, to: time) > OwnerTimings.entryMilliseconds
    }
    suspects.removeFirst(ripe.count)
    for suspect in ripe {
      let timing = profile.timings[suspect.index]
      tally.judge(
        timing, suspect.index, suspect.value, pass: 0, doubt: doubt(suspect, timing))
    }
  }

  /// The words for a time that is right once the clocks have changed; nil where they have not.
  private mutating func doubt(_ suspect: Suspect, _ timing: LogProfile.Timing) -> String? {
    // Only the line's own time is read by the offset.
    guard timing.to.field == LogProfile.Reference.at,
      timing.from.allSatisfy({ $0.field != LogProfile.Reference.at }),
      case .milliseconds(let elapsed, _) = suspect.value
    else { return nil }
    return clockChanges.explanation(suspect.time) { change in
      let moved = elapsed &+ change
      return !timing.isBroken(by: moved) && abs(moved) <= OwnerTimings.exactMilliseconds
    }
  }

  /// The time between two lines; 0 where it is not known.
  private static func passed(from: LogTime?, to: LogTime?) -> Int64 {
    guard let from, let to, from.isAbsolute, to.isAbsolute else { return 0 }
    return TimingValue.elapsed(from: from.milliseconds, to: to.milliseconds)
  }
}

extension LogProfile.Timing {
  /// Whether a time is out of its bounds.
  fileprivate func isBroken(by milliseconds: Int64) -> Bool {
    if let atLeastMilliseconds, milliseconds < atLeastMilliseconds { return true }
    return atMostMilliseconds.map { milliseconds > $0 } ?? false
  }
}
