import DailyNotification
import SimulationCore

extension OperatingSystem {
  /// The app's process died: its runs are lost, and what it had asked to be removed is gone.
  mutating func iPhoneAppDied() {
    for run in scheduler.processDied() {
      cancel(run.expiry)
      record(.task(.lost(run.task)))
    }
    center.processDied()
  }
}

extension Device {
  /// Tells the app of removals that took effect while it was suspended.
  mutating func tellHeldRemovals() {
    let removed = os.center.takeHeldRemovals()
    if removed.isEmpty { return }
    withPlugin { plugin, os in plugin.removalsSettled(removed, on: &os) }
  }

  /// Sees to what came due while the phone was off.
  mutating func releaseHeldNotifications() {
    for (identifier, serial) in os.center.held { release(identifier, serial) }
  }

  /// Sees to a notification whose time came while the phone was off.
  ///
  /// Not known is whether the system shows it after the start: knob `triggerWhileOff`.
  private mutating func release(_ identifier: String, _ serial: Int) {
    switch os.configuration.knobs.triggerWhileOff {
    case .deliverAtBoot:
      os.center.attach(os.schedule(.trigger(serial: serial), at: os.now), to: serial)
    case .lost:
      guard let (request, trigger, fired) = os.center.takeDue(serial) else { return }
      rearm(request, firedAt: fired)
      os.record(notDelivered: request, request.occurrence(firedAt: trigger), .phoneOff)
    }
  }

  /// Takes away what the system holds for an app that is removed.
  mutating func removeWithIPhoneApp() {
    if !os.keepsPermission { os.notificationSettings.appRemoved() }
    removeRequestsAndTasks()
    forgetShown()
  }

  /// The app came to a new iPhone with a backup; Notification Center is empty there.
  mutating func restoredIPhoneApp() {
    if !os.restoresPermission { os.notificationSettings.appRemoved() }
    switch os.configuration.knobs.restoreKeepsPending {
    case .no: removeRequestsAndTasks()
    case .yes: break
    }
    forgetShown()
  }

  private mutating func removeRequestsAndTasks() {
    removeAllRequests()
    for pending in os.scheduler.pending { os.cancelTask(pending.identifier) }
  }

  private mutating func forgetShown() {
    os.center.dropRemovals()
    os.clearSummary()
    os.center.appRemoved()
    let dismissed = os.center.dismissAll()
    if dismissed > 0 { os.record(.notification(.dismissed(count: dismissed))) }
  }
}
