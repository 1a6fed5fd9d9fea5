import DailyNotification
import SimulationCore

extension Device {
  mutating func triggerFired(_ serial: Int) {
    guard os.power.isPoweredOn else { return os.center.hold(serial) }
    guard os.center.becomeDue(serial) else { return }
    let drift = os.drawDrift()
    guard drift > 0 else { return deliver(serial) }
    let token = os.schedule(
      .deliver(serial: serial), at: os.now.advanced(byMilliseconds: drift))
    os.center.attach(token, to: serial)
  }

  /// Shows a due notification: without app code, or with the delegate while the app is in front.
  mutating func deliver(_ serial: Int) {
    guard os.power.isPoweredOn else { return os.center.hold(serial) }
    guard let (request, trigger, fired) = os.center.takeDue(serial) else { return }
    rearm(request, firedAt: fired)
    let occurrence = request.occurrence(firedAt: trigger)
    guard os.authorization.allowsNotifications else {
      return os.record(notDelivered: request, occurrence, .denied)
    }
    guard !request.content.hasNoText(os.configuration.knobs.titleOnly) else {
      if os.notificationSettings.isOn(.badge) { os.center.setBadge(request.content.badge) }
      return os.record(notDelivered: request, occurrence, .emptyContent)
    }
    let isOnScreen = os.process.state.isOnScreen
    if isOnScreen, let reason = reasonNotToPresent(request) {
      return os.record(notDelivered: request, occurrence, reason)
    }
    if !isOnScreen, let until = os.summaryTime(for: request.content) {
      return os.hold(request, occurrence, until: until)
    }
    os.show(
      request, occurrence,
      os.notificationSettings.presentation(
        of: request.content, os.authorization, isOnScreen: isOnScreen,
        isUrgent: os.mayBeTimeSensitive))
    if isOnScreen { withDelegate { plugin, os in plugin.presented(on: &os) } }
  }

  /// Why a notification is not shown in front of the app; nil when it is.
  ///
  /// Source: Apple, userNotificationCenter(_:willPresent:withCompletionHandler:): the delegate
  /// decides, and without one nothing is shown.
  private mutating func reasonNotToPresent(_ request: NotificationRequest) -> NotDeliveredReason? {
    switch os.center.delegate {
    case nil: return .noDelegate
    case .other(let presents): return presents ? nil : .otherDelegate
    case .plugin:
      var isShown = true
      withPlugin { plugin, os in isShown = plugin.willPresent(request, on: &os) }
      return isShown ? nil : .suppressedByDelegate
    }
  }

