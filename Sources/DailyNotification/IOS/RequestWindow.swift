/// Delivery on iOS: a window of requests that the notification center holds and shows by itself.
///
/// For each schedule the next occurrence has a request with the best content there is, and the days
/// after it have reserves with the default text, so that something is shown even if no plugin code
/// runs again.
public struct RequestWindow<System: IOSPlatform>: OccurrenceDelivery {
  /// Identifiers whose removal was requested and has not taken effect yet.
  private var removing: [String] = []
  /// Whether a request could not be added because of a removal in flight or a full window.
  public internal(set) var isReplanOwed = false
  /// What the latest re-planning could not add before a removal has taken effect.
  private var waiting: [(planned: PlannedRequest, request: NotificationRequest)] = []
  /// The change numbers after it, its removals included; nil where another removal is in flight.
  private var planned: (pending: Int, delivered: Int)?
  /// The requests that had come due by a clock that was set back since.
  ///
  /// A repeating one that was shown since has another trigger time.
  private var cameDue: [(identifier: String, triggerTime: Int64)] = []
  /// At which uptime the clock was set back, in milliseconds.
  private var cameDueAt: Int64 = 0
  /// Postponed notifications that were not added yet.
  var postponed: [NotificationRequest] = []
  /// Whether a line has said that other code has taken the delegate's place.
  private var isDelegateTaken = false
  /// The latest notification that was handed out as shown.
  private var lastShown: DeliveredNotification?

  public init() {}

  public func load(on platform: inout System) {
    platform.registerCategory(
      NotificationCategory(
        identifier: NotificationContent.category, actions: NotificationAction.allCases,
        hasCustomDismissAction: true))
  }

  public mutating func configured(on platform: inout System) {
    guard !platform.isDelegate else { return }
    load(on: &platform)
    isDelegateTaken = false
  }

  /// Says once that other code has taken the delegate's place: what fires in front of the app is
  /// its to present, and what the person taps is told to it alone.
  public mutating func started(isInUse: Bool, on platform: inout System) {
    guard !platform.isDelegate, !isDelegateTaken else { return }
    isDelegateTaken = true
    platform.log(.delegateTaken)
  }

  public static var capacity: Int { RequestWindowLimits.capacity }

  public func hasRoom(forSchedules count: Int, on platform: System) -> Bool {
    count
      <= RequestWindowLimits.capacity
      - max(foreignCount(on: platform), RequestWindowLimits.foreignMax)
  }

  public static func isRepeatedBySystem(_ schedule: Schedule) -> Bool {
    schedule.hasRepeatingRequest
  }

  /// What had come due by a clock that was set back is on its way for a while.
  public mutating func clockWentBack(from earlier: Int64, on platform: System) {
    let pending = platform.pendingRequests
    cameDue.removeAll()
    for index in pending.indices {
      let time = platform.triggerTime(ofPending: index)
      guard time <= earlier else { continue }
      // The system aims a repeating request anew: only at what has just come, and was not shown
      // since, is it on its way.
      if pending[index].trigger.isRepeating {
        let identifier = pending[index].identifier
        let isShown = platform.deliveredNotifications.contains {
          $0.request.identifier == identifier && $0.deliveredAt >= time
        }
        if isShown || time <= earlier - RequestWindowLimits.lateMilliseconds { continue }
      }
      cameDue.append((pending[index].identifier, time))
    }
    cameDueAt = platform.uptimeMilliseconds
  }

  /// Whether the time of the pending request at a place has come, by this clock or one before.
  func isDue(_ index: Int, _ pending: [NotificationRequest], on platform: System) -> Bool {
    if platform.triggerTime(ofPending: index) <= platform.wallMilliseconds { return true }
    guard isAnyCameDue(on: platform) else { return false }
    let (identifier, time) = (pending[index].identifier, platform.triggerTime(ofPending: index))
    return cameDue.contains { $0.identifier == identifier && $0.triggerTime == time }
  }

  /// Whether requests that came due by an earlier clock are still to be thought of.
  @inline(__always)
  func isAnyCameDue(on platform: System) -> Bool {
    !cameDue.isEmpty
      && platform.uptimeMilliseconds < cameDueAt + RequestWindowLimits.lateMilliseconds
  }

  // MARK: Removals

  /// Whether nothing is being removed.
  var isSettled: Bool { removing.isEmpty }

  /// Whether a request is being removed.
  func isRemoving(_ request: NotificationRequest) -> Bool {
    !removing.isEmpty && removing.contains(request.identifier)
  }

