/// The plan that the latest re-planning has carried out, with the pending request of each entry.
///
/// A later re-planning goes on from here while nothing has happened but that the system showed what
/// came due and that requests were added or removed by the window itself: the entries of schedules
/// that have moved on are replaced, and the window is filled again from where the merge stopped.
/// Everything that can tell the two apart is compared each time: the whole pending list, by the
/// identity of its requests, and every schedule. Where something else has changed, there is no plan
/// to go on from, and one is made anew.
struct StandingPlan: Sendable {
  /// One planned request that does not repeat.
  struct Entry: Sendable {
    let schedule: Int
    let occurrence: Occurrence
    /// The pending request that was made for it; nil while it has none.
    fileprivate(set) var request: NotificationRequest?
    /// Whether the request shows the schedule's default text, as it is now.
    fileprivate(set) var isDefault = false
  }

  /// The next occurrence of every schedule, in their order, then the reserves by their times.
  private(set) var entries: [Entry]
  /// What is armed of each schedule.
  private(set) var armed: [ArmedSchedule]
  /// The schedules that are planned.
  private var schedules: [Schedule]
  /// Of each schedule the first occurrence that has no entry; nil when there is none.
  var following: [Occurrence?]
  /// The wall time at which it was followed last, in ms since the Unix epoch: since then the next
  /// occurrences are those that were found.
  private var followedAt = Int64.max
  /// The earliest next occurrence as it was followed last, in ms since the Unix epoch.
  private var nearestNext = Int64.min
  /// The pending list as it was left or read last.
  private var pending: [NotificationRequest] = []
  /// How many entries have a request.
  private(set) var requestCount = 0
  /// Requests in `pending` that stand for no entry: replaced, or being removed.
  ///
  /// No more than are pending.
  private(set) var leaving: [NotificationRequest] = []

  /// Keeps a plan that was carried out; nil for one with entries that cannot be gone on from.
  ///
  /// `readings`: those of the pending list that it has led to.
  init?(
    _ plan: RequestPlan, _ schedules: [Schedule], _ readings: RequestReadings,
    _ pending: [NotificationRequest], rules: ContentRules
  ) {
    let count = schedules.count
    guard !plan.hasLeftAlone, plan.requests.count >= count,
      plan.requests.count <= RequestWindowLimits.plannedMax,
      schedules.allSatisfy({ $0.isPlannedInOrder && !$0.isSkippedWithoutContent(rules) })
    else { return nil }
    entries = []
    entries.reserveCapacity(RequestWindowLimits.plannedMax + 1)
    var last: [Occurrence] = []
    for index in plan.requests.indices {
      let planned = plan.requests[index]
      guard !planned.isRepeating, planned.name == (index < count ? .next : .reserve),
        index >= count || planned.schedule == index
      else { return nil }
      if index < count {
        last.append(planned.occurrence)
      } else {
        last[planned.schedule] = planned.occurrence
      }
      entries.append(Entry(schedule: planned.schedule, occurrence: planned.occurrence))
    }
    self.schedules = schedules
    following = schedules.indices.map { schedules[$0].unsettled(after: last[$0]) }
    armed = [ArmedSchedule](repeating: ArmedSchedule(), count: count)
    var hint = 0
    for index in entries.indices {
      guard let place = readings.index(of: planned(index), from: hint) else { continue }
      hint = place + 1
      let reading = readings.list[place]
      guard reading.hasTrigger(for: entries[index].occurrence),
        index < count || reading.hasDefaultContent
      else { return nil }
      entries[index].request = pending[place]
      entries[index].isDefault = reading.isDefault
      requestCount += 1
    }
    self.pending = pending
  }

  /// The number of next occurrences: the reserves stand after them.
  var nextCount: Int { schedules.count }

  /// The place of the first reserve that has no request, `entries.count` when each has one.
  ///
  /// Mostly the last ones have none.
  var firstLackingReserve: Int {
    var count = entries.count - requestCount
    for index in 0..<nextCount where entries[index].request == nil { count -= 1 }
    var index = entries.count
    while count > 0, index > nextCount {
      index -= 1
      if entries[index].request == nil { count -= 1 }
    }
    return index
  }

  /// An entry as it is planned.
  func planned(_ index: Int) -> PlannedRequest {
    PlannedRequest(
      schedule: entries[index].schedule, occurrence: entries[index].occurrence,
      name: index < nextCount ? .next : .reserve)
  }

  // MARK: The pending list

  /// Whether a pending list has the very requests that were left or read last.
  func holds(_ list: [NotificationRequest]) -> Bool {
    pending.count == list.count && pending.firstDifference(list, from: 0) == list.count
  }

  /// Whether a pending list is the one that was left or read last.
  func isOf(_ list: [NotificationRequest]) -> Bool {
    guard pending.count == list.count else { return false }
    let first = pending.firstDifference(list, from: 0)
    for index in first..<list.count where pending[index] != list[index] { return false }
    return true
  }

