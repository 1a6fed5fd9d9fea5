/// Delivery on iOS: a window of requests that the notification center holds and shows by itself.
///
/// For each schedule the next occurrence has a request with the best content there is, and the days
/// after it have reserves with the default text, so that something is shown even if no plugin code
/// runs again.
public struct RequestWindow<System: IOSPlatform>: OccurrenceDelivery {
  /// Identifiers whose removal was requested and has not taken effect yet.
  private var removing: [String] = []
  /// Whether a request could not be added because of a removal in flight or a full window.
  public private(set) var isReplanOwed = false
  /// What the latest re-planning did.
  public private(set) var lastReplan = ReplanResult()

  public init() {}

  public func load(on platform: inout System) {
    platform.registerCategory(NotificationContent.category)
  }

  public static var capacity: Int { RequestWindowLimits.capacity }

  /// Each schedule takes its next occurrence and one reserve; a reminder takes one place.
  public static func hasRoom(for kinds: [ScheduleKind?]) -> Bool {
    kinds.reduce(0) { $0 + ($1 == .reminder ? 1 : 2) } <= RequestWindowLimits.plannedMax
  }

  public static func isRepeatedBySystem(_ schedule: Schedule) -> Bool {
    schedule.hasRepeatingRequest
  }

  // MARK: Removals

  /// Whether nothing is being removed.
  var isSettled: Bool { removing.isEmpty }

  /// Whether a request is being removed.
  func isRemoving(_ request: NotificationRequest) -> Bool {
    removing.contains(request.identifier)
  }

  /// Removals have taken effect.
  ///
  /// What an earlier process had requested may be what this one relies on, so it is planned again.
  mutating func removalsSettled(_ identifiers: [String]) {
    if identifiers.contains(where: { !removing.contains($0) }) { isReplanOwed = true }
    removing.removeAll { identifiers.contains($0) }
  }

  public mutating func replanAfterWithdrawals() { isReplanOwed = !removing.isEmpty }

  public mutating func withdrawAll(on platform: inout System) {
    remove(platform.pendingRequests.map(\.identifier), on: &platform)
  }

  /// Overdue requests go as well.
  public mutating func withdraw(
    _ id: String, _ kind: ScheduleKind, on platform: inout System
  ) {
    let owned = platform.pendingRequests.filter { $0.content.info.isOf(id, kind) }
    remove(owned.map(\.identifier), on: &platform)
  }

  private mutating func remove(_ identifiers: [String], on platform: inout System) {
    let fresh = identifiers.filter { !removing.contains($0) }
    guard !fresh.isEmpty else { return }
    removing.append(contentsOf: fresh)
    platform.removePendingRequests(fresh)
  }

  // MARK: Arming one schedule

  public func slot(
    for schedule: Schedule, _ next: Occurrence, on platform: System
  ) throws(Rejection) -> DeliverySlot? {
    let overdue = overdueRequest(of: schedule, on: platform)
    let identifier =
      overdue?.identifier == schedule.identifier
      ? schedule.reserveIdentifier(next) : schedule.identifier
    if try needsRemovals(identifier, on: platform) { return nil }
    return DeliverySlot(
      identifier: identifier,
      overdue: (overdue?.content.info).map {
        Occurrence(time: $0.plannedTime, wallMinute: $0.wallMinute)
      })
  }

  /// The request of a schedule whose trigger has passed and which the system has yet to show.
  ///
  /// It is left alone, whatever the schedule becomes.
  private func overdueRequest(
    of schedule: Schedule, on platform: System
  ) -> NotificationRequest? {
    let now = platform.wallMilliseconds
    guard let old = platform.scheduleRow(schedule.row.id, schedule.kind), old.triggerTime <= now,
      !schedule.hasRepeatingRequest
    else { return nil }
    return platform.pendingRequests.first {
      schedule.owns($0.content.info) && $0.content.info.plannedTime == old.triggerTime
    }
  }

