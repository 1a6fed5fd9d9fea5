import CivilTime

/// What re-planning found and did.
struct ReplanResult: Hashable {
  var verified = 0
  var added = 0
  var removed = 0
  /// Requests that were armed and that the system has lost.
  var lost = 0
  /// Per schedule, the last occurrence that has a request; empty while nothing may be added.
  var armedThrough: [Int64] = []

  /// Notes that an occurrence has its request.
  fileprivate mutating func arm(_ planned: PlannedRequest) {
    armedThrough[planned.schedule] = max(armedThrough[planned.schedule], planned.occurrence.time)
  }
}

extension Plugin {
  /// Re-plans what is stored, and stores how far it got.
  mutating func replanStored(on platform: inout some Platform) {
    let schedules = readSchedules(on: &platform)
    let result = replan(schedules, on: &platform)
    storeProgress(of: schedules, armedThrough: result.armedThrough, on: &platform)
  }

  /// How many requests the system keeps.
  ///
  /// Source: measured by others on iOS 18 and 26; see `docs/platform.md`.
  static let windowCapacity = 64
  /// How many requests are planned: one place stays free, for the next schedule that is armed.
  static let plannedMax = 63
  /// How many days after the next occurrence have a reserve, while the window has room.
  static let reserveDays = 7
  /// A reserve this close to its trigger keeps its identifier.
  static let settledMilliseconds: Int64 = 5000

  /// Makes the pending list what the schedules ask for: adds what lacks, removes what is too much.
  mutating func replan(
    _ schedules: [Schedule], on platform: inout some Platform
  ) -> ReplanResult {
    isReplanOwed = false
    var result = ReplanResult()
    guard platform.authorization.allowsNotifications else {
      lastReplan = result
      return result
    }
    let plan = plannedRequests(schedules, on: platform)
    let now = platform.wallMilliseconds
    // What has no request is armed up to now at most.
    result.armedThrough = schedules.map { min($0.row.armedThrough, now) }
    var lacking: [(planned: PlannedRequest, request: NotificationRequest)] = []
    var extra = match(plan, schedules, on: &platform, into: &result) { lacking.append(($0, $1)) }
    // What is added again under its identifier is replaced in place.
    extra.removeAll { identifier in lacking.contains { $0.request.identifier == identifier } }
    remove(extra, on: &platform)
    for (planned, request) in lacking where bringIn(request, on: &platform) {
      result.added += 1
      result.arm(planned)
    }
    result.removed = extra.count
    lastReplan = result
    return result
  }