  /// Reads the whole pending list: what has gone from it stands for no entry any more.
  ///
  /// False when it holds something new.
  mutating func read(_ list: [NotificationRequest]) -> Bool {
    var index = pending.firstDifference(list, from: 0)
    while index < pending.count {
      let gone = pending.remove(at: index)
      forget(gone)
      index = pending.firstDifference(list, from: index)
    }
    if index == list.count { return true }
    while index < list.count {
      pending.append(list[index])
      index += 1
    }
    return false
  }

  /// Takes a request that is no longer pending from its entry, if one has it.
  private mutating func forget(_ gone: NotificationRequest) {
    for place in leaving.indices where leaving[place] === gone {
      leaving.remove(at: place)
      return
    }
    // Mostly a next occurrence was shown: those stand first.
    for index in entries.indices where entries[index].request === gone {
      release(index)
      return
    }
  }

  /// Checks that the requests added since the last read, `count` of them, stand at the end of the
  /// list.
  ///
  /// Otherwise the whole list is read. The next re-planning compares the whole list in any case.
  mutating func readBack(_ list: [NotificationRequest], added count: Int) {
    var isKept = list.count == pending.count && count <= list.count
    var index = list.count - count
    while isKept, index < list.count {
      isKept = list[index] === pending[index]
      index += 1
    }
    if !isKept { _ = read(list) }
  }

  /// Notes the request that was added in place of an entry's, which stands at a place of the list.
  ///
  /// If the system has not kept it, reading back releases the entries of all that follow, so that
  /// the next plan is made anew.
  mutating func note(_ request: NotificationRequest, for entry: Int, replacing index: Int) {
    pending.remove(at: index)
    pending.append(request)
    entries[entry].request = request
    entries[entry].isDefault = schedules[entries[entry].schedule].isDefault(request.content)
  }

  /// Notes the request that was added for an entry; it stands at the end of the list.
  mutating func note(_ request: NotificationRequest, for index: Int) {
    pending.append(request)
    if let replaced = entries[index].request {
      leaving.append(replaced)
    } else {
      requestCount += 1
      markListChanged(by: index)
    }
    entries[index].request = request
    entries[index].isDefault = schedules[entries[index].schedule].isDefault(request.content)
  }

  /// An entry has a request now: what is armed of its schedule is another list.
  private mutating func markListChanged(by index: Int) {
    let place = entries[index].schedule
    // The last reserve comes after all that is armed.
    if armed[place].number != 0, index >= nextCount, index == entries.count - 1 {
      armed[place].entries.append(ArmedOccurrence(entries[index].occurrence))
      armed[place].number = StandingPlan.unnumbered
    } else {
      armed[place].number = 0
    }
  }

  private mutating func release(_ index: Int) {
    entries[index].request = nil
    requestCount -= 1
    armed[entries[index].schedule].number = 0
  }

  // MARK: Going on

  /// Whether it was made for schedules that have not changed since.
  func stands(for schedules: [Schedule]) -> Bool {
    guard schedules.count == self.schedules.count else { return false }
    for place in schedules.indices where schedules[place] !== self.schedules[place] {
      guard schedules[place].isPlannedAlike(self.schedules[place]) else { return false }
    }
    return true
  }

  /// Whether each schedule of a kind has a request for what comes next.
  ///
  /// Belongs after `stands`, for the same schedules.
  func hasRequests(forNextOf kind: ScheduleKind, _ schedules: [Schedule], now: Int64) -> Bool {
    for place in schedules.indices where schedules[place].kind == kind {
      guard entries[place].request != nil,
        schedules[place].nextOccurrence(after: now) == entries[place].occurrence
      else { return false }
    }
    return true
  }

  /// Moves on to the schedules as they are now, and returns how many reserves give way to a next
  /// occurrence's own request: the last ones of `leaving`.
  ///
  /// Nil when a plan has to be made anew: the pending list holds what no entry has asked for, a
  /// schedule has changed in itself, or its next occurrence is another one than its first reserve.
  mutating func follow(_ schedules: [Schedule], now: Int64, rules: ContentRules) -> Int? {
    guard schedules.count == self.schedules.count, requestCount == pending.count else {
      return nil
    }
    let isLater = followedAt <= now
    followedAt = now
    // Mostly nothing has moved on since.
    if isLater, nearestNext > now + RequestWindowLimits.settledMilliseconds,
      !rules.isDualSkippedWithoutContent,
      schedules.firstDifference(self.schedules, from: 0) == schedules.count
    {
      fill()
      return 0
    }
    let leavingBefore = leaving.count
    for place in schedules.indices {
      if isLater, schedules[place] === self.schedules[place],
        entries[place].occurrence.time > now + RequestWindowLimits.settledMilliseconds,
        !schedules[place].isSkippedWithoutContent(rules)
      {
        continue
      }
      if schedules[place] !== self.schedules[place] {
        guard schedules[place].isPlannedAlike(self.schedules[place]) else { return nil }
        self.schedules[place] = schedules[place]
      }
      guard !schedules[place].isSkippedWithoutContent(rules),
        let next = schedules[place].nextOccurrence(after: now),
        next.time > now + RequestWindowLimits.settledMilliseconds
      else { return nil }
      if entries[place].occurrence == next { continue }
      guard entries[place].request == nil, let reserve = firstReserve(of: place),
        entries[reserve].occurrence == next
      else { return nil }
      if let request = entries[reserve].request {
        leaving.append(request)
        release(reserve)
      }
      entries.remove(at: reserve)
      entries[place] = Entry(schedule: place, occurrence: next)
      armed[place].number = 0
    }
    nearestNext = .max
    for place in 0..<nextCount {
      nearestNext = min(nearestNext, entries[place].occurrence.time)
    }
    fill()
    return leaving.count - leavingBefore
  }

