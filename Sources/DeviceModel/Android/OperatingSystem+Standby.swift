import DailyNotification
import SimulationCore

/// What the standby bucket means for the app's jobs and alarms.
extension OperatingSystem {
  /// The app's standby bucket; one that may set exact alarms has a floor.
  ///
  /// Source: AOSP, AppStandbyController.getAppMinBucket: working set, see
  /// `ExactAlarmPermission.raisesBucket`.
  /// Not modelled: what else raises a bucket: widgets, syncs, headless system apps.
  public var standbyBucket: StandbyBucket {
    android.usage.bucket.raised(to: android.exactAlarms.raisesBucket ? .working : nil)
  }

  /// Records the standby bucket when it is another one.
  mutating func recordBucket() {
    let bucket = standbyBucket
    guard bucket != android.recordedBucket else { return }
    android.recordedBucket = bucket
    record(.android(.bucketChanged(bucket)))
  }

  /// What counts of the phone for the app's usage now.
  var usageMoment: AppUsage.Moment {
    AppUsage.Moment(
      now: now, isInUse: process.state.isOnScreen || android.install.isNew,
      isPoweredOn: power.isPoweredOn, isScreenOn: power.state == .unlocked)
  }

  /// Schedules the next move of the app for want of use, in the place of what was scheduled.
  mutating func aimUsage() {
    let next = android.usage.nextMove(after: now, android.usageLimits)
    guard next != android.usageMove?.instant else { return }
    cancel(android.usageMove?.token)
    android.usageMove = next.map { (schedule(.android(.disuse), at: $0), $0) }
  }

  /// How long jobs may run; nil where nothing limits them now.
  ///
  /// Source: Android, "Power management restrictions" (on battery; restricted jobs while charging
  /// too); AOSP, QuotaController (EXEMPTED_BUCKET from 36 on).
  /// Not modelled: jobs that the app begins in its last seconds on the screen.
  var jobQuota: JobQuota? {
    guard !process.state.isOnScreen else { return nil }
    let bucket = standbyBucket
    if android.install.isBatteryExempt {
      return apiLevel < 36 || battery.isCharging
        ? nil : JobQuota(minutes: 20, windowMinutes: 40)
    }
    if battery.isCharging, bucket != .restricted { return nil }
    return bucket.jobQuota(apiLevel: apiLevel)
  }

  /// Whether a job runs whose time counts towards the quota.
  ///
  /// Source: AOSP, QuotaController.Timer.shouldTrackLocked; Android 16, "JobScheduler quota
  /// optimizations" (jobs that began while the app was visible count).
  /// Not modelled: the temporary allowlist, which is not counted.
  var countsRunTime: Bool {
    guard !android.work.isIdle else { return false }
    if process.state.isOnScreen, apiLevel < 36 { return false }
    return !battery.isCharging
      || (standbyBucket == .restricted && !android.install.isBatteryExempt)
  }

  /// Schedules the next look at the quota of run time, so many milliseconds from now.
  mutating func aimJobQuota(in milliseconds: Int64?) {
    cancel(android.quotaToken)
    android.quotaToken = milliseconds.flatMap { wait in
      wait > 0 ? schedule(.android(.jobQuota), at: now.advanced(byMilliseconds: wait)) : nil
    }
  }

  /// How many alarms may fire; nil where nothing limits them now.
  private var alarmQuota: AlarmQuota? {
    battery.isCharging || android.install.isBatteryExempt ? nil : standbyBucket.alarmQuota
  }

  /// Whether the person has restricted the app, and it is not on the screen.
  var isHeldInBackground: Bool { android.install.isRestricted && !process.state.isOnScreen }

  /// Whether the boot's broadcasts are kept from an app that the person has restricted.
  ///
  /// Source: Android 13, "Behavior changes: apps that target 13" (battery resource utilization):
  /// neither is sent before the app is started for another reason.
  /// Not modelled: apps that target 32 or less.
  var withholdsBoot: Bool {
    apiLevel >= 33 && android.install.isRestricted && !process.state.isAlive
  }

  /// What may hold an alarm back now.
  var alarmConditions: AlarmMachine.Conditions {
    AlarmMachine.Conditions(
      isIdle: android.doze.isIdle, dozeQuota: dozeQuota, bucket: alarmQuota,
      isRestricted: isHeldInBackground,
      holdsAlarmClocks: configuration.knobs.restrictedAlarmClock == .held)
  }

  /// How many alarms that are allowed while idle may fire in Doze (knob `dozeQuota`).
  ///
  /// Source: AOSP, AlarmManagerService: ALLOW_WHILE_IDLE_LONG_TIME up to 30,
  /// ALLOW_WHILE_IDLE_QUOTA from 31 on. The quota of seven is for inexact alarms and for apps that
  /// target 30 or less.
  /// Not modelled: setAndAllowWhileIdle, which the plugin does not call.
  private var dozeQuota: AlarmQuota {
    switch configuration.knobs.dozeQuota {
    case .byVersion: apiLevel <= 30 ? AlarmMachine.idleDistance : AlarmMachine.idleQuota
    case .aosp: AlarmMachine.idleQuota
    case .sevenAnHour: AlarmMachine.idleCompatQuota
    case .nineMinutes: AlarmMachine.idleDistance
    }
  }

  /// Has a job that has just become ready wait for others (knob `jobBatching`); false where it
  /// need not.
  ///
  /// Source: AOSP, JobSchedulerService.MaybeReadyJobQueueFunctor
  /// (MIN_READY_NON_ACTIVE_JOBS_COUNT five, MAX_NON_ACTIVE_JOB_BATCH_DELAY_MS 31 minutes). When
  /// other jobs come is drawn.
  /// Not modelled: the jobs of other apps, for which the drawn time stands.
  mutating func batch(_ serial: Int) -> Bool {
    guard configuration.variant != .emulator, configuration.knobs.taskLateness == .heavyTail,
      configuration.knobs.jobBatching == .seeded, standbyBucket != .active,
      !android.install.isBatteryExempt, !process.state.isOnScreen,
      android.work.batch(serial)
    else { return false }
    let wait = android.batchStream.integer(in: 0...1_860_000)
    let token = schedule(
      .android(.workReady(serial: serial)), at: now.advanced(byMilliseconds: wait))
    android.work.attach(token, to: serial)
    return true
  }
}
