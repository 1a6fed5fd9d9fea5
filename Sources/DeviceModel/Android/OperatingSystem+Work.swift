import DailyNotification
import SimulationCore

/// When work runs: rules that join WorkManager with the network, Doze, the battery and the app.
extension OperatingSystem {
  /// Schedules the event with which work becomes ready, unless the system does not know it.
  ///
  /// Work behind other work of its name is aimed when that has ended.
  mutating func aim(_ serial: Int) {
    guard android.work.isScheduled, runsWork,
      let item = android.work.items.first(where: { $0.serial == serial })
    else { return }
    let ready = instant(ofWall: item.beginDate).advanced(byMilliseconds: item.lateness)
    android.work.attach(schedule(.android(.workReady(serial: serial)), at: ready), to: serial)
  }

  /// Work runs again: what it waits for is in the trace.
  mutating func resubmit(_ item: WorkMachine.Item) {
    record(
      .task(
        .submitted(
          identifier: item.name, earliestBeginDate: item.beginDate, isReplacement: false)))
    aim(item.serial)
  }

  /// Forgets what was scheduled for work that was cancelled; a worker that runs is stopped.
  mutating func forget(_ item: WorkMachine.Item) {
    cancel(item.token)
    cancel(item.deadline)
    guard let task = item.task else { return }
    record(.android(.workStopped(task, .cancelled)))
  }

  /// How late after its begin date work runs, in milliseconds.
  ///
  /// Source: Android, "Define work requests" (the exact time depends on the system's optimization).
  /// The shares are an assumption.
  /// Not modelled: other apps, whose jobs compete for the same places.
  mutating func drawWorkLateness() -> Int64 {
    guard configuration.variant != .emulator else { return 0 }
    let minute: Int64 = 60_000
    let share = latenessStream.below(100)
    let usual: Int64 =
      switch share {
      case 0..<70: latenessStream.integer(in: 0...30_000)
      case 70..<95: latenessStream.integer(in: 0...(5 * minute))
      default: latenessStream.integer(in: 0...(15 * minute))
      }
    return configuration.knobs.taskLateness == .heavyTail ? usual : 0
  }

  /// Whether the system runs work at all of its own accord (knob `taskLateness`).
  private var runsWork: Bool {
    switch configuration.knobs.taskLateness {
    case .heavyTail, .fixed: true
    case .never: false
    }
  }

  /// Whether the system lets workers run now.
  ///
  /// Source: Android, "Optimize for Doze and App Standby" (jobs wait for a maintenance window, save
  /// those of an exempt app; AOSP, DeviceIdleJobsController),
  /// "Power management restrictions" (battery saver defers jobs of apps that are not on the screen;
  /// an exempt app is spared). That no job runs before BOOT_COMPLETED follows from WorkManager's
  /// receiver, which schedules its work anew then. StandbyBucket has the quotas of run time.
  /// Not modelled: the limit of jobs at once.
  var allowsWork: Bool {
    guard android.work.isScheduled, power.isPoweredOn, network.condition != .offline else {
      return false
    }
    if process.state.isOnScreen { return true }
    let isExempt = android.install.isBatteryExempt
    guard !android.doze.isIdle || isExempt, !android.install.isStopped,
      !android.install.isRestricted
    else { return false }
    guard !power.isPowerSavingOn || isExempt else { return false }
    return jobQuota.map { android.jobs.wait(for: $0, at: now) == 0 } ?? true
  }

  /// Looks at the ready work after something has changed for it: it begins, or is stopped.
  mutating func reconsiderWork() {
    guard isAndroid, runsWork else { return }
    if android.work.firstReady != nil, allowsWork { schedule(.android(.runReadyWork), at: now) }
  }

  /// The library hands its work to the system again, after a boot or when the app runs again.
  ///
  /// Source: AOSP, androidx.work ForceStopRunnable and RescheduleReceiver.
  /// Not modelled: work that other libraries of the app keep.
  mutating func rescheduleWork() {
    for item in android.work.reschedule() { aim(item.serial) }
  }
}
