/// What ends alarms, holds them back or sets them again.
extension OutcomeModel {
  // MARK: Power and Doze

  /// Power goes off, and with it alarms, the shade and whatever was to be shown.
  mutating func alarmsLostPower() {
    android.isForcedIntoDoze = false
    allStopped()
  }

  /// No alarm, receiver or broadcast is left, and the shade is empty.
  private mutating func allStopped() {
    forgetWhatIsUnwritten()
    android.armedBy = nil
    disarm()
    excuseOpen(.impossible)
  }

  mutating func setDoze(_ isOn: Bool) {
    android.isForcedIntoDoze = isOn
    if isOn { fallAsleep() } else { wake() }
  }

  /// What has just come due may be held back as well: an alarm that was set a moment before its
  /// time fires five seconds after it was set.
  mutating func fallAsleep() {
    let (instant, held) = (now, android.deferral)
    changeOpen {
      guard let dueAt = $0.dueAt, instant - dueAt < 5_000 else { return }
      $0.deadline = max($0.deadline, instant + held)
    }
  }

  /// Doze may have held something back: it fires now.
  mutating func wake() {
    guard !android.isLocked, !android.isForcedIntoDoze, !android.isBucketLimited(at: now),
      !android.isRestricted
    else { return }
    var latest = now
    for place in open where occurrence(place).deadline > now {
      latest += AndroidState.receiverMilliseconds
      let makerDelay = android.makerDelay
      change(place) { occurrence in
        let usual = (occurrence.dueAt ?? 0) + AndroidState.receiverMilliseconds + makerDelay
        occurrence.deadline = min(occurrence.deadline, max(latest, usual))
      }
    }
  }

  // MARK: The app

  mutating func forceStopped() {
    android.isStopped = true
    allStopped()
  }

  /// What its bucket has held is shown when the app is opened, or given up and reported missed.
  mutating func heldIsDoubtful() {
    changeOpen { if $0.deadline == .max, $0.excuse == nil { $0.excuse = .unknown } }
  }

  /// What a maker lets fire late is shown when it fires, or given up by code that runs before.
  mutating func lateIsDoubtful() {
    let instant = now
    changeOpen {
      if let dueAt = $0.dueAt, dueAt <= instant, $0.excuse == nil { $0.excuse = .unknown }
    }
  }

  /// The system took the permission back, for which the app may ask again.
  mutating func permissionReset() {
    android.denials = 0
    isAllowed = false
    excuseOpen(platform.denial)
  }

  mutating func swipedAway() {
    if android.traits.stopsOnSwipe { forceStopped() } else { processKilled() }
  }

  mutating func appUpdated() {
    processKilled()
    if android.traits.dropsAlarmsOnUpdate {
      disarm()
      excuseOpen(.notArmed)
    }
    broadcastSoon()
  }

  /// A broadcast about the app is sent, which lets the plugin set its alarms again.
  private mutating func broadcastSoon() {
    if !android.isStopped, isOn, isUnlockedOnce { android.armedBy = now + 1_000 }
  }

  /// The process ends: what it was showing is lost, what waits in line starts it anew.
  ///
  /// Of what became due at once any one can have been the first.
  mutating func processKilled() {
    guard let first = open.first(where: { occurrence($0).deadline < .max }) else { return }
    let dueAt = occurrence(first).dueAt
    changeOpen { if $0.dueAt == dueAt { $0.addExcuse(.died, on: .android) } }
    var latest = now
    for place in open where place != first {
      latest += AndroidState.receiverMilliseconds
      change(place) { $0.deadline = max($0.deadline, latest) }
    }
  }

  /// The app came to a new phone, where nobody has opened it.
  mutating func androidRestored() {
    forceStopped()
    android.isExactAllowed = android.traits.isExactAllowedAtFirst
    (android.isExempt, android.isRestricted) = (false, false)
    android.hasKeys = false
  }

  mutating func reinstalled() {
    for (_, index) in live { revisions[index].ended = now }
    for place in allPlaces {
      change(place) {
        $0.isAccountable = false
        $0.mustReportDelivery = false
      }
    }
    excuseOpen(.ended)
    live.removeAll()
    android.reinstall()
    isAllowed = android.traits.isAllowedAtFirst
  }

  // MARK: The battery

  /// The person exempted the app from battery optimization, which lifts the restriction, or not.
  mutating func exempted(_ isOn: Bool) {
    android.isExempt = isOn
    if isOn { liftRestriction() }
  }

  /// The person restricted the app in the background, which ends the exemption, or not.
  mutating func restricted(_ isOn: Bool) {
    guard isOn else { return liftRestriction() }
    android.isExempt = false
    android.isRestricted = true
    guard android.mayBeHeld(at: now) else { return }
    // What is late already may be held now.
    changeOpen { $0.deadline = .max }
  }

  private mutating func liftRestriction() {
    guard android.isRestricted else { return }
    android.isRestricted = false
    wake()
  }

  // MARK: Permissions

  mutating func setExactAlarms(_ isGranted: Bool) {
    guard isGranted != android.isExactAllowed else { return }
    android.isExactAllowed = isGranted
    if isGranted {
      broadcastSoon()
    } else if !android.isExempt {
      processKilled()
      disarm()
      excuseOpen(.impossible)
    }
  }

  mutating func setChannel(_ isOfReminders: Bool, _ isBlocked: Bool) {
    android.setChannel(isOfReminders: isOfReminders, isBlocked: isBlocked)
    guard isBlocked else { return }
    for place in open where (revisions[place.revision].kind == .reminder) == isOfReminders {
      change(place) { $0.addExcuse(.impossible, on: .android) }
    }
  }

  /// The permission was set in Settings, which is final; nobody is told of a grant.
  mutating func decidedInSettings(_ isGranted: Bool) {
    // A broadcast that came before it has armed nothing.
    if isGranted, !isAllowed { android.armedBy = nil }
    android.denials = isGranted ? 0 : AndroidState.denialsMax
  }

  /// The dialog that asks for the permission has gone, with the person's answer or without one.
  mutating func dialogEnded(_ answer: Bool?) {
    if isAllowed || android.denials >= AndroidState.denialsMax {
      find(.permissionLies, "all", "a dialog came up, and the answer was final")
    }
    android.lastDialogEnd = now
    guard let answer else { return }
    if answer { android.armedBy = nil } else { android.denials += 1 }
    isAllowed = answer
  }

  /// The plugin has answered a request for the permission.
  mutating func permissionReplied(isGranted: Bool) {
    let wasAsked = android.lastDialogEnd.map { now - $0 < 1_000 } ?? false
    if isGranted != isAllowed {
      find(.permissionLies, "all", "the reply says granted \(isGranted)")
    } else if !isGranted, android.denials < AndroidState.denialsMax, !wasAsked {
      find(.permissionLies, "all", "the person was not asked")
    }
  }

  // MARK: The shade

  /// What was shown is in the shade no more: what could not be written of it is forgotten.
  mutating func forgetWhatIsUnwritten() {
    for place in allPlaces where occurrence(place).isUnwritten {
      change(place) { $0.isLostUnwritten = true }
    }
  }
}