  /// Whether a request has to wait: its identifier, or room for it, is being removed.
  private func needsRemovals(
    _ identifier: String, on platform: System
  ) throws(Rejection) -> Bool {
    if removing.contains(identifier) { return true }
    let pending = platform.pendingRequests
    guard pending.count >= RequestWindowLimits.capacity,
      !pending.contains(where: { $0.identifier == identifier })
    else { return false }
    guard !removing.isEmpty else { throw .pendingLimit(RequestWindowLimits.capacity) }
    return true
  }

  public func arm(
    _ arming: Arming, _ contents: inout Contents, on platform: inout System
  ) throws(Rejection) {
    let schedule = arming.schedule
    let identifier = arming.slot.identifier
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

  func add(_ request: NotificationRequest, on platform: inout System) {
    platform.add(request)
    platform.telemetry.notificationsScheduled += 1
  }

  // MARK: Re-planning

  /// Makes the pending list what the schedules ask for: adds what lacks, removes what is too much.
  public mutating func replan(
    _ schedules: [Schedule], _ contents: inout Contents, on platform: inout System
  ) -> ReplanResult {
    isReplanOwed = false
    var result = ReplanResult()
    guard platform.authorization.allowsNotifications else {
      lastReplan = result
      return result
    }
    let plan = plannedRequests(schedules, contents, on: platform)
    let now = platform.wallMilliseconds
    // What has no request is armed up to now at most.
    result.armedThrough = schedules.map { min($0.row.armedThrough, now) }
    var lacking: [(planned: PlannedRequest, request: NotificationRequest)] = []
    var extra = match(plan, schedules, &contents, on: &platform, into: &result) {
      lacking.append(($0, $1))
    }
    // What is added again under its identifier is replaced in place.
    extra.removeAll { identifier in lacking.contains { $0.request.identifier == identifier } }
    remove(extra, on: &platform)
    for (planned, request) in lacking where addIfRoom(request, on: &platform) {
      result.added += 1
      result.arm(planned)
    }
    result.removed = extra.count
    lastReplan = result
    return result
  }

  /// Compares plan and pending list: hands out what lacks or differs, returns what is too much.
  private func match(
    _ plan: [PlannedRequest], _ schedules: [Schedule], _ contents: inout Contents,
    on platform: inout System, into result: inout ReplanResult,
    lacking: (PlannedRequest, NotificationRequest) -> Void
  ) -> [String] {
    let pending = platform.pendingRequests
    var isKept = [Bool](repeating: false, count: pending.count)
    // Requests mostly stand in the order of the plan, so the search goes on where it ended.
    var hint = 0
    for planned in plan {
      let schedule = schedules[planned.schedule]
      let index = schedule.index(of: planned, in: pending, from: hint)
      if let index { hint = index + 1 }
      guard let index, removing.isEmpty || !removing.contains(pending[index].identifier) else {
        if index == nil, isLost(planned, schedule, pending) { result.lost += 1 }
        lacking(planned, request(for: planned, schedule, &contents, on: &platform))
        continue
      }
      isKept[index] = true
      result.arm(planned)
      if isUpToDate(index, pending, planned, schedule, &contents, on: &platform) {
        result.verified += 1
      } else {
        lacking(planned, request(for: planned, schedule, &contents, on: &platform))
      }
    }
    // An overdue request is not removed.
    return pending.indices.compactMap { index in
      isKept[index] || !isAhead(index, pending, schedules, now: platform.wallMilliseconds)
        ? nil : pending[index].identifier
    }
  }

  /// Whether an occurrence had a request and has none now, not even the reserve it once had.
  private func isLost(
    _ planned: PlannedRequest, _ schedule: Schedule, _ pending: [NotificationRequest]
  ) -> Bool {
    planned.occurrence.time <= schedule.row.armedThrough
      && !pending.contains { schedule.isFor($0.content.info, planned.occurrence) }
  }

  /// Whether the trigger of a pending request has not passed yet; otherwise it is overdue.
  private func isAhead(
    _ index: Int, _ pending: [NotificationRequest], _ schedules: [Schedule], now: Int64
  ) -> Bool {
    if case .daily = pending[index].trigger { return true }
    let owner = schedules.first { $0.owns(pending[index].content.info) }
    let time =
      owner?.triggerTime(at: index, in: pending) ?? pending[index].content.info.plannedTime
    return time > now
  }

  private func isUpToDate(
    _ index: Int, _ pending: [NotificationRequest], _ planned: PlannedRequest,
    _ schedule: Schedule, _ contents: inout Contents, on platform: inout System
  ) -> Bool {
    let now = platform.wallMilliseconds
    guard schedule.hasTrigger(at: index, in: pending, for: planned.occurrence, now: now) else {
      return false
    }
    if case .daily = pending[index].trigger {
      return schedule.hasDefaultContent(at: index, in: pending)
    }
    return planned.isReserve
      ? schedule.hasDefaultContent(at: index, in: pending)
      : pending[index].content == contents.best(for: schedule, planned.occurrence, on: &platform)
  }

  /// Adds a request; false when it has to wait for a removal.
  private mutating func addIfRoom(
    _ request: NotificationRequest, on platform: inout System
  ) -> Bool {
    let isReplacement = platform.pendingRequests.index(of: request.identifier) != nil
    guard !removing.contains(request.identifier),
      isReplacement || platform.pendingRequests.count < RequestWindowLimits.capacity
    else {
      isReplanOwed = true
      return false
    }
    add(request, on: &platform)
    return true
  }

  private func request(
    for planned: PlannedRequest, _ schedule: Schedule, _ contents: inout Contents,
    on platform: inout System
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: planned.isReserve
        ? schedule.reserveIdentifier(planned.occurrence) : schedule.identifier,
      trigger: schedule.trigger(at: planned.occurrence, now: platform.wallMilliseconds),
      content: planned.isReserve
        ? schedule.defaultContent(planned.occurrence)
        : contents.best(for: schedule, planned.occurrence, on: &platform))
  }