  /// Compares plan and pending list: hands out what lacks or differs, returns what is too much.
  private mutating func match(
    _ plan: [PlannedRequest], _ schedules: [Schedule], on platform: inout some Platform,
    into result: inout ReplanResult, lacking: (PlannedRequest, NotificationRequest) -> Void
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
        lacking(planned, request(for: planned, schedule, on: &platform))
        continue
      }
      isKept[index] = true
      result.arm(planned)
      if isUpToDate(index, pending, planned, schedule, on: &platform) {
        result.verified += 1
      } else {
        lacking(planned, request(for: planned, schedule, on: &platform))
      }
    }
    // One that is on its way is not taken out.
    return pending.indices.compactMap { index in
      isKept[index] || !isAhead(index, pending, schedules, now: platform.wallMilliseconds)
        ? nil : pending[index].identifier
    }
  }

  /// Whether an occurrence had a request and has none now, not even as the reserve it was.
  private func isLost(
    _ planned: PlannedRequest, _ schedule: Schedule, _ pending: [NotificationRequest]
  ) -> Bool {
    planned.occurrence.time <= schedule.row.armedThrough
      && !pending.contains { schedule.isFor($0.content.info, planned.occurrence) }
  }

  /// Whether the time of a pending request is still to come; otherwise it is on its way.
  func isAhead(
    _ index: Int, _ pending: [NotificationRequest], _ schedules: [Schedule], now: Int64
  ) -> Bool {
    if case .daily = pending[index].trigger { return true }
    let owner = schedules.first { $0.owns(pending[index].content.info) }
    return owner?.aim(at: index, in: pending) ?? pending[index].content.info.plannedTime > now
  }

  private mutating func isUpToDate(
    _ index: Int, _ pending: [NotificationRequest], _ planned: PlannedRequest,
    _ schedule: Schedule, on platform: inout some Platform
  ) -> Bool {
    let now = platform.wallMilliseconds
    guard schedule.isAimed(at: index, in: pending, planned.occurrence, now: now) else {
      return false
    }
    if case .daily = pending[index].trigger {
      return schedule.hasDefaultContent(at: index, in: pending)
    }
    return planned.isReserve
      ? schedule.hasDefaultContent(at: index, in: pending)
      : pending[index].content == bestContent(for: schedule, planned.occurrence, on: &platform)
  }

  /// Brings one request into the pending list; false when it has to wait for a removal.
  private mutating func bringIn(
    _ request: NotificationRequest, on platform: inout some Platform
  ) -> Bool {
    let isReplacement = platform.pendingRequests.index(of: request.identifier) != nil
    guard !removing.contains(request.identifier),
      isReplacement || platform.pendingRequests.count < Plugin.windowCapacity
    else {
      isReplanOwed = true
      return false
    }
    add(request, on: &platform)
    return true
  }

  private mutating func request(
    for planned: PlannedRequest, _ schedule: Schedule, on platform: inout some Platform
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: planned.isReserve
        ? schedule.reserveIdentifier(planned.occurrence) : schedule.identifier,
      trigger: schedule.trigger(at: planned.occurrence, now: platform.wallMilliseconds),
      content: planned.isReserve
        ? schedule.defaultContent(planned.occurrence)
        : bestContent(for: schedule, planned.occurrence, on: &platform))
  }

  /// Stores rows whose next or last armed occurrence has changed.
  mutating func storeProgress(
    of schedules: [Schedule], armedThrough: [Int64], on platform: inout some Platform
  ) {
    for index in schedules.indices {
      let schedule = schedules[index]
      let earlier = schedule.row.armedThrough
      // While an occurrence is still to be accounted for, it counts how far it was armed then.
      let isDue = schedule.row.triggerTime <= platform.wallMilliseconds
      let planned = armedThrough.isEmpty ? earlier : armedThrough[index]
      let armed = isDue ? min(earlier, planned) : planned
      let isChanged = platform.scheduleRows.contains {
        $0.isNamed(schedule.row.id, schedule.kind)
          && ($0.armedThrough != armed || $0.triggerTime != schedule.row.triggerTime)
      }
      guard isChanged else { continue }
      var row = schedule.row
      row.armedThrough = armed
      _ = write(row, on: &platform)
    }
  }

  /// Gives the next notifications of a kind the content that a fetch has just brought.
  mutating func refreshContents(_ kind: ScheduleKind, on platform: inout some Platform) {
    guard platform.authorization.allowsNotifications else { return }
    let now = platform.wallMilliseconds
    let schedules = readSchedules(on: &platform)
    for schedule in schedules where schedule.kind == kind {
      guard let next = schedule.nextOccurrence(after: now) else { continue }
      let wanted = PlannedRequest(schedule: 0, occurrence: next, isReserve: false)
      guard let index = schedule.index(of: wanted, in: platform.pendingRequests, from: 0) else {
        // A dual notification that is skipped without content is armed only now.
        if kind == .dual { replanStored(on: &platform) }
        continue
      }
      let request = platform.pendingRequests[index]
      let content = bestContent(for: schedule, next, on: &platform)
      guard content != request.content, !removing.contains(request.identifier) else { continue }
      add(
        NotificationRequest(
          identifier: request.identifier, trigger: request.trigger, content: content),
        on: &platform)
    }
  }

  mutating func removeAllRequests(on platform: inout some Platform) {
    remove(platform.pendingRequests.map(\.identifier), on: &platform)
  }

  /// Removes what is pending for one schedule, what is on its way included.
  mutating func removeRequests(
    of id: String, _ kind: ScheduleKind, on platform: inout some Platform
  ) {
    let owned = platform.pendingRequests.filter {
      $0.content.info.scheduleID == id && $0.content.info.kind == kind
    }
    remove(owned.map(\.identifier), on: &platform)
  }

  mutating func remove(_ identifiers: [String], on platform: inout some Platform) {
    let fresh = identifiers.filter { !removing.contains($0) }
    guard !fresh.isEmpty else { return }
    removing.append(contentsOf: fresh)
    platform.removePendingRequests(fresh)
  }

  func add(_ request: NotificationRequest, on platform: inout some Platform) {
    platform.add(request)
    platform.telemetry.notificationsScheduled += 1
  }
}
