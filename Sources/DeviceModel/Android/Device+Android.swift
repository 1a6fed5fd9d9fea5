import DailyNotification
import SimulationCore

/// What happens on an Android phone of its own accord.
extension Device {
  /// Runs one event of the queue of an Android phone.
  mutating func run(_ event: AndroidEvent) {
    switch event {
    case .alarm(let serial): alarmDue(serial)
    case .deliver: deliverNext()
    case .receiverOverdue(let run): endOverdueReceiver(run)
    case .broadcast(let broadcast): send(broadcast)
    case .permissionAnswered: enter(.authorizationAnswered)
    case .doze: proceedDoze()
    case .workReady(let serial):
      if !os.batch(serial), os.android.work.becomeReady(serial) { os.reconsiderWork() }
    case .runReadyWork: runReadyWork()
    case .jobQuota: os.reconsiderWork()
    case .disuse: os.android.usageMove = nil
    case .workOverdue(let run): stopWork(run, .timeUp)
    }
  }

  /// Lets the code of an Android phone's plugin run.
  mutating func withAndroid(
    _ body: (inout AndroidPlugin, inout OperatingSystem) -> Void
  ) {
    app?.runAndroid(body, on: &os)
    if os.process.isCrashing { crashIfNeeded() }
  }

  // MARK: Alarms

  /// The time of an alarm has come: it fires, or waits.
  ///
  /// Source: Android, "Optimize for Doze and App Standby" (alarms) and "Power management
  /// restrictions"; AlarmMachine and StandbyBucket have the quotas.
  /// Not modelled: light Doze, and alarm clocks of other apps, before which Doze ends as well.
  private mutating func alarmDue(_ serial: Int) {
    let before = os.android.alarms.entries.first { $0.serial == serial }
    let action = os.android.alarms.becomeDue(serial, at: os.now, os.alarmConditions)
    switch action {
    case nil: break
    case .fires: fire(serial)
    case .held(let hold): recordHeld(before, hold)
    case .waits(let hold, let milliseconds):
      recordHeld(before, hold)
      let token = os.schedule(
        .android(.alarm(serial: serial)), at: os.now.advanced(byMilliseconds: milliseconds))
      os.android.alarms.attach(token, to: serial)
    }
  }

  /// Records what an alarm waits for, unless it has waited for that already.
  private mutating func recordHeld(_ entry: AlarmMachine.Entry?, _ hold: AlarmHold) {
    guard let entry, entry.hold != hold else { return }
    let alarm = entry.alarm
    os.record(.android(.alarmHeld(identifier: alarm.identifier, hold, of: alarm.payload.owner)))
  }

  /// An alarm fires: its receiver is called.
  ///
  /// Source: Android, AlarmManager.setAlarmClock: Doze ends before it fires (DozeMachine).
  /// Not modelled: the icon of the alarm clock, the time a phone needs to wake up.
  private mutating func fire(_ serial: Int) {
    let stays = os.configuration.knobs.pendingIntentAfterAlarm == .stays
    let alarm = os.android.alarms.fire(serial, at: os.now, staysAsIntent: stays)
    guard let alarm else { return }
    os.record(.android(.alarmFired(alarm)))
    os.android.receivers.add(.alarm(alarm))
    switch os.configuration.knobs.alarmReceipt {
    case .once: break
    case .twice: os.android.receivers.add(.alarm(alarm))
    }
    deliverNext()
  }

  // MARK: Receivers

  /// Sends a broadcast to the app's receivers, after what is on its way to them.
  mutating func deliver(_ broadcast: Broadcast) {
    os.android.receivers.add(.broadcast(broadcast))
    deliverNext()
  }

  /// The system sends a broadcast; after that of a boot the library for work schedules its work.
  ///
  /// Source: AOSP, androidx.work RescheduleReceiver (BOOT_COMPLETED).
  /// Not modelled: the order among receivers of one app, of which the library has its own.
  private mutating func send(_ broadcast: Broadcast) {
    if broadcast == .bootCompleted {
      os.cancel(os.android.bootToken)
      os.android.bootToken = nil
      os.android.install.bootCompleted()
      if !os.android.install.isStopped, !os.withholdsBoot { os.rescheduleWork() }
    }
    deliver(broadcast)
  }

