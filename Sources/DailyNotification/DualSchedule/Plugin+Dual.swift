import CivilTime
import JSONText

extension Plugin {
  /// Call 34: content is fetched by a cron expression, with or without a notification.
  mutating func scheduleContentFetch(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options)
    let fetch = try DualConfiguration.ContentFetch(reader.object("config") ?? reader)
    guard nativeFetcher != nil else { throw .notConfigured }
    guard platform.backgroundRefresh == .available || !fetch.isEnabled else {
      throw .backgroundRefreshDisabled(platform.backgroundRefresh)
    }
    var next = dual?.configuration ?? DualConfiguration()
    next.contentFetch = fetch
    return try applyDual(next, .scheduleContentFetch, on: &platform)
  }

  /// Call 35: a notification by a cron expression, with its own text.
  mutating func scheduleUserNotification(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options)
    let notification = try DualConfiguration.UserNotification(reader.object("config") ?? reader)
    var next = dual?.configuration ?? DualConfiguration()
    next.userNotification = notification
    return try applyDual(next, .scheduleUserNotification, on: &platform)
  }

  /// Calls 36 and 38: fetch, notification and how they belong together; replaces what was there.
  mutating func scheduleDual(
    _ options: JSONObject, _ method: PluginMethod, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    guard let config = try OptionReader(options).object("config") else {
      throw .missing("config", expected: "contentFetch, userNotification and relationship")
    }
    let next = DualConfiguration(
      contentFetch: try .init(config.requiredObject("contentFetch")),
      userNotification: try .init(config.requiredObject("userNotification")),
      relationship: try .init(config.requiredObject("relationship")))
    guard nativeFetcher != nil else { throw .notConfigured }
    return try applyDual(next, method, on: &platform)
  }

  /// Call 39: cancels the dual schedule and nothing else.
  mutating func cancelDual(on platform: inout some Platform) -> CallOutcome {
    platform.removeSchedule(DualConfiguration.scheduleID, kind: ScheduleKind.dual.rawValue)
    forgetDual(on: &platform)
    removeRequests(of: DualConfiguration.scheduleID, .dual, on: &platform)
    handOverTask(on: &platform)
    saveSnapshot(on: &platform)
    return .reply([:])
  }

  /// Calls 40 and 41: takes the dual schedule's request and fetch away, and brings them back.
  mutating func setDualPaused(
    _ isPaused: Bool, _ method: PluginMethod, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    guard var next = dual?.configuration, next.isPaused != isPaused else { return .reply([:]) }
    next.isPaused = isPaused
    let outcome = try applyDual(next, method, on: &platform)
    if case .waiting = outcome { return outcome }
    return .reply([:])
  }

  /// Makes a configuration the one that holds: stored, armed and its fetch asked for, or nothing.
  private mutating func applyDual(
    _ next: DualConfiguration, _ method: PluginMethod, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    try checkComes(next, on: platform)
    let isArming = next.activeNotification != nil || next.activeFetch != nil
    if isArming, try needsAuthorization(method, on: &platform) { return .waiting(.authorization) }
    let previous = text(.dualConfiguration, platform)
    let previousThrough = platform.value(.dualFetchedThrough)
    let previousRow = platform.scheduleRows.first {
      $0.isNamed(DualConfiguration.scheduleID, .dual)
    }
    var arming: Arming?
    if next.activeNotification != nil,
      let draft = next.row(newRow(DualConfiguration.scheduleID, .dual, on: platform))
    {
      arming = try self.arming(of: draft, on: &platform)
      if arming == nil { return .waiting(.removals) }
    }
    do throws(Rejection) {
      try storeDual(next, on: &platform)
      let isTaskPending = try armDual(arming, next, method, on: &platform)
      if !isTaskPending, method == .scheduleContentFetch {
        throw Rejection.taskSchedulingFailed(lastTaskError)
      }
      return .reply(
        method == .scheduleContentFetch || method == .scheduleUserNotification
          ? [:] : ["warning": isTaskPending ? .null : .string(Plugin.taskWarning)])
    } catch {
      platform.setValue(previous.map(StoredValue.text), for: .dualConfiguration)
      platform.setValue(previousThrough, for: .dualFetchedThrough)
      if let previousRow { platform.writeSchedule(previousRow) }
      refreshConfiguration(on: &platform)
      restore(on: &platform)
      throw error
    }
  }

  /// An expression that never comes is rejected before anybody is asked anything.
  private func checkComes(
    _ next: DualConfiguration, on platform: some Platform
  ) throws(Rejection) {
    let now = platform.wallMilliseconds
    for schedule in [next.contentFetch?.schedule, next.userNotification?.schedule] {
      guard let schedule else { continue }
      if schedule.nextOccurrence(after: now, in: platform.zone) == nil {
        throw .neverFires(schedule.text)
      }
    }
  }

  private mutating func storeDual(
    _ next: DualConfiguration, on platform: inout some Platform
  ) throws(Rejection) {
    let isStored =
      store(.text(next.stored), for: .dualConfiguration, on: &platform)
      && store(.integer(platform.wallMilliseconds), for: .dualFetchedThrough, on: &platform)
    guard isStored else { throw .notStored(StorageKey.dualConfiguration.name) }
    refreshConfiguration(on: &platform)
  }

  /// Arms the notification and asks for the fetch; false when the task was refused.
  private mutating func armDual(
    _ arming: Arming?, _ next: DualConfiguration, _ method: PluginMethod,
    on platform: inout some Platform
  ) throws(Rejection) -> Bool {
    guard let arming else {
      try stopNotifying(next, on: &platform)
      return try askForDualFetch(next, on: &platform)
    }
    let isTaskPending = try askForDualFetch(next, on: &platform)
    try complete(arming, on: &platform)
    return isTaskPending
  }

  /// The notification part is gone, off or paused: its requests go, and its row stays if it paused.
  private mutating func stopNotifying(
    _ next: DualConfiguration, on platform: inout some Platform
  ) throws(Rejection) {
    let id = DualConfiguration.scheduleID
    if var row = platform.scheduleRows.first(where: { $0.isNamed(id, .dual) }), row.isEnabled {
      row.isEnabled = false
      guard write(row, on: &platform) else { throw .notStored("schedule \(id)") }
    }
    removeRequests(of: id, .dual, on: &platform)
    saveSnapshot(on: &platform)
  }

  /// Submits the task of the earliest fetch there is now; false when it was refused.
  private mutating func askForDualFetch(
    _ next: DualConfiguration, on platform: inout some Platform
  ) throws(Rejection) -> Bool {
    isSubmissionSuspended = false
    _ = store(nil, for: .dualRetryCount, on: &platform)
    guard let plan = nextPrefetch(readSchedules(on: &platform), on: platform) else {
      cancelPrefetch(on: &platform)
      return true
    }
    if isOtherTaskEarlier(than: plan, for: .dual, on: platform) { return true }
    if let fetch = next.activeFetch, plan.kind == .dual {
      platform.log(.dualFetchPlanned(schedule: fetch.schedule.text, date: plan.beginDate))
    }
    switch submit(plan, on: &platform) {
    case .submitted: return true
    case .refused: return next.activeFetch == nil
    case .notStored: throw .notStored(StorageKey.earliestBeginDate.name)
    }
  }

  /// Gives the one task to the earliest fetch that is left, or cancels it.
  mutating func handOverTask(on platform: inout some Platform) {
    let schedules = readSchedules(on: &platform)
    guard text(.taskOwner, platform) == PrefetchPlan.dualOwner else {
      return keepPrefetch(schedules, on: &platform)
    }
    guard let plan = nextPrefetch(schedules, on: platform) else {
      return cancelPrefetch(on: &platform)
    }
    _ = submit(plan, on: &platform)
  }

  /// Forgets configuration, progress and content of the dual schedule.
  mutating func forgetDual(on platform: inout some Platform) {
    let keys: [StorageKey] = [
      .dualConfiguration, .dualFetchedThrough, .dualRetryCount, .dualStatistics,
    ]
    for key in keys { platform.setValue(nil, for: key) }
    fetch?.remaining.removeAll { $0.kind == .dual }
    if let running = fetch, running.target.kind == .dual, running.purpose == .onDemand {
      platform.cancelFetch(running.number)
      fetch = nil
    }
    refreshConfiguration(on: &platform)
    for row in platform.contentRows where row.kind == .dual {
      platform.removeContent(scheduledFor: row.scheduledFor, .dual)
    }
  }
}
