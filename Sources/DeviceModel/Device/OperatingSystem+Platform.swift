public import CivilTime
public import DailyNotification
import SimulationCore

extension OperatingSystem: Platform {
  public var wallMilliseconds: Int64 { wall(at: now) }

  public var uptimeMilliseconds: Int64 { clocks.uptime(at: now) }

  public var zone: Zone { clocks.zone }

  public mutating func zone(named identifier: String) -> Zone? { lookUpZone(identifier) }

  public var isSimulator: Bool { configuration.variant == .simulator }

  // MARK: Notifications

  public var authorization: AuthorizationStatus { authorizationMachine.status }

  public mutating func requestAuthorization() {
    guard authorizationMachine.request() == .showDialog else { return }
    record(.dialogShown)
    process.cover(true)
  }

  public mutating func registerCategory(_ identifier: String) {
    center.register(category: identifier)
    record(.categoryRegistered(identifier))
  }

  public mutating func add(_ request: NotificationRequest) {
    let trigger = nextTrigger(request.trigger)
    let action = center.add(
      request, trigger: trigger, isAllowed: authorization.allowsNotifications,
      knobs: configuration.knobs)
    switch action {
    case .dropped(let reason):
      record(.requestDropped(identifier: request.identifier, reason))
    case .retained(let serial, let replaced, let evicted):
      cancel(replaced)
      let trigger = trigger ?? wallMilliseconds
      record(
        .requestAdded(
          identifier: request.identifier, trigger: trigger, isReplacement: replaced != nil))
      center.attach(schedule(.trigger(serial: serial), at: instant(ofWall: trigger)), to: serial)
      for eviction in evicted {
        cancel(eviction.token)
        record(.requestEvicted(identifier: eviction.identifier))
      }
    }
  }

  public var pendingRequests: [NotificationRequest] { center.requests }

  /// Asks for a removal, which takes effect 1 to 10 ms later.
  ///
  /// Source: Apple, removePendingNotificationRequests: it returns at once and works on a secondary
  /// thread. The delay is an assumption.
  public mutating func removePendingRequests(_ identifiers: [String]) {
    record(.removalAsked(count: identifiers.count))
    removals.append(Removal(batch: nextBatch, identifiers: identifiers))
    let delay = removalStream.integer(in: 1...10)
    schedule(.removal(batch: nextBatch), at: now.advanced(byMilliseconds: delay))
    nextBatch += 1
  }

  public var deliveredNotifications: [DeliveredNotification] { center.delivered }

  // MARK: Background tasks

  public var backgroundRefresh: BackgroundRefreshStatus {
    isSimulator ? .available : backgroundRefreshSetting
  }

  public mutating func registerTaskHandler(_ identifier: String) {
    let isLaunching = process.state == .launching
    switch scheduler.register(identifier, isLaunching: isLaunching) {
    case .registered: record(.handlerRegistered(identifier))
    case .crash(let reason): pendingCrash = pendingCrash ?? reason
    }
  }

  public mutating func submitTask(
    _ identifier: String, earliestBeginDate: Int64
  ) throws(TaskSubmissionError) {
    let action = scheduler.submit(
      identifier, earliestBeginDate: earliestBeginDate,
      TaskSchedulerMachine.SubmitConditions(
        isSimulatorRefusing: isSimulator && configuration.knobs.simulatorSubmit == .code1,
        isRefreshAvailable: backgroundRefresh == .available,
        isLowPowerRefusing: isLowPowerModeOn && configuration.knobs.submitUnderLowPower == .code1))
    switch action {
    case .accepted(let serial, let replaced, let isReplacement):
      cancel(replaced)
      record(
        .taskSubmitted(
          identifier: identifier, earliestBeginDate: earliestBeginDate,
          isReplacement: isReplacement))
      guard let lateness = drawLateness() else { return }
      let ready = instant(ofWall: earliestBeginDate).advanced(byMilliseconds: lateness)
      scheduler.attach(
        schedule(.taskReady(serial: serial), at: ready), toRequest: serial, lateness: lateness)
    case .refused(let error):
      record(.taskRefused(identifier: identifier, error))
      throw error
    case .crash(let reason):
      pendingCrash = pendingCrash ?? reason
      throw .unavailable
    }
  }

  public mutating func cancelTask(_ identifier: String) {
    guard let cancelled = scheduler.cancel(identifier) else { return }
    cancel(cancelled.token)
    record(.taskCancelled(identifier: identifier))
  }

  public func pendingTask(_ identifier: String) -> Int64? {
    scheduler.pending.first { $0.identifier == identifier }?.earliestBeginDate
  }

  public mutating func completeTask(_ task: LaunchedTask, success: Bool) {
    switch scheduler.complete(task) {
    case .completed(let expiry):
      cancel(expiry)
      record(.taskCompleted(task, isSuccess: success))
      scheduleSuspension()
    case .completedTwice:
      if configuration.knobs.doubleComplete == .violation { record(.taskCompletedTwice(task)) }
    case .unknown: break
    }
  }

  // MARK: Fetching

  /// Starts a fetch: the plugin's fixed content takes 120 ms, everything else goes to the network.
  public mutating func startFetch(_ request: FetchRequest) -> Int {
    let number = nextFetch
    nextFetch += 1
    let answer: NetworkMachine.Answer
    switch request {
    case .fixed(let body):
      record(.fetchStarted(number: number, nil))
      answer = NetworkMachine.Answer(
        outcome: .response(status: 200, body: body, etag: nil, retryAfterSeconds: nil),
        milliseconds: 120)
    case .get(let content):
      record(.fetchStarted(number: number, FetchSummary(content)))
      answer = network.answer(content, wallMilliseconds: wallMilliseconds)
    }
    let token = schedule(
      .fetch(number: number), at: now.advanced(byMilliseconds: answer.milliseconds))
    fetches.append(Fetch(number: number, answer: answer, token: token))
    return number
  }

  public mutating func cancelFetch(_ number: Int) {
    guard let index = fetches.firstIndex(where: { $0.number == number }) else { return }
    cancel(fetches.remove(at: index).token)
    record(.fetchCancelled(number: number))
  }

  // MARK: The host and the person

  public mutating func openSettings(_ page: SettingsPage) -> Bool {
    guard process.state.isOnScreen else { return false }
    record(.settingsOpened(page))
    return true
  }

  public mutating func log(_ message: LogMessage) { record(.log(message)) }

  public mutating func notifyHost(_ event: HostEvent) { record(.hostEvent(event)) }

  public mutating func settle(_ call: PluginCall, with reply: PluginReply) {
    let redacted = reply.redacted
    if redacted != reply {
      originalReplies.append((call.number, reply))
      if originalReplies.count > OperatingSystem.originalRepliesMax {
        originalReplies.removeFirst()
      }
    }
    record(.replied(call.redacted, redacted))
  }

  public mutating func entryBegan(_ entry: PluginEntry) { record(.entry(entry)) }

  public mutating func entryEnded(_ entry: PluginEntry) {
    entryCount += 1
    if entry.hasEntrySteps { plannedEntryCount += 1 }
  }

  /// The app in the background without work is suspended after 5 s.
  ///
  /// Source: Apple, "Managing your app's life cycle" (a few seconds); the length is an assumption.
  mutating func scheduleSuspension() {
    guard process.state == .background, scheduler.isIdle else { return }
    cancel(suspension)
    suspension = schedule(.suspend, at: now.advanced(byMilliseconds: 5000))
  }
}