  /// Replaces the next request of each schedule of a kind by one with the best content.
  ///
  /// A dual notification that is skipped without content has no request yet: re-planning adds it.
  public func updateContent(
    _ kind: ScheduleKind, of schedules: [Schedule], _ contents: inout Contents,
    on platform: inout System
  ) -> Bool {
    let now = platform.wallMilliseconds
    var needsReplan = false
    for schedule in schedules where schedule.kind == kind {
      guard let next = schedule.nextOccurrence(after: now) else { continue }
      let wanted = PlannedRequest(schedule: 0, occurrence: next, isReserve: false)
      guard let index = schedule.index(of: wanted, in: platform.pendingRequests, from: 0) else {
        if kind == .dual { needsReplan = true }
        continue
      }
      let request = platform.pendingRequests[index]
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
    _ schedules: [Schedule], _ contents: Contents, on platform: System
  ) -> DeliveryAudit {
    let now = platform.wallMilliseconds
    let pending = platform.pendingRequests
    let plan = plannedRequests(schedules, contents, on: platform)
    var isComplete = true
    var isExact = plan.count == armedCount(on: platform)
    for planned in plan {
      let schedule = schedules[planned.schedule]
      guard let index = schedule.index(of: planned, in: pending, from: 0) else {
        isComplete = false
        continue
      }
      if !schedule.hasTrigger(at: index, in: pending, for: planned.occurrence, now: now) {
        isExact = false
      }
    }
    return DeliveryAudit(
      expected: plan.count, nextTime: plan.map(\.occurrence.time).min(),
      isAnyAhead: pending.indices.contains { isAhead($0, pending, schedules, now: now) },
      isComplete: isComplete, isExact: isComplete && isExact)
  }
}

/// The limits of the window.
enum RequestWindowLimits {
  /// How many requests the system keeps.
  ///
  /// Source: measured by others on iOS 18 and 26; see `docs/platform.md`.
  static let capacity = 64
  /// How many requests are planned: one place stays free, for the next schedule that is armed.
  static let plannedMax = 63
  /// How many days after the next occurrence have a reserve, while the window has room.
  static let reserveDays = 7
  /// A reserve this close to its trigger keeps its identifier, in milliseconds.
  static let settledMilliseconds: Int64 = 5000
}

extension ReplanResult {
  /// Notes that an occurrence has its request.
  fileprivate mutating func arm(_ planned: PlannedRequest) {
    armedThrough[planned.schedule] = max(armedThrough[planned.schedule], planned.occurrence.time)
  }
}
