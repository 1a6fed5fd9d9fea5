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

  /// The schedule's index in the list that is planned.
  let schedule: Int
  let occurrence: Occurrence
  var name = Name.next
  /// Whether the request repeats each day from the occurrence on.
  var isRepeating = false

  var isReserve: Bool { name != .next }
}

/// The requests that should be pending, beside those that are left alone.
struct RequestPlan {
  var requests: [PlannedRequest] = []
  /// Which pending requests are on their way, postponed or other code's: they are left alone.
  var isLeftAlone: [Bool]
  /// The identifiers of those.
  var takenNames: [String] = []
  /// Whether postponed notifications are pending.
  var hasPostponed = false
  /// The occurrences of present revisions that are on their way.
  var onItsWay: [ArmedRequest] = []
}

/// The nearest reserve of a schedule that is not planned yet.
private struct ReserveHead {
  let schedule: Int
  var occurrence: Occurrence
}

extension [ArmedRequest] {
  /// Whether an occurrence is on its way already.
  fileprivate func has(_ occurrence: Occurrence, of schedule: Int) -> Bool {
    !isEmpty
      && contains { $0.schedule == schedule && $0.entry.wallMinute == occurrence.wallMinute }
  }
}

extension RequestWindow {
  /// The requests that should be pending: the next of every schedule, then the nearest reserves.
  ///
  /// It changes nothing: the same schedules, ledger, contents, pending requests, clock and zone
  /// give the same plan.
  func plan(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: Contents, on platform: System
  ) -> RequestPlan {
    let now = platform.wallMilliseconds
    let pending = platform.pendingRequests
    var plan = RequestPlan(isLeftAlone: [Bool](repeating: false, count: pending.count))
    plan.requests.reserveCapacity(RequestWindowLimits.capacity)
    var foreign = 0
    var kept = postponed.count
    let latestMark = ledger.latestMark
    for index in pending.indices {
      switch pending[index].content.info.purpose {
      case .foreign: foreign += 1
      case .postponed:
        plan.hasPostponed = true
        kept += 1
      case .occurrence:
        let isAhead =
          pending[index].trigger.isOneDate && pending[index].content.info.wallMinute > latestMark
        guard isOnItsWay(index, pending, isAhead: isAhead, ledger, on: platform) else { continue }
        kept += 1
        plan.noteOnItsWay(pending[index], schedules)
      }
      plan.isLeftAlone[index] = true
      plan.takenNames.append(pending[index].identifier)
    }
    var reserves: [ReserveHead] = []
    for (index, schedule) in schedules.enumerated() {
      guard let next = next(schedule, index, plan.onItsWay, now: now) else { continue }
      let isSkipped = schedule.kind == .dual && contents.rules.isDualSkippedWithoutContent
      if isSkipped, !contents.hasFresh(for: schedule, next, on: platform) { continue }
      // A repeating request on its way goes on by itself.
      let repeating = schedule.repeatingIndex(in: pending)
      let isKept = repeating.map { plan.isLeftAlone[$0] } ?? false
      if isKept { kept -= 1 }
      // Nor is one replaced that the system has aimed at the next occurrence.
      let isAimed =
        repeating.map {
          platform.triggerTime(ofPending: $0) == next.time
            && schedule.hasDefaultContent(pending[$0].content)
        } ?? false
      let isRepeating = isKept || isAimed || schedule.isRepeatable(from: next, now: now)
      let name = isKept ? .next : self.name(schedule, next, pending, plan.takenNames, now: now)
      plan.requests.append(
        PlannedRequest(schedule: index, occurrence: next, name: name, isRepeating: isRepeating))
      if !isRepeating, !isSkipped,
        let after = following(next, of: schedule, index, plan.onItsWay)
      {
        reserves.append(ReserveHead(schedule: index, occurrence: after))
      }
    }
    let limit = RequestWindowLimits.plannedMax - max(0, foreign - RequestWindowLimits.foreignMax)
    let room = RequestWindowLimits.capacity - foreign - kept
    if plan.requests.count > room { dropFarthest(&plan.requests, to: max(0, room)) }
    appendReserves(reserves, schedules, count: min(limit - kept, room), to: &plan)
    return plan
  }

  /// The next occurrence that is not on its way already.
  private func next(
    _ schedule: Schedule, _ index: Int, _ onItsWay: [ArmedRequest], now: Int64
  ) -> Occurrence? {
    guard let next = schedule.nextOccurrence(after: now) else { return nil }
    return onItsWay.has(next, of: index) ? following(next, of: schedule, index, onItsWay) : next
  }

  /// What follows an occurrence, is not accounted for and not on its way already.
  private func following(
    _ occurrence: Occurrence, of schedule: Schedule, _ index: Int,
    _ onItsWay: [ArmedRequest]
  ) -> Occurrence? {
    var next = schedule.unsettledOccurrence(after: occurrence)
    while let later = next, onItsWay.has(later, of: index) {
      next = schedule.unsettledOccurrence(after: later)
    }
    return next
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
  private func appendReserves(
    _ first: [ReserveHead], _ schedules: [Schedule], count: Int, to plan: inout RequestPlan
  ) {
    var heads = first
    let (takenNames, onItsWay) = (plan.takenNames, plan.onItsWay)
    while plan.requests.count < count, !heads.isEmpty {
      var nearest = 0
      for index in heads.indices
      where heads[index].occurrence.time < heads[nearest].occurrence.time {
        nearest = index
      }
      let head = heads[nearest]
      let isTaken =
        !takenNames.isEmpty
        && takenNames.contains(schedules[head.schedule].reserveIdentifier(head.occurrence))
      plan.requests.append(
        PlannedRequest(
          schedule: head.schedule, occurrence: head.occurrence,
          name: isTaken ? .instant : .reserve))
      let schedule = schedules[head.schedule]
      if let next = following(head.occurrence, of: schedule, head.schedule, onItsWay) {
        heads[nearest].occurrence = next
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
    _ takenNames: [String], now: Int64
  ) -> PlannedRequest.Name {
    var reserve: PlannedRequest.Name {
      takenNames.contains(schedule.reserveIdentifier(next)) ? .instant : .reserve
    }
    if takenNames.contains(schedule.identifier) { return reserve }
    guard next.time <= now + RequestWindowLimits.settledMilliseconds else { return .next }
    let isReserved = pending.contains {
      schedule.isReserve($0)
        && ($0.trigger.isRepeating
          ? schedule.owns($0.content.info) : schedule.isFor($0.content.info, next))
    }
    return isReserved ? reserve : .next
  }

  /// Whether a request's time has come and the system has yet to show it.
  ///
  /// What was accounted for as on its way stays so, though the clock may have gone back since.
  ///
  /// `isAhead`: it is surely not accounted for.
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
      guard let row = ledger.row(of: info), let entry = row.index(of: info) else { return false }
      return info.wallMinute <= row.settledThrough && !row.armed[entry].isWithdrawn
    }
  }
}

extension RequestPlan {
  /// Notes a request that is on its way as its schedule's.
  fileprivate mutating func noteOnItsWay(_ request: NotificationRequest, _ schedules: [Schedule]) {
    let info = request.content.info
    guard !request.trigger.isRepeating,
      let index = schedules.firstIndex(where: { $0.revision == info.revision && $0.owns(info) })
    else { return }
    let entry = ArmedOccurrence(wallMinute: info.wallMinute, plannedTime: info.plannedTime)
    onItsWay.append(ArmedRequest(schedule: index, entry: entry))
  }
}
