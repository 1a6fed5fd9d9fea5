import CivilTime

/// One request that should be pending.
struct PlannedRequest {
  let schedule: Int
  let occurrence: Int64
  let isReserve: Bool
}

/// What re-planning found and did.
struct ReplanResult {
  var verified = 0
  var added = 0
  /// Per schedule, the last occurrence that is planned; empty while nothing may be added.
  var armedThrough: [Int64] = []
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
    _ schedules: [DailySchedule], on platform: inout some Platform
  ) -> ReplanResult {
    isReplanOwed = false
    var result = ReplanResult()
    guard platform.authorization.allowsNotifications else { return result }
    let plan = plannedRequests(schedules, on: platform)
    var lacking: [NotificationRequest] = []
    var extra = match(plan, schedules, on: &platform, into: &result) { lacking.append($0) }
    // What is added again under its identifier is replaced in place.
    extra.removeAll { identifier in lacking.contains { $0.identifier == identifier } }
    remove(extra, on: &platform)
    for request in lacking where bringIn(request, on: &platform) { result.added += 1 }
    result.armedThrough = armedThrough(plan, schedules.count)
    return result
  }

  /// Compares plan and pending list: hands out what lacks or differs, returns what is too much.
  private mutating func match(
    _ plan: [PlannedRequest], _ schedules: [DailySchedule], on platform: inout some Platform,
    into result: inout ReplanResult, lacking: (NotificationRequest) -> Void
  ) -> [String] {
    let pending = platform.pendingRequests
    let now = platform.wallMilliseconds
    var isKept = [Bool](repeating: false, count: pending.count)
    // Requests mostly stand in the order of the plan, so the search goes on where it ended.
    var hint = 0
    for planned in plan {
      let index = schedules[planned.schedule].index(of: planned, in: pending, from: hint)
      if let index { hint = index + 1 }
      guard let index, removing.isEmpty || !removing.contains(pending[index].identifier) else {
        lacking(request(for: planned, schedules[planned.schedule], on: &platform))
        continue
      }
      isKept[index] = true
      if isUpToDate(index, pending, planned, schedules[planned.schedule], on: &platform) {
        result.verified += 1
      } else {
        lacking(request(for: planned, schedules[planned.schedule], on: &platform))
      }
    }
    var extra: [String] = []
    for index in pending.indices
    where !isKept[index] && pending[index].content.info.plannedTime > now {
      extra.append(pending[index].identifier)
    }
    return extra
  }

  private mutating func isUpToDate(
    _ index: Int, _ pending: [NotificationRequest], _ planned: PlannedRequest,
    _ schedule: DailySchedule, on platform: inout some Platform
  ) -> Bool {
    guard schedule.hasTrigger(at: index, in: pending) else { return false }
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
    for planned: PlannedRequest, _ schedule: DailySchedule, on platform: inout some Platform
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: planned.isReserve
        ? schedule.reserveIdentifier(schedule.zone.date(at: planned.occurrence))
        : schedule.identifier,
      trigger: schedule.trigger(at: planned.occurrence),
      content: planned.isReserve
        ? schedule.defaultContent(planned.occurrence)
        : bestContent(for: schedule, planned.occurrence, on: &platform))
  }

  /// Up to which occurrence each schedule has a request.
  private func armedThrough(_ plan: [PlannedRequest], _ count: Int) -> [Int64] {
    var armed = [Int64](repeating: .min, count: count)
    for planned in plan { armed[planned.schedule] = planned.occurrence }
    return armed
  }

  /// Stores rows whose next or last armed occurrence has changed.
  mutating func storeProgress(
    of schedules: [DailySchedule], armedThrough: [Int64], on platform: inout some Platform
  ) {
    for index in schedules.indices {
      let id = schedules[index].row.id
      let armed =
        armedThrough.isEmpty ? schedules[index].row.armedThrough : armedThrough[index]
      let next = schedules[index].row.triggerTime
      let isChanged = platform.scheduleRows.contains {
        $0.id == id && ($0.armedThrough != armed || $0.triggerTime != next)
      }
      guard isChanged else { continue }
      var row = schedules[index].row
      row.armedThrough = armed
      _ = write(row, on: &platform)
    }
  }

  /// Gives the next notifications the content that a fetch has just brought.
  mutating func refreshContents(on platform: inout some Platform) {
    guard platform.authorization.allowsNotifications else { return }
    let now = platform.wallMilliseconds
    for schedule in readSchedules(on: &platform) {
      guard let next = schedule.nextOccurrence(after: now) else { continue }
      let wanted = PlannedRequest(schedule: 0, occurrence: next, isReserve: false)
      guard let index = schedule.index(of: wanted, in: platform.pendingRequests, from: 0) else {
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

  /// The requests that should be pending, nearest first, as many as the window holds.
  private func plannedRequests(
    _ schedules: [DailySchedule], on platform: some Platform
  ) -> [PlannedRequest] {
    let now = platform.wallMilliseconds
    var plan: [PlannedRequest] = []
    plan.reserveCapacity(schedules.count * (Plugin.reserveDays + 1))
    for index in schedules.indices {
      let isHeld = schedules[index].isNextHeld(now: now, platform.pendingRequests)
      var occurrence = schedules[index].nextOccurrence(after: now)
      for offset in 0...Plugin.reserveDays {
        guard let time = occurrence else { break }
        plan.append(
          PlannedRequest(schedule: index, occurrence: time, isReserve: offset > 0 || isHeld))
        occurrence = schedules[index].nextOccurrence(after: time)
      }
    }
    guard schedules.count > 1 else { return plan }
    plan.sort { ($0.occurrence, $0.schedule) < ($1.occurrence, $1.schedule) }
    return Array(plan.prefix(Plugin.plannedMax))
  }

  mutating func removeAllRequests(on platform: inout some Platform) {
    remove(platform.pendingRequests.map(\.identifier), on: &platform)
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
