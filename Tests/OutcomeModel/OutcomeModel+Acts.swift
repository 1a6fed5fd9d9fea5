import CivilTime

/// What happens to the phone, and what code that runs then does.
extension OutcomeModel {
  /// Applies an act.
  mutating func did(_ act: Act) {
    endDismissal()
    switch act {
    case .warp(let milliseconds): jump(wallOffset: wallOffset + milliseconds, zone: zone)
    case .setZone(let name): zoneSet(ZoneBook.zone(name))
    case .shiftDST: jump(wallOffset: wallOffset, zone: zone.unshifted ?? zone.shifted)
    case .lock:
      android.isLocked = true
      fallAsleep()
    case .unlock: unlocked()
    case .reboot(let isLocked): restarted(isLocked)
    case .powerOff: powerWentOff()
    case .powerOn(let isLocked): powerCameOn(isLocked)
    case .open:
      if platform == .android { heldIsDoubtful() }
      android.opened(at: now)
    // What an iPhone loses with a process, `processEnded` knows.
    case .swipeAway: if platform == .android { swipedAway() }
    case .systemTerminate: if platform == .android { processKilled() }
    case .updateApp: if platform == .android { appUpdated() }
    case .reinstall: reinstalled()
    case .restoreBackup: restored()
    case .forceStop: forceStopped()
    case .dismissAll: shadeEmptied()
    case .dismissLatest, .tapLatest, .postponeLatest: latestDismissed()
    case .setPermission(let isGranted): permissionSet(isGranted)
    case .answerDialog(let isAllowed): if platform == .android { dialogEnded(isAllowed) }
    case .dismissDialog: if platform == .android { dialogEnded(nil) }
    case .setExactAlarms(let isGranted): setExactAlarms(isGranted)
    case .setChannel(let isOfReminders, let isBlocked): setChannel(isOfReminders, isBlocked)
    case .setDoze(let isOn): setDoze(isOn)
    case .setStandbyBucket(let bucket): android.isLimitedByHand = bucket != "active"
    case .setNetwork(let isOnline): (android.isOnline, android.lastFetchTrouble) = (isOnline, now)
    case .failWrites(let count): (failingWrites, android.lastFetchTrouble) = (count, now)
    case .fillDisk(let isOn): (isDiskFull, android.lastFetchTrouble) = (isOn, now)
    case .otherCancelsWork: android.lastFetchTrouble = now
    case .clearPending: armedCleared()
    case .otherRemoves(isAll: true):
      // The plugin still sees what other code removes.
      iPhone.removedAt = now + IPhoneState.armingMilliseconds
      armedCleared()
    // What a call changes, its reply says.
    case .call: break
    // That the app hibernates is observed, as where the system lets it.
    case .setHibernation: break
    case .setBatteryExemption(let isOn): exempted(isOn)
    case .setBackgroundRestricted(let isOn): restricted(isOn)
    case .setPresentation(.importance(let isOfReminders, _)):
      setChannel(isOfReminders, false)
    case .setPresentation: break
    case .wait, .waitUntil, .leave, .runTask, .stopWork, .setRefresh, .otherAdds,
      .otherRemoves(isAll: false):
      break
    }
  }

  private mutating func zoneSet(_ zone: Zone) {
    // No broadcast tells of a zone that the phone has already.
    if platform == .android, zone == self.zone { return }
    jump(wallOffset: wallOffset, zone: zone)
  }

  // MARK: Power and the screen lock

  private mutating func unlocked() {
    let isFirst = !isUnlockedOnce
    isUnlockedOnce = true
    android.isLocked = false
    if platform == .android {
      if isFirst { bootCompleted() }
      wake()
    }
  }

  private mutating func restarted(_ isLocked: Bool) {
    switch platform {
    case .ios:
      isUnlockedOnce = !isLocked
      forgetEarlierStart()
    case .android:
      powerWentOff()
      powerCameOn(isLocked)
    }
  }

  private mutating func powerWentOff() {
    isOn = false
    switch platform {
    case .ios: requestsLostPower()
    case .android: alarmsLostPower()
    }
  }

