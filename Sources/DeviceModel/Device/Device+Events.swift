import DailyNotification
import SimulationCore

extension Device {
  /// Runs one event of the queue.
  mutating func run(_ scheduled: ScheduledEvent) {
    os.beginCause(scheduled.cause)
    switch scheduled.event {
    case .trigger(let serial): triggerFired(serial)
    case .deliver(let serial): deliver(serial)
    case .removal(let batch): settleRemoval(batch)
    case .taskReady(let serial): taskBecameReady(serial)
    case .runReadyTask: runReadyTask()
    case .taskExpires(let run): expire(run)
    case .taskOverdue(let run): killIfOverdue(run)
    case .fetch(let number): endFetch(number)
    case .suspend: suspend()
    }
  }

  /// Lets plugin code run, then ends the process if that code crashed it.
  mutating func withPlugin(_ body: (inout Plugin, inout OperatingSystem) -> Void) {
    app?.run(body, on: &os)
    if os.pendingCrash != nil { crashIfNeeded() }
  }

  private mutating func triggerFired(_ serial: Int) {
    guard os.power.isPoweredOn else { return os.center.hold(serial) }
    guard os.center.becomeDue(serial) else { return }
    let drift = os.drawDrift()
    guard drift > 0 else { return deliver(serial) }
    let token = os.schedule(
      .deliver(serial: serial), at: os.now.advanced(byMilliseconds: drift))
    os.center.attach(token, to: serial)
  }

  /// Shows a due notification: without app code, or with the delegate while the app is in front.
  private mutating func deliver(_ serial: Int) {
    guard os.power.isPoweredOn else { return os.center.hold(serial) }
    guard let (request, trigger) = os.center.takeDue(serial) else { return }
    rearm(request, firedAt: trigger)
    guard os.authorization.allowsNotifications else {
      os.record(.notDelivered(identifier: request.identifier, reason: .denied))
      return
    }
    let isOnScreen = os.process.state.isOnScreen
    if isOnScreen, os.center.categories.isEmpty {
      os.record(.notDelivered(identifier: request.identifier, reason: .noDelegate))
      return
    }
    var isShown = true
    if isOnScreen {
      withPlugin { plugin, os in isShown = plugin.willPresent(request, on: &os) }
    }
    guard isShown else {
      os.record(.notDelivered(identifier: request.identifier, reason: .suppressedByDelegate))
      return
    }
    let occurrence = request.occurrence(firedAt: trigger)
    let shown = DeliveredNotification(request: request, deliveredAt: os.wallMilliseconds)
    os.center.deliver(request, for: occurrence, at: shown.deliveredAt)
    os.record(.delivered(shown, occurrence: occurrence))
    if isOnScreen { withPlugin { plugin, os in plugin.presented(on: &os) } }
  }

  mutating func rearm(_ request: NotificationRequest, firedAt fired: Int64) {
    let isRepeating =
      switch request.trigger {
      case .daily, .interval(_, repeats: true): true
      case .calendar, .interval(_, repeats: false): false
      }
    guard isRepeating, let next = os.nextTrigger(request.trigger, firedAt: fired) else { return }
    let serial = os.center.rearm(
      request, NotificationCenterMachine.Aim(trigger: next, firedThrough: fired))
    let token = os.schedule(.trigger(serial: serial), at: os.instant(ofWall: next))
    os.center.attach(token, to: serial)
  }

  private mutating func settleRemoval(_ batch: Int) {
    guard let index = os.removals.firstIndex(where: { $0.batch == batch }) else { return }
    let removal = os.removals.remove(at: index)
    for identifier in removal.identifiers {
      guard let removed = os.center.remove(identifier) else { continue }
      os.cancel(removed.token)
      os.record(.requestRemoved(identifier: identifier))
    }
    if os.process.state == .suspended {
      os.heldRemovals += removal.identifiers
    } else {
      withPlugin { plugin, os in plugin.removalsSettled(removal.identifiers, on: &os) }
    }
  }

  private mutating func endFetch(_ number: Int) {
    guard let index = os.fetches.firstIndex(where: { $0.number == number }) else { return }
    guard os.process.state.canRunCode else {
      os.fetches[index].isHeld = true
      return
    }
    let fetch = os.fetches.remove(at: index)
    let answer = fetch.answer
    os.record(
      .fetchEnded(
        number: number,
        FetchResult(answer.outcome, durationMilliseconds: answer.milliseconds)))
    if let raw = answer.raw { os.network.lastResponse = raw }
    withPlugin { plugin, os in plugin.fetchEnded(number, answer.outcome, on: &os) }
  }

  private mutating func suspend() {
    os.suspension = nil
    guard os.scheduler.isIdle, os.process.suspend() else { return }
    os.record(.process(os.process.state))
  }
}

extension NotificationRequest {
  /// Which occurrence a showing stands for: its trigger's, or what an interval makes up for.
  fileprivate func occurrence(firedAt trigger: Int64) -> Int64 {
    if case .interval = self.trigger { content.info.plannedTime } else { trigger }
  }
}
