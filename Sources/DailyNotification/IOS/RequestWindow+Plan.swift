import CivilTime

/// One request that should be pending.
struct PlannedRequest: Hashable {
  /// How a request is named.
  enum Name: Hashable {
    /// As the schedule's next occurrence.
    case next
    /// As a reserve: by its date, or its instant where a date has several.
    case reserve
    /// By its instant, since the other names are taken by requests on their way.
    case instant
  }

  /// The schedule's place in the list that is planned.
  let schedule: Int
  let occurrence: Occurrence
  var name = Name.next
  /// Whether the request repeats each day from the occurrence on.
  var isRepeating = false

  var isReserve: Bool { name != .next }
}

/// The requests that should be pending, beside those that are on their way.
struct RequestPlan {
  var requests: [PlannedRequest] = []
  /// Which pending requests are on their way, postponed or other code's: they are left alone.
  var isLeftAlone: [Bool] = []
  /// Whether there are any.
  var hasLeftAlone = false
  /// Whether postponed notifications are pending.
  var hasPostponed = false
  /// Whether occurrences are on their way.
  var hasOnItsWay = false
  /// The occurrences of present revisions that are on their way, each with its schedule's place.
  var onItsWay: [OnItsWay] = []

  typealias OnItsWay = (schedule: Int, entry: ArmedOccurrence)
}

/// The nearest reserve of a schedule that is not planned yet.
private struct ReserveHead {
  let schedule: Int
  /// Its place in the schedule's chain.
  var place: Int
  var occurrence: Occurrence
}

extension [RequestPlan.OnItsWay] {
  /// Whether an occurrence is on its way already.
  fileprivate func has(_ occurrence: Occurrence, of schedule: Int) -> Bool {
    !isEmpty
      && contains { $0.schedule == schedule && $0.entry.wallMinute == occurrence.wallMinute }
  }
}

extension RequestWindow {
  /// The requests that should be pending: the next of every schedule, then the nearest reserves.
  mutating func plan(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: Contents, on platform: System
  ) -> RequestPlan {
    let now = platform.wallMilliseconds
    let pending = platform.pendingRequests
    readings.read(pending, schedules)
    follow(schedules)
    var plan = RequestPlan()
    plan.isLeftAlone.reserveCapacity(pending.count)
    plan.requests.reserveCapacity(max(schedules.count, RequestWindowLimits.plannedMax))
    let settledMinutes = schedules.map(\.settled.wallMinute)
    let isAnyCameDue = isAnyCameDue(on: platform)
    var foreign = 0
    var kept = postponed.count
    for index in pending.indices {
      // Most are ahead in every respect.
      if !isAnyCameDue, readings.list[index].isAhead(of: settledMinutes),
        platform.triggerTime(ofPending: index) > now
      {
        plan.isLeftAlone.append(false)
        continue
      }
      let purpose = readings.list[index].purpose
      let isOnItsWay =
        purpose == .occurrence
        && self.isOnItsWay(index, pending, settledMinutes, ledger, on: platform)
      plan.isLeftAlone.append(isOnItsWay || purpose != .occurrence)
      switch purpose {
      case .foreign: foreign += 1
      case .postponed:
        plan.hasPostponed = true
        kept += 1
      case .occurrence where isOnItsWay:
        plan.hasOnItsWay = true
        kept += 1
        plan.note(readings.list[index])
      case .occurrence: continue
      }
      plan.hasLeftAlone = true
    }
    var reserves: [ReserveHead] = []
    reserves.reserveCapacity(schedules.count)
    for index in schedules.indices {
      let schedule = schedules[index]
      guard let next = next(schedule, index, plan.onItsWay, now: now) else { continue }
      let isSkipped = schedule.kind == .dual && contents.rules.isDualSkippedWithoutContent
      if isSkipped, !contents.hasFresh(for: schedule, next, on: platform) { continue }
      // A repeating request on its way goes on by itself.
      let repeating =
        schedule.hasRepeatingRequest
        ? schedule.repeatingIndex(in: pending) : nil
      let isKept = repeating.map { plan.isLeftAlone[$0] } ?? false
      if isKept { kept -= 1 }
      // Nor is one replaced that the system has aimed at the next occurrence.
      let isAimed =
        repeating.map {
          platform.triggerTime(ofPending: $0) == next.time
            && readings.list[$0].hasDefaultContent
        } ?? false
      let isRepeating = isKept || isAimed || schedule.isRepeatable(from: next, now: now)
      let isPlain =
        !plan.hasLeftAlone && next.time > now + RequestWindowLimits.settledMilliseconds
      let name =
        isKept || isPlain
        ? .next : self.name(schedule, next, pending, plan.isLeftAlone, now: now)
      plan.requests.append(
        PlannedRequest(schedule: index, occurrence: next, name: name, isRepeating: isRepeating))
      if !isRepeating, !isSkipped {
        let place = chains[index].place(of: next)
        if let after = following(place, of: index, plan.onItsWay) {
          reserves.append(
            ReserveHead(schedule: index, place: after, occurrence: chains[index][after]))
        }
      }
    }
    let limit = RequestWindowLimits.plannedMax - max(0, foreign - RequestWindowLimits.foreignMax)
    let room = RequestWindowLimits.capacity - foreign - kept
    if plan.requests.count > room { dropFarthest(&plan.requests, to: max(0, room)) }
    let count = min(limit - kept, room)
    appendReserves(reserves, schedules, pending, count: count, to: &plan)
    return plan
  }

