import CivilTime
import JSONText

extension Plugin {
  /// Call 34: content is fetched by a cron expression, with or without a notification.
  mutating func scheduleContentFetch(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .scheduleContentFetch)
    let fetch = try DualConfiguration.ContentFetch(reader.object("config") ?? reader)
    guard identity.fetcher != nil else { throw .notConfigured }
    if fetch.isEnabled { try prefetch.work.checkAllowed(on: platform) }
    var next = dual.configuration ?? DualConfiguration()
    next.contentFetch = fetch
    return try applyDual(next, .scheduleContentFetch, on: &platform)
  }

  /// Call 35: a notification by a cron expression, with its own text.
  mutating func scheduleUserNotification(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .scheduleUserNotification)
    let asked = try reader.object("config") ?? reader
    var next = dual.configuration ?? DualConfiguration()
    next.userNotification = try DualConfiguration.UserNotification(asked)
    return try applyDual(next, .scheduleUserNotification, asked, on: &platform)
  }

  /// Calls 36 and 38: fetch, notification and how they belong together; replaces what was there.
  mutating func scheduleDual(
    _ options: JSONObject, _ method: PluginMethod, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: method)
    let config = try reader.required("config", reader.object)
    let fetch = try config.required("contentFetch", config.object)
    let asked = try config.required("userNotification", config.object)
    let next = DualConfiguration(
      contentFetch: try .init(fetch), userNotification: try .init(asked),
      relationship: try .init(config.required("relationship", config.object)))
    guard identity.fetcher != nil else { throw .notConfigured }
    return try applyDual(next, method, asked, on: &platform)
  }

  /// Call 37: both parts, how they are linked, and how it went so far.
  func dualStatus(on platform: Family.System) -> JSONValue {
    let configuration = dual.configuration ?? DualConfiguration()
    let statistics = DualStatistics(on: platform)
    let next = delivery.nextTime(of: .dual, nil, ledger, on: platform)
    let scope = Family.Work.division.scope(of: .dual)
    let pendingFetch = prefetch.work.pendingBeginDate(scope, on: platform)
    let isFetchScheduled = configuration.activeFetch != nil && pendingFetch != nil
    // A retry, or the next fetch by the expression.
    let isOwner = PrefetchState.owner(scope, on: platform) == .dual
    let nextFetch =
      (isOwner ? pendingFetch : nil)
      ?? demand([], on: platform).nextDual(on: platform)?.beginDate
    let shown = platform.historyRows.last { $0.kind == .dual }?.deliveredAt
    return [
      "contentFetch": [
        "isEnabled": .bool(configuration.contentFetch?.isEnabled ?? false),
        "isScheduled": .bool(isFetchScheduled),
        "lastFetchTime": JSONValue(integerOrNull: statistics.lastFetchTime),
        "nextFetchTime": JSONValue(integerOrNull: isFetchScheduled ? nextFetch : nil),
      ],
      "userNotification": [
        "isEnabled": .bool(configuration.userNotification?.isEnabled ?? false),
        "isScheduled": .bool(next != nil),
        "lastNotificationTime": JSONValue(integerOrNull: shown),
        "nextNotificationTime": JSONValue(integerOrNull: next),
      ],
      "relationship": [
        "isLinked": .bool(configuration.isLinked),
        "contentAvailable": .bool(contents.isDualAvailable(on: platform)),
        "lastLinkTime": JSONValue(integerOrNull: statistics.lastLinkTime),
      ],
      "overall": [
        "isActive": .bool(
          configuration.activeFetch != nil || configuration.activeNotification != nil),
        "lastActivity": JSONValue(
          integerOrNull: [statistics.lastFetchTime, shown].compactMap(\.self).max()),
        "errorCount": .integer(statistics.errors),
        "successRate": statistics.successRate,
      ],
    ]
  }

  /// Call 39: cancels the dual schedule and nothing else.
  mutating func cancelDual(on platform: inout Family.System) -> CallOutcome {
    platform.removeSchedule(DualConfiguration.scheduleID, kind: ScheduleKind.dual.rawValue)
    forgetDual(on: &platform)
    delivery.withdraw(DualConfiguration.scheduleID, .dual, on: &platform)
    withdrawPages(.dual, DualConfiguration.scheduleID, on: &platform)
    flushLedger(on: &platform)
    delivery.replanAfterWithdrawals()
    prefetch.handOver(demand(on: &platform), on: &platform)
    platform.storeSnapshot()
    return .reply([:])
  }

  /// Calls 40 and 41: withdraws the dual schedule's notification and fetch, and restores them.
  mutating func setDualPaused(
    _ isPaused: Bool, _ method: PluginMethod, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    guard var next = dual.configuration, next.isPaused != isPaused else { return .reply([:]) }
    next.isPaused = isPaused
    let outcome = try applyDual(next, method, on: &platform)
    if case .waiting = outcome { return outcome }
    return .reply([:])
  }

  /// Makes a configuration the one in force: stored, armed and its fetch submitted, or nothing.
  ///
  /// `asked`: what the call says of the notification; nil where it says nothing.
  private mutating func applyDual(
    _ next: DualConfiguration, _ method: PluginMethod, _ asked: OptionReader? = nil,
    on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    try checkFires(next, on: platform)
    let isArming = next.activeNotification != nil || next.activeFetch != nil
    let armed: ScheduleKind? = next.activeNotification == nil ? nil : .dual
    if isArming, try needsAuthorization(method, arming: armed, on: &platform) {
      return .waiting(.authorization)
    }
    let previous = platform.value(.dualConfiguration)
    let previousThrough = platform.value(.dualFetchedThrough)
    let previousRow = platform.scheduleRow(DualConfiguration.scheduleID, .dual)
    var arming: Arming?
    if next.activeNotification != nil,
      let draft = next.row(Schedules.newRow(DualConfiguration.scheduleID, .dual, on: platform))
    {
      arming = try self.arming(
        of: draft, isResumed: method == .resumeDualSchedule, on: &platform)
      if arming == nil { return .waiting(.removals) }
    }
    do throws(Rejection) {
      try dual.store(next, on: &platform)
      refreshConfiguration(on: &platform)
      let (isTaskPending, isComplete) = try armDual(arming, next, on: &platform)
      if !isTaskPending, method == .scheduleContentFetch { throw prefetch.work.refusal }
      let isOnePart = method == .scheduleContentFetch || method == .scheduleUserNotification
      var isOverruled = false
      if let arming, let asked {
        isOverruled = tellOverruled(arming.schedule.row, asked, on: &platform)
      }
      let warning = Plugin.warning(
        isTaskPending: isTaskPending, isShort: !isComplete, isOverruled: isOverruled)
      return .reply(isOnePart ? [:] : ["warning": warning])
    } catch {
      platform.setValue(previous, for: .dualConfiguration)
      platform.setValue(previousThrough, for: .dualFetchedThrough)
      if let previousRow { platform.writeSchedule(previousRow) }
      refreshConfiguration(on: &platform)
      restore(on: &platform)
      throw error
    }
  }

  /// An expression that never fires is rejected before the person is asked anything.
  private func checkFires(
    _ next: DualConfiguration, on platform: Family.System
  ) throws(Rejection) {
    let now = platform.wallMilliseconds
    for schedule in [next.contentFetch?.schedule, next.userNotification?.schedule] {
      guard let schedule else { continue }
      if schedule.nextOccurrence(after: now, in: platform.zone) == nil {
        throw .neverFires(schedule.text)
      }
    }
  }

  /// Arms the notification and submits the fetch: whether its work is pending, and whether the
  /// system took all occurrences.
  private mutating func armDual(
    _ arming: Arming?, _ next: DualConfiguration, on platform: inout Family.System
  ) throws(Rejection) -> (isTaskPending: Bool, isComplete: Bool) {
    if arming == nil { try stopNotifying(on: &platform) }
    prefetch.beginAnew(.dual, on: &platform)
    let demand = demand(on: &platform)
    if let arming, let ahead = demand.lateDualFetch(for: arming.next.time, on: platform) {
      platform.log(.prefetchSkipped(aheadSeconds: ahead / 1000))
    }
    let isSubmitted = try prefetch.submitFirst(demand, for: .dual, on: &platform)
    var isComplete = true
    if let arming { isComplete = try complete(arming, on: &platform) }
    return (isSubmitted || next.activeFetch == nil, isComplete)
  }

  /// The notification part is gone, off or paused: it is withdrawn, and its row is disabled.
  private mutating func stopNotifying(
    on platform: inout Family.System
  ) throws(Rejection) {
    let id = DualConfiguration.scheduleID
    if var row = platform.scheduleRow(id, .dual), row.isEnabled {
      row.isEnabled = false
      guard platform.store(row) else { throw .notStored("schedule \(id)") }
    }
    delivery.withdraw(id, .dual, on: &platform)
    withdrawPages(.dual, id, on: &platform)
    flushLedger(on: &platform)
    delivery.replanAfterWithdrawals()
    platform.storeSnapshot()
  }

  /// Forgets configuration, progress and content of the dual schedule.
  mutating func forgetDual(on platform: inout Family.System) {
    DualSchedule.remove(on: &platform)
    prefetch.dropDual(on: &platform)
    refreshConfiguration(on: &platform)
    DualSchedule.removeContent(on: &platform)
  }
}