  /// Removals have taken effect.
  ///
  /// What an earlier process had requested may be what this one relies on, so it is planned again.
  mutating func removalsSettled(_ identifiers: [String]) {
    // Mostly what was asked for last, and nothing else.
    if removing == identifiers { return removing.removeAll(keepingCapacity: true) }
    if identifiers.contains(where: { !removing.contains($0) }) { oweReplan() }
    removing.removeAll { identifiers.contains($0) }
  }

  public mutating func replanAfterWithdrawals() {
    if !removing.isEmpty { oweReplan() }
  }

  /// A plan is to be made, whatever the latest one has left.
  private mutating func oweReplan() {
    isReplanOwed = true
    planned = nil
  }

  /// Requests of other code in the app stay.
  public mutating func withdrawAll(on platform: inout System) {
    postponed.removeAll()
    remove(platform.pendingRequests.filter(\.isOfPlugin).map(\.identifier), on: &platform)
  }

  /// Overdue and postponed ones go as well.
  public mutating func withdraw(
    _ id: String, _ kind: ScheduleKind, on platform: inout System
  ) {
    postponed.removeAll { $0.content.info.isOf(id, kind) }
    let owned = platform.pendingRequests.filter {
      $0.content.info.isOf(id, kind) && $0.isOfPlugin
    }
    remove(owned.map(\.identifier), on: &platform)
  }

  mutating func remove(_ identifiers: [String], on platform: inout System) {
    let fresh = removing.isEmpty ? identifiers : identifiers.filter { !removing.contains($0) }
    guard !fresh.isEmpty else { return }
    removing.append(contentsOf: fresh)
    planned = nil
    platform.removePendingRequests(fresh)
  }

  // MARK: Arming one schedule

  public mutating func slot(
    for schedule: Schedule, _ next: Occurrence, _ ledger: Ledger, on platform: inout System
  ) throws(Rejection) -> DeliverySlot? {
    let now = platform.wallMilliseconds
    let pending = platform.pendingRequests
    var takenNames: [String] = []
    var isLeftAlone: [Bool] = []
    for index in pending.indices {
      let info = pending[index].content.info
      let isAhead =
        pending[index].trigger.isOneDate && schedule.owns(info)
        && info.revision == schedule.row.revision
        && info.wallMinute > schedule.settled.wallMinute
      isLeftAlone.append(
        info.purpose != .occurrence
          || isOnItsWay(index, pending, isAhead: isAhead, ledger, on: platform))
      if isLeftAlone[index] { takenNames.append(pending[index].identifier) }
    }
    if let index = schedule.repeatingIndex(in: pending), isLeftAlone[index] {
      return DeliverySlot(identifier: pending[index].identifier, isKept: true)
    }
    let name = name(schedule, next, pending, takenNames, now: now)
    let identifier = schedule.identifier(next, name)
    if try needsRemovals(identifier, on: &platform) { return nil }
    return DeliverySlot(identifier: identifier)
  }

  /// Whether a request has to wait: its identifier, or room for it, is being removed.
  ///
  /// In a full window the farthest reserve gives way.
  private mutating func needsRemovals(
    _ identifier: String, on platform: inout System
  ) throws(Rejection) -> Bool {
    if removing.contains(identifier) { return true }
    let pending = platform.pendingRequests
    guard pending.count >= RequestWindowLimits.capacity,
      !pending.contains(where: { $0.identifier == identifier })
    else { return false }
    guard removing.isEmpty else { return true }
    let reserves = pending.filter {
      $0.content.info.purpose == .occurrence
        && OccurrenceIdentifier($0.identifier)?.reserve != nil
    }
    let farthest = reserves.max {
      $0.content.info.plannedTime < $1.content.info.plannedTime
    }
    guard let farthest else {
      throw .noPlace(
        foreign: foreignCount(on: platform), of: Self.capacity, maximum: Self.capacity)
    }
    remove([farthest.identifier], on: &platform)
    return true
  }

  public mutating func arm(
    _ arming: Arming, _ contents: inout Contents, on platform: inout System
  ) throws(Rejection) {
    let schedule = arming.schedule
    let identifier = arming.slot.identifier
    if arming.slot.isKept { return }
    showNowIfReplaced(schedule, on: &platform)
    let request = NotificationRequest(
      identifier: identifier,
      trigger: schedule.trigger(at: arming.next, now: platform.wallMilliseconds),
      content: identifier == schedule.identifier
        ? contents.best(for: schedule, arming.next, on: &platform)
        : schedule.defaultContent(arming.next))
    add(request, on: &platform)
    guard platform.pendingRequests.contains(request) else { throw .notRetained(identifier) }
    platform.log(.requestReadBack(identifier: identifier))
  }

