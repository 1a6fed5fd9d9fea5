import DailyNotification
import SimulationCore

extension Device {
  /// Why other code cannot do something now; nil when it can.
  func refusal(of act: OtherCodeAct) -> CommandRefusal? {
    let state = os.process.state
    guard act.platforms.contains(os.configuration.platform) else {
      let verb = "otherCode \(act.name)"
      return os.isAndroid ? .iosOnly(verb) : .androidOnly(verb)
    }
    switch act {
    case .registerTaskHandler:
      // While there is no process it is the code of the next launch that registers.
      return state == .suspended ? .appSuspended : nil
    case .addRequest, .removeRequests, .submitTask, .cancelTask, .requestAuthorization,
      .setDelegate, .setCategories, .setBadge, .setAlarm, .cancelAlarms, .showNotification,
      .cancelNotifications, .cancelWork, .enqueueWork, .deleteChannel, .createChannel:
      return !state.isAlive ? .appNotRunning : state == .suspended ? .appSuspended : nil
    case .completeTask(let identifier, _):
      guard state.isAlive else { return .appNotRunning }
      guard state != .suspended else { return .appSuspended }
      if OperatingSystem.workIdentifiers.contains(identifier) { return .taskOfPlugin(identifier) }
      return os.otherCode.lastRun(identifier) == nil ? .noRunningTask(identifier) : nil
    }
  }

  /// Does what other code in the app does; the plugin hears of none of it.
  mutating func act(_ act: OtherCodeAct) {
    switch act {
    case .addRequest(let request): os.add(os.foreign(request), by: .other)
    case .removeRequests(let identifiers):
      os.removePendingRequests(
        identifiers ?? os.pendingRequests.map(\.identifier), by: .other)
    case .submitTask(let identifier, let milliseconds):
      // What the system refused is in the trace.
      try? os.submitTask(
        identifier, earliestBeginDate: os.wallMilliseconds + milliseconds, by: .other)
    case .cancelTask(let identifier):
      let all = os.scheduler.pending.map(\.identifier)
      for identifier in identifier.map({ [$0] }) ?? all { os.cancelTask(identifier, by: .other) }
    case .registerTaskHandler(let identifier):
      if os.process.state.isAlive {
        os.registerTaskHandler(identifier, by: .other)
      } else {
        os.otherCode.registerAtStart(identifier)
      }
    case .completeTask(let identifier, let isSuccess):
      if let task = os.otherCode.lastRun(identifier) { os.completeTask(task, success: isSuccess) }
    case .requestAuthorization: os.requestAuthorization(by: .other)
    case .setDelegate(let presents): os.center.setOtherDelegate(presents: presents)
    case .setCategories(let identifiers): os.center.replaceCategories(identifiers)
    case .setBadge(let number, let asIconNumber): os.setBadge(number, asIconNumber: asIconNumber)
    case .setAlarm(let identifier, let milliseconds, let hasSameIntent):
      os.setForeignAlarm(
        identifier, at: os.wallMilliseconds + milliseconds, hasSameIntent: hasSameIntent)
    case .cancelAlarms(let identifiers): os.cancelAnyAlarms(identifiers)
    case .showNotification(let notification): os.showForeign(notification)
    case .cancelNotifications(let identifiers): os.cancelAnyNotifications(identifiers)
    case .cancelWork(let name): cancelAnyWork(name)
    case .enqueueWork(let name, let policy, let milliseconds):
      enqueueForeignWork(name, policy, afterMilliseconds: milliseconds)
    case .deleteChannel(let identifier): os.deleteChannel(identifier)
    case .createChannel(let channel): os.createChannel(channel)
    }
    crashIfNeeded()
  }

  /// Other code registers its launch handlers, after the plugin and before the launch finishes.
  mutating func registerOtherHandlers() {
    for identifier in os.otherCode.startHandlers {
      os.registerTaskHandler(identifier, by: .other)
    }
    crashIfNeeded()
  }
}

extension OperatingSystem {
  /// A request of other code as the notification center takes it.
  fileprivate mutating func foreign(_ request: OtherRequest) -> NotificationRequest {
    NotificationRequest(
      identifier: request.identifier, trigger: request.trigger,
      content: NotificationContent(
        title: request.title, body: request.body, hasSound: request.hasSound, priority: .default,
        categoryIdentifier: "", badge: request.badge, interruption: request.interruption,
        info: .foreign(plannedTime: nextTrigger(request.trigger) ?? wallMilliseconds)))
  }
  /// The app sets the number on its icon; 0 may remove what was delivered.
  ///
  /// Source: Apple, UIApplication.applicationIconBadgeNumber, which clears Notification Center at
  /// 0, and UNUserNotificationCenter.setBadgeCount, of which the knob `setBadgeZeroClears` says it.
  fileprivate mutating func setBadge(_ number: Int64, asIconNumber: Bool) {
    center.setBadge(number)
    guard number == 0, asIconNumber || configuration.knobs.setBadgeZeroClears == .yes else {
      return
    }
    clearSummary()
    let count = center.dismissAll()
    if count > 0 { record(.notification(.dismissed(count: count))) }
  }
}