  /// Calls receivers until one of them goes on after it has returned.
  private mutating func deliverNext() {
    while let delivery = os.android.receivers.next() { receive(delivery) }
  }

  /// Calls the receiver of an alarm or a broadcast; its process starts where there is none.
  ///
  /// Source: Android, FLAG_EXCLUDE_STOPPED_PACKAGES (broadcasts of the system pass by a stopped
  /// app), "Implicit broadcast exceptions" (those of the plugin reach receivers of the manifest).
  /// Not modelled: the delay of broadcasts to cached apps.
  private mutating func receive(_ delivery: ReceiverQueue.Delivery) {
    guard os.power.isPoweredOn else { return }
    if let reason = os.reasonNotReceived(delivery) {
      if reason == .restricted { os.android.install.setBootWaiting(true) }
      return os.record(.android(.unreceived(delivery.name, reason, of: delivery.owner)))
    }
    switch delivery {
    // The receiver of other code returns at once.
    case .alarm(let alarm) where alarm.payload.owner == .other: startForReceiver()
    case .alarm(let alarm):
      startForReceiver()
      guard os.process.state.isAlive else { return }
      let run = os.android.receivers.begin()
      withAndroid { plugin, os in plugin.alarmFired(alarm, on: &os) }
      guard os.android.receivers.running == run else { return }
      let token = os.schedule(
        .android(.receiverOverdue(run: run)),
        at: os.now.advanced(byMilliseconds: delivery.limitMilliseconds))
      os.android.receivers.attach(token)
    case .broadcast(let broadcast):
      let reason = os.android.install.takeBootlessReason(broadcast)
      os.record(.android(.broadcast(broadcast, withoutBoot: reason)))
      startForReceiver()
      guard os.process.state.isAlive else { return }
      withAndroid { plugin, os in plugin.received(broadcast, on: &os) }
    }
  }

  /// Starts the app's process without its screen, where there is none.
  private mutating func startForReceiver() {
    if !os.process.state.isAlive { startProcess(isOnScreen: false) }
  }

  /// A receiver has run for too long: the system ends the process.
  ///
  /// Source: Android, "ANRs" (broadcast receivers).
  /// Not modelled: the dialog of an ANR.
  private mutating func endOverdueReceiver(_ run: Int) {
    guard os.android.receivers.running == run else { return }
    os.record(.process(.crashed(reason: "a receiver did not finish within 60 s (ANR)")))
    endProcess(.system)
  }

  // MARK: Doze

  /// Begins to count to Doze, or leaves it, by screen and plug.
  ///
  /// Source: Android, "Optimize for Doze and App Standby" (unplugged, stationary, screen off);
  /// AOSP, DeviceIdleController.becomeInactiveIfAppropriateLocked (with an alarm clock ahead).
  /// Not modelled: motion, which ends Doze, and light Doze.
  mutating func considerDoze() {
    guard os.configuration.variant == .device, !os.android.doze.isForced else { return }
    let isLeftAlone = os.power.isLocked && !os.battery.isCharging
    guard isLeftAlone else {
      if os.android.doze.isCounting || os.android.doze.phase != .active { wakeFromDoze() }
      return
    }
    guard os.android.doze.phase == .active, !os.android.doze.isCounting else { return }
    os.scheduleDoze(
      at: DozeMachine.firstStep(at: os.now, alarmClock: os.firstAlarmClock))
  }

  /// The next step of Doze comes; near an alarm clock the phone becomes active instead.
  ///
  /// Source: AOSP, DeviceIdleController.stepIdleStateLocked and exitMaintenanceEarlyIfNeededLocked.
  /// Not modelled: calls to the emergency number, which keep a phone active as well.
  private mutating func proceedDoze() {
    let doze = os.android.doze
    if DozeMachine.isUpcoming(os.firstAlarmClock, at: os.now) { return endDozeForAlarmClock() }
    if doze.phase == .maintenance, os.now < doze.end, os.isAnythingRunning {
      return os.scheduleDoze(at: doze.end)
    }
    let next = os.android.doze.proceed(at: os.now)
    if os.android.doze.phase == doze.phase { os.scheduleDoze(at: next) } else { dozeChanged(next) }
  }

