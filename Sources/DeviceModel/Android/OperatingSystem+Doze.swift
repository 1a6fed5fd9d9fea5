import SimulationCore

/// Doze and what it looks at: alarm clocks, work and receivers.
extension OperatingSystem {
  /// Schedules the next step of Doze in the place of the one that was scheduled.
  mutating func scheduleDoze(at instant: SimulationInstant) {
    cancel(android.doze.attach(schedule(.android(.doze), at: instant)))
  }

  /// When the first alarm clock goes off; nil where none is set.
  ///
  /// Source: AOSP, AlarmManagerService.getNextWakeFromIdleTime.
  /// Not modelled: the alarm clocks of other apps, which count as well.
  var firstAlarmClock: SimulationInstant? {
    android.alarms.firstAlarmClock.map { instant(ofWall: $0) }
  }

  /// Has idleness end before the first alarm clock, drawn anew for each that comes first.
  ///
  /// Source: AOSP, AlarmManagerService.adjustIdleUntilTime.
  /// Not modelled: the alarm clocks of other apps, which count as well.
  mutating func aimIdleEnd() {
    guard android.doze.isIdle else { return }
    let alarmClock = firstAlarmClock
    guard alarmClock != android.doze.alarmClock else { return }
    switch android.doze.aim(at: alarmClock, now: now) {
    case .ownTime: scheduleDoze(at: android.doze.end)
    case .atOnce: scheduleDoze(at: now)
    case .before(let range):
      guard let alarmClock else { return }
      let lead = android.idleStream.integer(in: range)
      scheduleDoze(at: alarmClock.advanced(byMilliseconds: -lead))
    }
  }

  /// Whether a worker or a receiver runs, or work is about to: a maintenance window waits for it.
  ///
  /// Source: AOSP, DeviceIdleController.isOpsInactiveLocked (jobs and alarms).
  /// Not modelled: jobs and alarms of other apps.
  var isAnythingRunning: Bool {
    !android.work.isIdle || !android.receivers.isIdle
      || (allowsWork && android.work.firstReady != nil)
  }
}