  /// A repeating request of an earlier revision that is on its way would go on repeating: it is
  /// replaced by one that shows the same at once, and only once.
  private func showNowIfReplaced(_ schedule: Schedule, on platform: inout System) {
    let pending = platform.pendingRequests
    var due: [(NotificationRequest, Int64)] = []
    for index in pending.indices where isDue(index, pending, on: platform) {
      due.append((pending[index], platform.triggerTime(ofPending: index)))
    }
    for (request, time) in due {
      guard case .daily(let timeOfDay, _) = request.trigger, schedule.owns(request.content.info),
        request.content.info.revision != schedule.row.revision, !isRemoving(request)
      else { continue }
      let zone = request.zoneName.flatMap { platform.zone(named: $0) } ?? platform.zone
      add(
        NotificationRequest(
          identifier: request.identifier, trigger: .interval(milliseconds: 1000, repeats: false),
          content: request.content.standing(for: Occurrence(of: timeOfDay, dueAt: time, in: zone))),
        on: &platform)
    }
  }

  func add(_ request: NotificationRequest, on platform: inout System) {
    platform.add(request)
    platform.telemetry.notificationsScheduled += 1
  }

  // MARK: Re-planning

  /// Makes the pending list what the plan says: adds what lacks, removes what is too much.
  public mutating func replan(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: inout Contents,
    on platform: inout System
  ) -> ReplanResult {
    isReplanOwed = false
    planned = nil
    waiting = []
    var result = ReplanResult()
    guard platform.authorization.allowsNotifications else { return result }
    let plan = plan(schedules, ledger, contents, on: platform)
    result.isArmedKnown = true
    result.armed.reserveCapacity(RequestWindowLimits.capacity)
    var missing: [(planned: PlannedRequest, request: NotificationRequest)] = []
    var extra = match(plan, schedules, ledger, &contents, &missing, on: &platform, into: &result)
    // What is added again under its identifier is replaced in place.
    if !extra.isEmpty {
      extra.removeAll { identifier in missing.contains { $0.request.identifier == identifier } }
      remove(extra, on: &platform)
    }
    addPostponed(on: &platform)
    if plan.hasPostponed { refreshPostponed(schedules, contents, on: &platform) }
    for (planned, request) in missing {
      if addIfRoom(request, isReserve: planned.isReserve, on: &platform) {
        result.added += 1
        result.armed.append(ArmedRequest(planned))
      } else {
        waiting.append((planned, request))
      }
    }
    result.armed += plan.onItsWay
    result.removed = extra.count
    notePlanned(on: platform)
    return result
  }

  public mutating func armWaiting(on platform: inout System) -> [ArmedRequest]? {
    guard isAsPlanned(on: platform) else { return nil }
    isReplanOwed = false
    var armed: [ArmedRequest] = []
    var left: [(planned: PlannedRequest, request: NotificationRequest)] = []
    for (planned, request) in waiting {
      if addIfRoom(request, isReserve: planned.isReserve, on: &platform) {
        armed.append(ArmedRequest(planned))
      } else {
        left.append((planned, request))
      }
    }
    waiting = left
    notePlanned(on: platform)
    return armed
  }

  /// Notes the change numbers that there are once what is being removed is gone.
  private mutating func notePlanned(on platform: System) {
    let leaving = removing.count { platform.pendingRequests.index(named: $0) != nil }
    planned = (platform.pendingRevision + leaving, platform.deliveredRevision)
  }

  public func isUnchanged(on platform: System) -> Bool {
    !isReplanOwed && isAsPlanned(on: platform)
  }

  /// Whether nothing has changed since the latest re-planning, whose removals have taken effect,
  /// and nothing is on its way.
  private func isAsPlanned(on platform: System) -> Bool {
    guard let planned, planned == (platform.pendingRevision, platform.deliveredRevision),
      removing.isEmpty, postponed.isEmpty, !isAnyCameDue(on: platform)
    else { return false }
    let pending = platform.pendingRequests
    return !pending.indices.contains { isDue($0, pending, on: platform) }
  }