  /// The next occurrence that is not on its way already.
  private mutating func next(
    _ schedule: Schedule, _ place: Int, _ onItsWay: [RequestPlan.OnItsWay], now: Int64
  ) -> Occurrence? {
    guard let next = schedule.nextOccurrence(after: now) else { return nil }
    guard onItsWay.has(next, of: place) else { return next }
    let found = chains[place].place(of: next)
    return following(found, of: place, onItsWay).map { chains[place][$0] }
  }

  /// The place in a schedule's chain of what follows a place and is not on its way already.
  private mutating func following(
    _ place: Int, of schedule: Int, _ onItsWay: [RequestPlan.OnItsWay]
  ) -> Int? {
    if onItsWay.isEmpty { return chains[schedule].place(after: place) }
    var next = chains[schedule].place(after: place)
    while let later = next, onItsWay.has(chains[schedule][later], of: schedule) {
      next = chains[schedule].place(after: later)
    }
    return next
  }

  /// Makes each chain that of the schedule in its place.
  private mutating func follow(_ schedules: [Schedule]) {
    if chains.count > schedules.count { chains.removeLast(chains.count - schedules.count) }
    for place in schedules.indices {
      if place < chains.count {
        chains[place].follow(schedules[place])
      } else {
        chains.append(OccurrenceChain(schedules[place]))
      }
    }
  }

  /// More next occurrences than places: the farthest wait.
  private func dropFarthest(_ requests: inout [PlannedRequest], to count: Int) {
    requests.sort {
      ($0.isRepeating ? .min : $0.occurrence.time, $0.schedule)
        < ($1.isRepeating ? .min : $1.occurrence.time, $1.schedule)
    }
    requests.removeLast(requests.count - count)
    requests.sort { $0.schedule < $1.schedule }
  }

  /// Fills the window: nearest first, shared between the schedules.
  private mutating func appendReserves(
    _ first: [ReserveHead], _ schedules: [Schedule],
    _ pending: [NotificationRequest], count: Int, to plan: inout RequestPlan
  ) {
    var heads = first
    let onItsWay = plan.onItsWay
    while plan.requests.count < count, !heads.isEmpty {
      var nearest = 0
      var earliest = heads[0].occurrence.time
      for index in 1..<heads.count {
        let time = heads[index].occurrence.time
        if time < earliest { (nearest, earliest) = (index, time) }
      }
      let head = heads[nearest]
      let isTaken =
        plan.hasLeftAlone
        && isTaken(
          schedules[head.schedule].reserveIdentifier(head.occurrence), pending, plan.isLeftAlone)
      plan.requests.append(
        PlannedRequest(
          schedule: head.schedule, occurrence: head.occurrence,
          name: isTaken ? .instant : .reserve))
      if let next = following(head.place, of: head.schedule, onItsWay) {
        heads[nearest].place = next
        heads[nearest].occurrence = chains[head.schedule][next]
      } else {
        heads.remove(at: nearest)
      }
    }
  }

  /// How the next occurrence's request is named.
  ///
  /// The schedule's own identifier may be taken by a request that is on its way, and so may a
  /// reserve's, named by its instant in another zone; and a reserve that is about to fire is not
  /// replaced.
  func name(
    _ schedule: Schedule, _ next: Occurrence, _ pending: [NotificationRequest],
    _ isLeftAlone: [Bool], now: Int64
  ) -> PlannedRequest.Name {
    var reserve: PlannedRequest.Name {
      isTaken(schedule.reserveIdentifier(next), pending, isLeftAlone) ? .instant : .reserve
    }
    if isTaken(schedule.identifier, pending, isLeftAlone) { return reserve }
    guard next.time <= now + RequestWindowLimits.settledMilliseconds else { return .next }
    let isReserved = pending.contains {
      schedule.isReserve($0)
        && ($0.trigger.isRepeating
          ? schedule.owns($0.content.info) : schedule.isFor($0.content.info, next))
    }
    return isReserved ? reserve : .next
  }

  private func isTaken(
    _ identifier: String, _ pending: [NotificationRequest], _ isLeftAlone: [Bool]
  ) -> Bool {
    isLeftAlone.indices.contains { isLeftAlone[$0] && pending[$0].identifier == identifier }
  }

  /// Whether a request's time has come and the system has yet to show it.
  ///
  /// What was accounted for as on its way stays so, though the clock may have gone back since.
  private func isOnItsWay(
    _ index: Int, _ pending: [NotificationRequest], _ settledMinutes: [Int64],
    _ ledger: Ledger, on platform: System
  ) -> Bool {
    let reading = readings.list[index]
    let isAhead =
      reading.isOneDate && reading.isOfRevision
      && reading.schedule.map { reading.wallMinute > settledMinutes[$0] } ?? false
    return isOnItsWay(index, pending, isAhead: isAhead, ledger, on: platform)
  }

  /// `isAhead`: the schedule's present revision is not accounted for as far as this request.
  func isOnItsWay(
    _ index: Int, _ pending: [NotificationRequest], isAhead: Bool, _ ledger: Ledger,
    on platform: System
  ) -> Bool {
    if isDue(index, pending, on: platform) { return true }
    if isAhead { return false }
    switch pending[index].trigger {
    case .daily: return false
    case .interval: return true
    case .calendar:
      let info = pending[index].content.info
      guard let row = ledger.row(of: info), let place = row.index(of: info) else { return false }
      return info.wallMinute <= row.settledThrough && !row.armed[place].isWithdrawn
    }
  }
}

extension RequestPlan {
  /// Notes a request that is on its way as its schedule's.
  fileprivate mutating func note(_ reading: RequestReadings.Reading) {
    guard let place = reading.schedule, reading.isOfRevision,
      !reading.isRepeating
    else { return }
    onItsWay.append(
      (
        place,
        ArmedOccurrence(wallMinute: reading.wallMinute, plannedTime: reading.plannedTime)
      ))
  }
}