  private mutating func endDozeForAlarmClock() {
    os.android.doze.force(false)
    wakeFromDoze(isForAlarmClock: true)
    considerDoze()
  }

  /// The phone is idle, or has a maintenance window, until the next step.
  private mutating func dozeChanged(_ next: SimulationInstant) {
    os.record(.android(.dozeChanged(os.android.doze.phase)))
    os.scheduleDoze(at: next)
    dropAlarmsInDoze()
    os.aimIdleEnd()
    releaseAlarms()
    stopWorkersInDoze()
    os.reconsiderWork()
  }

  /// A tester's command puts the phone into Doze at once.
  mutating func enterDoze() {
    os.cancel(os.android.doze.wake())
    dozeChanged(os.android.doze.beginIdle(at: os.now))
  }

  /// The workers of an app stop in Doze unless it is exempt from battery optimization.
  mutating func stopWorkersInDoze() {
    if os.android.doze.isIdle, !os.isBatteryExempt { stopWorkers() }
  }

  /// Looks at what code that has run may have changed.
  mutating func followAndroid() {
    followUsage()
    os.recordBucket()
    countRunTime()
    followDoze()
  }

  /// Looks at whether the app is used, which decides its bucket and whether it hibernates.
  ///
  /// Source: AOSP, AppStandbyController.reportEventLocked (NOTIFICATION_SEEN). That a person sees
  /// what is shown while the phone is unlocked, or is in the shade when it is, is assumed.
  /// Not modelled: a locked phone whose screen shows it.
  private mutating func followUsage() {
    let before = os.standbyBucket
    if os.android.shade.hasUnseen, os.power.state == .unlocked, os.android.shade.takeUnseen() {
      os.android.usage.notificationSeen(at: os.now)
    }
    let isUnused = os.android.usage.follow(os.usageMoment, os.android.usageLimits)
    os.aimUsage()
    if os.standbyBucket < before {
      releaseAlarms()
      os.reconsiderWork()
    }
    if isUnused { becameUnused() }
  }

  /// Counts the run time of jobs, and stops those whose quota is used up.
  private mutating func countRunTime() {
    os.android.jobs.count(os.countsRunTime, at: os.now)
    guard let quota = os.jobQuota else { return os.aimJobQuota(in: nil) }
    guard !os.android.work.isIdle else {
      let isWaiting = os.android.work.firstReady != nil
      return os.aimJobQuota(
        in: isWaiting ? os.android.jobs.wait(for: quota, at: os.now) : nil)
    }
    let left = os.android.jobs.left(of: quota, at: os.now)
    if left > 0 { return os.aimJobQuota(in: os.android.jobs.isCounting ? left : nil) }
    for task in os.android.work.runs { stopWork(task.number, .quota) }
    os.android.jobs.count(false, at: os.now)
    os.aimJobQuota(in: os.android.jobs.wait(for: quota, at: os.now))
  }

  /// Looks at Doze after code has run: alarm clocks may have changed, and what ran has ended.
  private mutating func followDoze() {
    switch os.android.doze.phase {
    case .active: break
    case .idle: os.aimIdleEnd()
    case .maintenance:
      if os.android.doze.mayClose(at: os.now), !os.isAnythingRunning {
        os.scheduleDoze(at: os.now)
      }
    }
  }

  /// Doze ends: what it held back is made up for.
  mutating func wakeFromDoze(isForAlarmClock: Bool = false) {
    let wasActive = os.android.doze.phase == .active
    os.cancel(os.android.doze.wake())
    guard !wasActive else { return }
    os.record(.android(.dozeChanged(.active, isForAlarmClock: isForAlarmClock)))
    releaseAlarms()
    os.reconsiderWork()
  }