  /// Compares plan and pending list: lists what lacks or differs, returns what is too much.
  private func match(
    _ plan: RequestPlan, _ schedules: [Schedule], _ ledger: Ledger, _ contents: inout Contents,
    _ missing: inout [(planned: PlannedRequest, request: NotificationRequest)],
    on platform: inout System, into result: inout ReplanResult
  ) -> [String] {
    let pending = platform.pendingRequests
    var isKept = plan.isLeftAlone
    // Requests mostly stand in the order of the plan, so the search goes on where it ended.
    var hint = 0
    for planned in plan.requests {
      let schedule = schedules[planned.schedule]
      let index =
        planned.isRepeating
        ? schedule.repeatingIndex(in: pending)
        : schedule.index(of: planned, in: pending, from: hint)
      if let index {
        hint = index + 1
        let isThere =
          !isRemoving(pending[index])
          && (isKept[index]
            || isUpToDate(index, pending, planned, schedule, &contents, on: &platform))
        if isThere {
          isKept[index] = true
          result.verified += 1
          result.armed.append(ArmedRequest(planned))
          continue
        }
      } else if isLost(planned, schedule, ledger, pending) {
        result.lose(planned)
      }
      let request = request(for: planned, schedule, &contents, on: &platform)
      // Under another identifier the request that is outdated would stay beside the new one.
      if let index, !isRemoving(pending[index]) {
        isKept[index] = request.identifier == pending[index].identifier
      }
      missing.append((planned, request))
    }
    return pending.indices.compactMap { isKept[$0] ? nil : pending[$0].identifier }
  }

  /// Whether an occurrence had a request and has none now, not even the reserve it once had.
  func isLost(
    _ planned: PlannedRequest, _ schedule: Schedule, _ ledger: Ledger,
    _ pending: [NotificationRequest]
  ) -> Bool {
    guard let page = ledger.index(of: schedule, near: planned.schedule) else { return false }
    guard
      ledger.isArmed(page, planned.occurrence.wallMinute)
        || ledger.pages[page].row.repeatsFrom != nil
    else { return false }
    return !pending.contains {
      planned.isRepeating
        ? schedule.owns($0.content.info) : schedule.isFor($0.content.info, planned.occurrence)
    }
  }

  private func isUpToDate(
    _ index: Int, _ pending: [NotificationRequest], _ planned: PlannedRequest,
    _ schedule: Schedule, _ contents: inout Contents, on platform: inout System
  ) -> Bool {
    if planned.isRepeating {
      return pending[index].identifier == schedule.identifier(planned.occurrence, planned.name)
        && platform.triggerTime(ofPending: index) == planned.occurrence.time
        && schedule.hasRepeatingTrigger(pending[index])
        && schedule.hasDefaultContent(pending[index].content)
    }
    guard schedule.hasTrigger(pending[index], for: planned.occurrence) else { return false }
    if planned.isReserve { return schedule.hasDefaultContent(pending[index].content) }
    return pending[index].content == contents.best(for: schedule, planned.occurrence, on: &platform)
  }

  /// Whether there is a free place for a request, which replaces none.
  func hasRoom(isReserve: Bool, on platform: System) -> Bool {
    let limit =
      isReserve && !removing.isEmpty
      ? RequestWindowLimits.plannedMax : RequestWindowLimits.capacity
    return platform.pendingRequests.count < limit
  }

  /// Adds a request; false when it has to wait for a removal.
  ///
  /// A reserve leaves the free places to next occurrences, so that no call has to wait for room.
  mutating func addIfRoom(
    _ request: NotificationRequest, isReserve: Bool, on platform: inout System
  ) -> Bool {
    guard removing.isEmpty || !removing.contains(request.identifier),
      hasRoom(isReserve: isReserve, on: platform)
        || platform.pendingRequests.index(replacedBy: request) != nil
    else {
      isReplanOwed = true
      return false
    }
    add(request, on: &platform)
    return true
  }

