public import DailyNotification
import SimulationCore

extension OperatingSystem: IOSPlatform {}

extension OperatingSystem: NotificationCenterAccess {
  public mutating func registerCategory(_ category: NotificationCategory) {
    center.register(category)
    record(.request(.categoryRegistered(category.identifier)))
  }

  public var isDelegate: Bool { center.delegate == .plugin }

  public mutating func add(_ request: NotificationRequest) { add(request, by: .plugin) }

  /// Adds a request; a trigger that cannot be made raises an exception, which ends the app.
  ///
  /// Source: Apple, UNTimeIntervalNotificationTrigger: the interval is greater than 0, and at least
  /// 60 s where it repeats; NSInternalInconsistencyException otherwise.
  mutating func add(_ request: NotificationRequest, by owner: CodeOwner) {
    if case .interval(let milliseconds, let repeats) = request.trigger {
      if milliseconds <= 0 { return process.crash("time interval must be greater than 0") }
      if repeats, milliseconds < 60_000 {
        return process.crash("time interval must be at least 60 if repeating")
      }
    }
    let trigger = nextTrigger(request.trigger)
    let action = center.add(
      request, trigger: trigger, isAllowed: authorization.allowsNotifications,
      knobs: configuration.knobs)
    switch action {
    case .dropped(let reason):
      record(.request(.dropped(identifier: request.identifier, reason, by: owner)))
    case .retained(let serial, let replaced, let evicted):
      cancel(replaced)
      let trigger = trigger ?? wallMilliseconds
      record(
        .request(
          .added(
            identifier: request.identifier, trigger: trigger, isReplacement: replaced != nil,
            by: owner)))
      center.attach(schedule(.trigger(serial: serial), at: instant(ofWall: trigger)), to: serial)
      for eviction in evicted {
        cancel(eviction.token)
        record(.request(.evicted(identifier: eviction.identifier, by: owner)))
      }
    }
  }

  public var pendingRevision: Int { center.pendingRevision }

  public var deliveredRevision: Int { center.deliveredRevision + summary.revision }

  public var pendingRequests: [NotificationRequest] { center.requests }

  /// Source: Apple, UNCalendarNotificationTrigger.nextTriggerDate; that it names the time which has
  /// come while the notification is on its way is an assumption.
  public func triggerTime(ofPending index: Int) -> Int64 {
    center.entries[index].triggerMilliseconds
  }

  /// Asks for a removal, which takes effect 1 to 10 ms later.
  ///
  /// Source: Apple, removePendingNotificationRequests: it returns at once and works on a secondary
  /// thread. The delay is an assumption.
  public mutating func removePendingRequests(_ identifiers: [String]) {
    removePendingRequests(identifiers, by: .plugin)
  }

  mutating func removePendingRequests(_ identifiers: [String], by owner: CodeOwner) {
    record(.request(.removalStarted(count: identifiers.count, by: owner)))
    let batch = center.beginRemoval(identifiers, by: owner)
    let delay = removalStream.integer(in: 1...10)
    schedule(.removal(batch: batch), at: now.advanced(byMilliseconds: delay))
  }

  public var deliveredNotifications: [DeliveredNotification] { toldDelivered }
}

extension OperatingSystem: TaskSchedulerAccess {
  public var isSimulator: Bool { configuration.variant == .simulator }

  public var backgroundRefresh: BackgroundRefreshStatus {
    switch parts {
    case .ios: isSimulator ? .available : scheduler.backgroundRefresh
    case .android: .available
    }
  }

  public mutating func registerTaskHandler(_ identifier: String) {
    registerTaskHandler(identifier, by: .plugin)
  }

  /// Source: Apple, BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:): before
  /// the launch finishes, once for each identifier; anything else is a crash.
  mutating func registerTaskHandler(_ identifier: String, by owner: CodeOwner) {
    let isLaunching = process.state == .launching
    switch scheduler.register(identifier, isLaunching: isLaunching) {
    case .registered:
      record(.task(.handlerRegistered(identifier, by: owner)))
      if owner == .other { otherCode.registered(identifier) }
    case .crash(let reason): process.crash(reason)
    }
  }

  public mutating func submitTask(
    _ identifier: String, earliestBeginDate: Int64
  ) throws(TaskSubmissionError) {
    try submitTask(identifier, earliestBeginDate: earliestBeginDate, by: .plugin)
  }

  mutating func submitTask(
    _ identifier: String, earliestBeginDate: Int64, by owner: CodeOwner
  ) throws(TaskSubmissionError) {
    let action = scheduler.submit(
      identifier, earliestBeginDate: earliestBeginDate, by: owner,
      TaskSchedulerMachine.SubmitConditions(
        isSimulatorRefusing: isSimulator && configuration.knobs.simulatorSubmit == .code1,
        isRefreshAvailable: backgroundRefresh == .available,
        isLowPowerRefusing: isPowerSavingOn && configuration.knobs.submitUnderLowPower == .code1))
    switch action {
    case .accepted(let serial, let replaced, let isReplacement):
      cancel(replaced)
      record(
        .task(
          .submitted(
            identifier: identifier, earliestBeginDate: earliestBeginDate,
            isReplacement: isReplacement, by: owner)))
      guard let drawn = drawLateness() else { return }
      let lateness = drawn + disuseLateness(of: identifier)
      let ready = instant(ofWall: earliestBeginDate).advanced(byMilliseconds: lateness)
      scheduler.attach(
        schedule(.taskReady(serial: serial), at: ready), toRequest: serial, lateness: lateness)
    case .refused(let error):
      record(.task(.refused(identifier: identifier, error, by: owner)))
      throw error
    case .crash(let reason):
      process.crash(reason)
      throw .unavailable
    }
  }

  public mutating func cancelTask(_ identifier: String) { cancelTask(identifier, by: .plugin) }

  mutating func cancelTask(_ identifier: String, by owner: CodeOwner) {
    guard let cancelled = scheduler.cancel(identifier) else { return }
    cancel(cancelled.token)
    record(.task(.cancelled(identifier: identifier, by: owner)))
  }

  public func pendingTask(_ identifier: String) -> Int64? {
    scheduler.pending.first { $0.identifier == identifier }?.earliestBeginDate
  }

  public var pendingTaskCount: Int { scheduler.pending.count }

  public mutating func completeTask(_ task: LaunchedTask, success: Bool) {
    switch scheduler.complete(task) {
    case .completed(let expiry):
      cancel(expiry)
      record(.task(.completed(task, isSuccess: success)))
      scheduleSuspension()
    case .completedTwice:
      if configuration.knobs.doubleComplete == .violation { record(.task(.completedTwice(task))) }
    case .unknown: break
    }
  }
}

extension OperatingSystem: SettingsAccess {
  public mutating func openSettings(_ page: SettingsPage) -> Bool {
    guard process.state.isOnScreen else { return false }
    record(.authorization(.settingsOpened(page)))
    // Settings come to the front, and the app goes behind them.
    if process.background() { record(.process(.changed(process.state))) }
    return true
  }
}