  private func firstReserve(of place: Int) -> Int? {
    var index = nextCount
    while index < entries.count, entries[index].schedule != place { index += 1 }
    return index < entries.count ? index : nil
  }

  /// Fills the window: nearest first, shared between the schedules.
  private mutating func fill() {
    while entries.count < RequestWindowLimits.plannedMax {
      var nearest = -1
      var earliest = Int64.max
      for place in following.indices {
        if let occurrence = following[place], occurrence.time < earliest {
          (nearest, earliest) = (place, occurrence.time)
        }
      }
      guard nearest >= 0, let occurrence = following[nearest] else { return }
      entries.append(Entry(schedule: nearest, occurrence: occurrence))
      following[nearest] = schedules[nearest].unsettled(after: occurrence)
    }
  }

  // MARK: What is armed

  /// The number of a list that is right and has none of its own yet.
  private static let unnumbered = -1

  /// Writes down what is armed of the schedules of which that has changed.
  ///
  /// `number`: the latest number that was given to a list; it goes on from there.
  mutating func listArmed(_ number: inout Int) {
    for place in armed.indices where armed[place].number <= 0 {
      number += 1
      if armed[place].number == StandingPlan.unnumbered {
        armed[place].number = number
        continue
      }
      var list: [ArmedOccurrence] = []
      list.reserveCapacity(armed[place].entries.count + 1)
      if entries[place].request != nil { list.append(ArmedOccurrence(entries[place].occurrence)) }
      entries.withUnsafeBufferPointer { entries in
        guard let first = entries.baseAddress else { return }
        for index in nextCount..<entries.count
        where first[index].schedule == place && first[index].request != nil {
          list.append(ArmedOccurrence(first[index].occurrence))
        }
      }
      armed[place] = ArmedSchedule(entries: list, number: number)
    }
  }
}

extension Array where Element: AnyObject {
  /// The first place from one on at which another list has not the same object.
  @inline(__always)
  fileprivate func firstDifference(_ other: [Element], from start: Int) -> Int {
    let count = Swift.min(count, other.count)
    return withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
        // References are compared as words.
        return Words.firstDifference(
          left.assumingMemoryBound(to: Int.self), right.assumingMemoryBound(to: Int.self),
          from: start, count: count)
      }
    }
  }
}

/// Compares lists of machine words.
private enum Words {
  /// The first place from one on at which two lists of a count differ; compared eight at a time.
  @inline(never)
  static func firstDifference(
    _ left: UnsafePointer<Int>, _ right: UnsafePointer<Int>, from start: Int, count: Int
  ) -> Int {
    var index = start
    while index &+ 8 <= count {
      var difference = 0
      for offset in 0..<8 { difference |= left[index &+ offset] ^ right[index &+ offset] }
      if difference != 0 { break }
      index &+= 8
    }
    while index < count, left[index] == right[index] { index &+= 1 }
    return index
  }
}

extension ArmedOccurrence {
  /// An occurrence that has its request.
  fileprivate init(_ occurrence: Occurrence) {
    self.init(wallMinute: occurrence.wallMinute, plannedTime: occurrence.time)
  }
}

extension Schedule {
  /// Whether its occurrences are planned one after another, each with a request of its own.
  fileprivate var isPlannedInOrder: Bool {
    !hasRepeatingRequest && !isOnce && settled.beyond.isEmpty
  }

  /// Whether it is planned as another one is, but for what it is accounted for.
  fileprivate func isPlannedAlike(_ other: Schedule) -> Bool {
    settled.beyond.isEmpty && recursAlike(other) && readsAlike(other)
  }

  /// Whether nothing of it is armed without fresh content.
  fileprivate func isSkippedWithoutContent(_ rules: ContentRules) -> Bool {
    kind == .dual && rules.isDualSkippedWithoutContent
  }

  /// The first occurrence after another that is not accounted for.
  fileprivate func unsettled(after occurrence: Occurrence) -> Occurrence? {
    var next = self.occurrence(after: occurrence)
    while let later = next, isSettled(later) { next = self.occurrence(after: later) }
    return next
  }
}