  func request(
    for planned: PlannedRequest, _ schedule: Schedule, _ contents: inout Contents,
    on platform: inout System
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: schedule.identifier(planned.occurrence, planned.name),
      trigger: schedule.trigger(at: planned.occurrence, now: platform.wallMilliseconds),
      content: planned.isReserve
        ? schedule.defaultContent(planned.occurrence)
        : contents.best(for: schedule, planned.occurrence, on: &platform))
  }

  /// Replaces the next request of each schedule of a kind by one with the best content.
  ///
  /// A dual notification that is skipped without content has no request yet: re-planning adds it.
  public mutating func updateContent(
    _ kind: ScheduleKind, of schedules: [Schedule], _ contents: inout Contents,
    on platform: inout System
  ) -> Bool {
    let now = platform.wallMilliseconds
    var needsReplan = false
    for (place, schedule) in schedules.enumerated() where schedule.kind == kind {
      guard let next = schedule.nextOccurrence(after: now) else { continue }
      let planned = PlannedRequest(schedule: place, occurrence: next)
      guard let index = schedule.index(of: planned, in: platform.pendingRequests, from: 0) else {
        if kind == .dual { needsReplan = true }
        continue
      }
      let request = platform.pendingRequests[index]
      if isDue(index, platform.pendingRequests, on: platform) { continue }
      let isDefault =
        schedule.hasTrigger(request, for: next) && schedule.hasDefaultContent(request.content)
      if isDefault, !contents.mayHaveContent(for: schedule, next, on: platform) { continue }
      let content = contents.best(for: schedule, next, on: &platform)
      guard content != request.content, !isRemoving(request) else { continue }
      add(
        NotificationRequest(
          identifier: request.identifier, trigger: request.trigger, content: content),
        on: &platform)
    }
    return needsReplan
  }

  public func audit(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: Contents, on platform: System
  ) -> DeliveryAudit {
    let pending = platform.pendingRequests
    let plan = plan(schedules, ledger, contents, on: platform)
    var ahead = 0
    for index in pending.indices where !plan.isLeftAlone[index] && !isRemoving(pending[index]) {
      ahead += 1
    }
    var isComplete = true
    var isExact = true
    var onItsWay = 0
    for planned in plan.requests {
      let schedule = schedules[planned.schedule]
      let index =
        planned.isRepeating
        ? schedule.repeatingIndex(in: pending) : schedule.index(of: planned, in: pending, from: 0)
      guard let index else {
        isComplete = false
        continue
      }
      if plan.isLeftAlone[index] {
        onItsWay += 1
      } else if planned.isRepeating {
        if platform.triggerTime(ofPending: index) != planned.occurrence.time {
          isExact = false
        }
      } else if !schedule.hasTrigger(pending[index], for: planned.occurrence) {
        isExact = false
      }
    }
    if plan.requests.count - onItsWay != ahead { isExact = false }
    return DeliveryAudit(
      expected: plan.requests.count, nextTime: plan.requests.map(\.occurrence.time).min(),
      isAnyAhead: ahead > 0, isComplete: isComplete, isExact: isComplete && isExact)
  }

  // MARK: What was shown

  /// The list grows at its end, so that it is read from there back to what is known.
  public mutating func takeShown(on platform: System) -> [ShownNotification] {
    let delivered = platform.deliveredNotifications
    guard let latest = delivered.last, latest != lastShown else { return [] }
    var first = delivered.count - 1
    while first > 0, delivered[first - 1] != lastShown { first -= 1 }
    let fresh = delivered[first...].map(ShownNotification.init)
    if !cameDue.isEmpty, platform.uptimeMilliseconds > cameDueAt {
      for index in first..<delivered.count {
        let identifier = delivered[index].request.identifier
        cameDue.removeAll { $0.identifier == identifier }
      }
    }
    lastShown = latest
    return fresh
  }
}

/// The limits of the window.
enum RequestWindowLimits {
  /// How many requests the system keeps.
  ///
  /// Source: measured by others on iOS 18 and 26; see `docs/platform.md`.
  static let capacity = 64
  /// How many requests are pending as planned; the other places are for other code in the app.
  static let plannedMax = 56
  /// How many requests other code in the app may have before the window gives way.
  static let foreignMax = 8
  /// A reserve this close to its trigger keeps its identifier, in milliseconds.
  static let settledMilliseconds: Int64 = 5000
  /// How late a request is shown at most, in milliseconds.
  static let lateMilliseconds: Int64 = 180_000
}

extension ReplanResult {
  /// Notes that an occurrence had a request and has none now.
  fileprivate mutating func lose(_ planned: PlannedRequest) {
    lost += 1
    guard !planned.isRepeating else { return }
    gone.append(
      GoneOccurrence(schedule: planned.schedule, wallMinute: planned.occurrence.wallMinute))
  }
}

extension ArmedRequest {
  /// A planned request that is there.
  fileprivate init(_ planned: PlannedRequest) {
    let occurrence = planned.occurrence
    self.init(
      schedule: planned.schedule,
      entry: ArmedOccurrence(wallMinute: occurrence.wallMinute, plannedTime: occurrence.time),
      isRepeating: planned.isRepeating)
  }
}