  /// Tells the plugin what the notification center tells its delegate, while that is the plugin.
  private mutating func withDelegate(
    _ body: (inout DevicePlugin, inout OperatingSystem) -> Void
  ) {
    if os.center.delegate == .plugin { withPlugin(body) }
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

  mutating func settleRemoval(_ batch: Int) {
    guard let removal = os.center.endRemoval(batch) else { return }
    let identifiers = removal.identifiers
    for identifier in identifiers {
      guard let removed = os.center.remove(identifier) else { continue }
      os.cancel(removed.token)
      os.record(.request(.removed(identifier: identifier, by: removal.owner)))
    }
    // Nobody but the code that asked for it is told.
    guard removal.owner == .plugin else { return }
    if os.process.state == .suspended {
      os.center.holdRemovals(identifiers)
    } else {
      withPlugin { plugin, os in plugin.removalsSettled(identifiers, on: &os) }
    }
  }

  /// Lets every removal that was asked for take effect before the clock changes.
  ///
  /// Assumed: what was asked for earlier is carried out earlier, so that a clock cannot overtake it
  /// and a notification that was to be removed is not shown for having come due.
  mutating func settleRemovals() {
    if !os.isRemoving { return }
    for removal in os.center.removals { settleRemoval(removal.batch) }
  }

  /// Opens the app on a notification, which leaves Notification Center.
  mutating func tap(_ identifier: String) {
    os.record(.notification(.tapped(identifier: identifier, nil)))
    if !os.process.state.isAlive {
      launchByPerson()
    } else if !os.process.state.isOnScreen {
      comeToForeground()
    }
    switch os.parts {
    case .ios:
      if os.center.delegate == .plugin { enter(.tapped) }
      _ = os.center.dismiss(identifier)
    case .android:
      enter(.tapped)
      _ = os.android.shade.remove(identifier)
    }
  }

  /// Presses an action of a notification, which leaves Notification Center.
  ///
  /// Source: Apple, UNNotificationActionOptions.foreground: without it the app is started in the
  /// background and is not brought to the screen.
  mutating func press(_ action: NotificationAction, of identifier: String) {
    guard let shown = os.center.delivered.first(where: { $0.request.identifier == identifier })
    else { return }
    os.record(.notification(.tapped(identifier: identifier, action)))
    if !action.opensApp {
      wakeInBackground()
    } else if !os.process.state.isAlive {
      launchByPerson()
    } else if !os.process.state.isOnScreen {
      comeToForeground()
    }
    withDelegate { plugin, os in plugin.pressed(action, of: shown, on: &os) }
    _ = os.center.dismiss(identifier)
    if !action.opensApp { os.scheduleSuspension() }
  }

  /// Why an action cannot be pressed now; nil when it can.
  ///
  /// Source: Apple, UNNotificationActionOptions.authenticationRequired: an action without it can be
  /// pressed on a locked phone. Assumed: not before the first unlock, when nothing of the app runs.
  func refusal(
    ofPressing action: NotificationAction, of identifier: String
  ) -> CommandRefusal? {
    guard os.power.isPoweredOn else { return .phoneOff }
    guard os.power.hasBeenUnlocked else { return .beforeFirstUnlock }
    if os.power.isLocked, action.opensApp { return .phoneLocked }
    let shown = os.center.delivered.first { $0.request.identifier == identifier }
    guard let shown else { return .noSuchNotification(identifier) }
    let category = shown.request.content.categoryIdentifier
    return os.center.offers(action, category) ? nil : .noSuchAction(identifier)
  }

  /// Dismisses one notification, which the app hears of, or all, which nobody hears of.
  ///
  /// Source: Apple, UNNotificationDismissActionIdentifier: the system starts the app in the
  /// background where it does not run. That "Clear all" is silent was measured by others.
  mutating func dismiss(_ identifier: String?) {
    if os.isAndroid { return os.dismissFromShade(identifier) }
    guard let identifier else {
      return os.record(.notification(.dismissed(count: os.center.dismissAll())))
    }
    guard let shown = os.center.delivered.first(where: { $0.request.identifier == identifier })
    else { return }
    os.record(.notification(.dismissed(count: 1)))
    let category = shown.request.content.categoryIdentifier
    if os.center.reportsDismissal(category), os.power.hasBeenUnlocked {
      wakeInBackground()
      // The delegate is given the notification, which is gone when it has heard of it.
      withDelegate { plugin, os in plugin.dismissed(on: &os) }
      os.scheduleSuspension()
    }
    _ = os.center.dismiss(identifier)
  }

  mutating func removeAllRequests() {
    for request in os.center.requests {
      guard let removed = os.center.remove(request.identifier) else { continue }
      os.cancel(removed.token)
      os.record(.request(.removed(identifier: request.identifier, by: .plugin)))
    }
  }
}

extension NotificationRequest {
  /// Which occurrence a showing stands for: its trigger's, or what an interval makes up for.
  func occurrence(firedAt trigger: Int64) -> Int64 {
    if case .interval = self.trigger { content.info.plannedTime } else { trigger }
  }
}

extension OperatingSystem {
  /// Shows a notification, and keeps it in Notification Center where it is listed.
  mutating func show(
    _ request: NotificationRequest, _ occurrence: Int64, _ presentation: Presentation
  ) {
    dropFromSummary(request.identifier)
    center.setBadge(presentation.badge)
    let shown = DeliveredNotification(request: request, deliveredAt: wallMilliseconds)
    if presentation.list {
      center.deliver(request, for: occurrence, at: shown.deliveredAt, presentation)
    }
    record(.notification(.delivered(redacted(shown.item(standingFor: occurrence, presentation)))))
  }

  /// Notes that a due request was not shown.
  mutating func record(
    notDelivered request: NotificationRequest, _ occurrence: Int64, _ reason: NotDeliveredReason
  ) {
    record(
      .notification(
        .notDelivered(
          UndeliveredNotification(
            identifier: request.identifier, content: request.content, occurrence: occurrence,
            reason: reason))))
  }
}