  private mutating func powerCameOn(_ isLocked: Bool) {
    isOn = true
    isUnlockedOnce = !isLocked
    android.isLocked = isLocked
    switch platform {
    case .ios: requestsGotPower()
    case .android: if !isLocked { bootCompleted() }
    }
  }

  // MARK: What is armed and what is shown

  /// Notifications were allowed or denied in Settings.
  private mutating func permissionSet(_ isGranted: Bool) {
    if platform == .android { decidedInSettings(isGranted) }
    isAllowed = isGranted
    guard !isGranted else { return }
    excuseOpen(platform.denial)
    iPhone.putOffs.denied(at: now)
    // What waits for removals is not added any more.
    if platform == .ios, now - iPhone.lastArmed < IPhoneState.armingMilliseconds { disarm() }
  }

  /// All requests or alarms were removed.
  private mutating func armedCleared() {
    disarm()
    iPhone.putOffs.withdraw(at: now)
    // The broadcast that lets the plugin set them again may have come before.
    android.armedBy = nil
    // What fires just now may have fired before.
    excuseOpen(.cleared)
  }

  private mutating func shadeEmptied() {
    switch platform {
    case .ios: dismissedAll()
    case .android: forgetWhatIsUnwritten()
    }
  }

  private mutating func latestDismissed() {
    switch platform {
    case .ios: dismissedLatest()
    case .android: forgetWhatIsUnwritten()
    }
  }

  /// The app came to a new phone: what is stored did, what is armed and shown did not.
  private mutating func restored() {
    switch platform {
    case .ios:
      armedCleared()
      shadeEmptied()
    case .android: androidRestored()
    }
  }

  /// The app's process ended.
  mutating func processEnded() {
    // The acts that end an Android phone's process say what is lost.
    if platform == .ios { requestsLostProcess() }
  }

  // MARK: Plugin code

  /// Plugin code runs: it accounts for the past and arms what is ahead.
  mutating func entry(isTimeChange: Bool) {
    guard isOn, isUnlockedOnce else { return }
    switch platform {
    case .ios: readNotificationCenter(isTimeChange: isTimeChange)
    case .android: if android.makerDelay > 0 { lateIsDoubtful() }
    }
    if !hasFaults { account() }
    endDismissal()
    if isAllowed {
      if !hasFaults { arm() }
    } else {
      withdrawAll()
    }
  }

  private mutating func account() {
    for (_, index) in live {
      switch platform {
      case .ios: accountForRequests(index)
      case .android: accountForAlarms(index)
      }
    }
  }

  /// From now on an occurrence that was not shown has to be reported as missed.
  mutating func makeAccountable(_ place: Place) {
    let sharesInstant = sharesInstant(place)
    change(place) {
      $0.isAccountable = true
      if sharesInstant { $0.sharesInstant = true }
    }
  }

  /// Whether one of several a day has, in the present zone, the time at which its schedule showed
  /// another one by an earlier zone: nobody missed it.
  private func sharesInstant(_ place: Place) -> Bool {
    let revision = revisions[place.revision]
    guard revision.rule.isWildcard, let time = time(place) else { return false }
    return shownAs[revision.schedule]?.contains(time) ?? false
  }

  /// The plugin finds notifications denied, and withdraws everything itself.
  private mutating func withdrawAll() {
    disarm()
    iPhone.putOffs.withdraw(at: now)
    for (_, index) in live { revisions[index].everArmedThrough = .min }
    excuseOpen(platform.denial)
  }

  /// Plugin code has run: what is ahead is armed.
  mutating func arm() {
    guard canArm else { return }
    switch platform {
    case .ios: armRequests()
    case .android: armAlarms()
    }
  }

  /// From now on nothing is certain to be armed.
  mutating func disarm() {
    for (_, index) in live {
      revisions[index].alarms = []
      revisions[index].armedFrom = nil
      revisions[index].armedThrough = nil
      revisions[index].wasAddedAnew = true
      revisions[index].hasLostRequest = true
    }
  }
}