  /// Exact alarms go where the phone's maker prunes them (knob `dozeDropsAlarms`).
  private mutating func dropAlarmsInDoze() {
    switch os.configuration.knobs.dozeDropsAlarms {
    case .no: break
    case .yes: if os.android.doze.isIdle { os.loseAlarms(.doze) { $0.call.isExact } }
    }
  }

  /// Looks at the alarms that wait after something has changed for them.
  private mutating func releaseAlarms() {
    for entry in os.android.alarms.held {
      os.cancel(entry.token)
      alarmDue(entry.serial)
    }
  }

  // MARK: Work

  /// Looks at Doze and work after something has changed for them.
  mutating func reconsiderAndroid() {
    considerDoze()
    followAndroid()
    releaseAlarms()
    os.reconsiderWork()
  }

  /// The network, or Doze, has taken away what running work needs.
  ///
  /// Source: Android, "Define work requests": WorkManager stops a worker whose constraint is no
  /// longer met, and tries again when it is.
  /// Not modelled: constraints other than the network.
  mutating func stopWorkers() {
    for task in os.android.work.runs { stopWork(task.number, .conditionGone) }
  }

  /// Runs the first work whose conditions hold; another one that is ready runs right after.
  private mutating func runReadyWork() {
    guard os.allowsWork, let item = os.android.work.firstReady else { return }
    begin(item.serial)
    os.reconsiderWork()
  }

  private mutating func begin(_ serial: Int) {
    let item = os.android.work.items.first { $0.serial == serial }
    if let item, item.owner == .other { return runForeignWork(item) }
    guard let item, let task = os.android.work.begin(serial)
    else { return }
    os.cancel(item.token)
    os.record(.task(.launched(task)))
    let deadline = os.schedule(
      .android(.workOverdue(run: task.number)),
      at: os.now.advanced(byMilliseconds: WorkMachine.runMilliseconds))
    os.android.work.attach(deadline: deadline, toRun: task.number)
    startForReceiver()
    guard os.process.state.isAlive else { return }
    withAndroid { plugin, os in plugin.workStarted(task, on: &os) }
  }

  /// The worker of other code runs, in a process that starts for it where there is none.
  private mutating func runForeignWork(_ item: WorkMachine.Item) {
    os.cancel(item.token)
    if let next = os.android.work.endForeign(item.serial) { os.aim(next.serial) }
    startForReceiver()
  }

  /// The system stops a worker, which is told.
  ///
  /// Source: Android, ListenableWorker.onStopped and "Support for long-running workers".
  /// Not modelled: the reasons that WorkInfo names for a stop.
  mutating func stopWork(_ run: Int, _ stop: WorkStop) {
    guard
      let (before, after) = os.android.work.stop(
        run, isTimeUp: stop == .timeUp, at: os.wallMilliseconds),
      let task = before.task
    else { return }
    os.cancel(before.deadline)
    os.record(.android(.workStopped(task, stop)))
    withAndroid { plugin, os in plugin.workStopped(task, on: &os) }
    // The plugin may have cancelled it.
    let isThere = os.android.work.items.contains { $0.serial == after.serial }
    if stop == .timeUp, isThere { os.resubmit(after) }
  }

  // MARK: Names

  /// A command with Android's own name of what a name stands for that any system understands.
  ///
  /// The name of the iPhone's task, which the verbs have where none is given, stands for the work
  /// that waits or runs; the name of a schedule's notifications for the one shown last.
  public func named(_ command: Command) -> Command {
    guard os.isAndroid else { return command }
    if case .simulateTaskLaunch(OperatingSystem.prefetchIdentifier) = command {
      let name = os.waitingWork(OperatingSystem.prefetchIdentifier)?.name
      return .simulateTaskLaunch(identifier: name ?? WorkName.daily)
    }
    if case .simulateTaskExpiration(OperatingSystem.prefetchIdentifier) = command {
      let name = os.runningWork(OperatingSystem.prefetchIdentifier)?.identifier
      return .simulateTaskExpiration(identifier: name ?? WorkName.daily)
    }
    if case .tapNotification(let name, let action) = command {
      return .tapNotification(identifier: os.shownName(name), action: action)
    }
    if case .dismissDelivered(let name?) = command {
      return .dismissDelivered(identifier: os.shownName(name))
    }
    return command
  }

  // MARK: The tester's verbs for work

  /// Why work cannot be run now; nil when it can.
  ///
  /// The identifier of the iPhone's task, which the verb has where none is given, stands for the
  /// work that waits first. After a force-stop the system knows no work until the app is opened.
  func refusalOfRunning(_ identifier: String) -> CommandRefusal? {
    let isKnown = os.android.work.isScheduled && os.waitingWork(identifier) != nil
    return isKnown ? nil : .noPendingTask(OperatingSystem.workName(for: identifier))
  }

  /// Why no worker can be stopped now; nil when one can.
  func refusalOfStopping(_ identifier: String) -> CommandRefusal? {
    os.runningWork(identifier) == nil
      ? .noRunningTask(OperatingSystem.workName(for: identifier)) : nil
  }

  /// Runs work now, whatever its begin date and the conditions say.
  ///
  /// Source: Android, "adb shell cmd jobscheduler run -f".
  /// Not modelled: the same command without -f, which asks the conditions.
  mutating func runWorkNow(_ identifier: String) {
    guard let item = os.waitingWork(identifier) else { return }
    begin(item.serial)
  }

  /// The time of a worker is up now.
  mutating func stopWorkNow(_ identifier: String) {
    if let task = os.runningWork(identifier) { stopWork(task.number, .timeUp) }
  }
}

extension OperatingSystem {
  /// The identifier of the shown notification that a name means; the name itself if there is none.
  fileprivate func shownName(_ name: String) -> String {
    if delivered.contains(where: { $0.identifier == name }) { return name }
    return delivered.last { shown in
      let info = shown.content.info
      return info.isOccurrence && OccurrenceIdentifier(info.kind, info.scheduleID).text == name
    }?.identifier ?? name
  }

  /// The name of work that a verb has asked for; that of daily work where it asked for none.
  fileprivate static func workName(for identifier: String) -> String {
    identifier == prefetchIdentifier ? WorkName.daily : identifier
  }

  /// Why a delivery reaches nobody; nil when it reaches a receiver.
  fileprivate func reasonNotReceived(_ delivery: ReceiverQueue.Delivery) -> NotReceivedReason? {
    if android.install.isStopped { return .appStopped }
    if case .broadcast(.bootCompleted) = delivery, withholdsBoot { return .restricted }
    if case .broadcast(.lockedBootCompleted) = delivery, withholdsBoot { return .restricted }
    let isUnlocked = power.hasBeenUnlocked
    let isReceived =
      switch delivery {
      case .alarm(let alarm) where alarm.payload.owner == .other: isUnlocked
      case .alarm: android.manifest.receivesAlarms(isUnlocked: isUnlocked)
      case .broadcast(let broadcast):
        android.manifest.receives(broadcast, isUnlocked: isUnlocked)
      }
    return isReceived ? nil : .noReceiver
  }

  /// The work that waits under a name, or first.
  fileprivate func waitingWork(_ identifier: String) -> WorkMachine.Item? {
    android.work.waiting(identifier == OperatingSystem.prefetchIdentifier ? nil : identifier)
  }

  /// The run of work of a name, or the first.
  fileprivate func runningWork(_ identifier: String) -> LaunchedTask? {
    let isAny = identifier == OperatingSystem.prefetchIdentifier
    return android.work.runs.first { isAny || $0.identifier == identifier }
  }
}

extension ReceiverQueue.Delivery {
  /// Whose receiver is called.
  fileprivate var owner: CodeOwner {
    switch self {
    case .alarm(let alarm): alarm.payload.owner
    case .broadcast: .plugin
    }
  }

  /// What is delivered, for records.
  fileprivate var name: String {
    switch self {
    case .alarm(let alarm): alarm.identifier
    case .broadcast(let broadcast): broadcast.rawValue
    }
  }
}
