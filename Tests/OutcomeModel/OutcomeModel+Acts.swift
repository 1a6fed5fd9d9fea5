import CivilTime

extension OutcomeModel {
  /// Applies an act.
  mutating func did(_ act: Act) {
    endDismissal()
    switch act {
    case .warp(let milliseconds): jump(wallOffset: wallOffset + milliseconds, zone: zone)
    case .setZone(let name): jump(wallOffset: wallOffset, zone: ZoneBook.zone(name))
    case .shiftDST: jump(wallOffset: wallOffset, zone: zone.unshifted ?? zone.shifted)
    case .unlock: isUnlockedOnce = true
    case .reboot(let isLocked):
      isUnlockedOnce = !isLocked
      forgetEarlierStart()
    case .powerOff:
      isOn = false
      forgetEarlierStart()
      putOffs.powerWentOff(at: now)
      changeOpen {
        $0.deadline = .max
        $0.wasPunctual = false
      }
    case .powerOn(let isLocked):
      isOn = true
      isUnlockedOnce = !isLocked
      powerCameOn()
    case .dismissAll: cleared()
    case .setPermission(let isGranted):
      isAllowed = isGranted
      if !isGranted {
        excuseOpen(.denied)
        putOffs.denied(at: now)
        // What waits for removals is not added any more.
        if now - lastArmed < 50 { disarm() }
      }
    case .failWrites(let count): failingWrites = count
    case .fillDisk(let isOn): isDiskFull = isOn
    case .clearPending, .otherRemoves(isAll: true):
      // The plugin still sees what other code removes.
      if act != .clearPending { removedAt = now + 50 }
      disarm()
      putOffs.withdraw(at: now)
      excuseOpen(.cleared)
    case .dismissLatest, .tapLatest, .postponeLatest: dismissLatest()
    case .wait, .waitUntil, .open, .leave, .swipeAway, .systemTerminate, .updateApp, .runTask,
      .lock, .setRefresh, .setNetwork:
      break
    // An iPhone has none of these.
    case .forceStop, .reinstall, .setExactAlarms, .setChannel, .setDoze, .setStandbyBucket,
      .stopWork, .answerDialog, .dismissDialog:
      break
    case .scheduleDaily, .updateDaily, .scheduleInterval, .updateInterval, .cancelAll,
      .scheduleReminder, .cancelReminder, .configureFetcher, .scheduleDual, .scheduleUser,
      .cancelDual, .pauseDual, .resumeDual, .status, .requestPermission, .aside, .otherAdds,
      .otherRemoves(isAll: false), .otherCancelsWork:
      break
    }
  }

  private mutating func powerCameOn() {
    let deadline = now + limits.driftMilliseconds
    let showsAtBoot = showsAtBoot
    putOffs.powerCameOn(at: now, showsAtBoot: showsAtBoot)
    changeOpen { occurrence in
      guard occurrence.deadline == .max else { return }
      occurrence.deadline = deadline
      guard !showsAtBoot else { return }
      occurrence.mustBeShown = false
      if occurrence.excuse == nil { occurrence.excuse = .phoneOff }
    }
  }

  mutating func excuseOpen(_ excuse: Occurrence.Excuse, of schedule: String? = nil) {
    changeOpen(of: schedule) { occurrence in
      occurrence.mustBeShown = false
      // An earlier excuse stays.
      if occurrence.excuse == nil { occurrence.excuse = excuse }
    }
  }

  /// The person dismissed shown notifications.
  private mutating func cleared() {
    for index in revisions.indices {
      for minute in revisions[index].unseen {
        revisions[index].occurrences[minute]?.isCleared = true
      }
    }
  }

  /// The person dismissed or tapped the latest one: the delegate is notified, unless the phone has
  /// not been unlocked since it started.
  private mutating func dismissLatest() {
    var latest: (place: (revision: Int, minute: WallMinute), shown: Int64)?
    for index in revisions.indices {
      for minute in revisions[index].unseen {
        guard let occurrence = revisions[index].occurrences[minute], !occurrence.isCleared,
          !occurrence.isReplaced, let shown = occurrence.shown.last, shown >= latest?.shown ?? .min
        else { continue }
        latest = ((index, minute), shown)
      }
    }
    beingDismissed = latest?.place
  }

  /// What was being dismissed is gone.
  private mutating func endDismissal() {
    guard let place = beingDismissed else { return }
    revisions[place.revision].occurrences[place.minute]?.isCleared = true
    beingDismissed = nil
  }

  /// The process died: requests that were being added then may be missing.
  mutating func processEnded() {
    if now - lastArmed < 50 { disarm() }
    putOffs.processEnded(at: now)
    // What it had observed and could not write is forgotten.
    for index in revisions.indices {
      for minute in revisions[index].unseen {
        revisions[index].occurrences[minute]?.isSeen = false
      }
    }
  }

  /// Plugin code runs: it accounts for the past and arms what is ahead.
  mutating func entry(isTimeChange: Bool) {
    guard isOn, isUnlockedOnce else { return }
    if isTimeChange { aheadAgain.removeAll() } else { forgetWhatIsAheadAgain() }
    let isGood = !hasFaults
    for (_, index) in live {
      see(index)
      if isGood { account(index) }
    }
    endDismissal()
    guard isAllowed else {
      disarm()
      putOffs.withdraw(at: now)
      // The plugin withdraws everything itself.
      for (_, index) in live { revisions[index].everArmedThrough = .min }
      excuseOpen(.denied)
      return
    }
    if isGood { arm() }
  }

  /// Whether one of several a day has, in the present zone, the time at which its schedule showed
  /// another one by an earlier zone: nobody missed it.
  private func sharesInstant(_ revision: Revision, _ minute: WallMinute) -> Bool {
    guard revision.rule.isWildcard,
      let time = revision.rule.time(minute, in: zone(of: revision))
    else { return false }
    return shownAs[revision.schedule]?.contains(time) ?? false
  }

  private mutating func account(_ index: Int) {
    let revision = revisions[index]
    var left: [WallMinute] = []
    for minute in revision.unaccounted {
      guard var occurrence = revision.occurrences[minute], occurrence.shown.isEmpty else {
        continue
      }
      guard isAllowed, !occurrence.isOpen, !revision.isUncertain else {
        left.append(minute)
        continue
      }
      occurrence.isAccountable = true
      if sharesInstant(revision, minute) { occurrence.sharesInstant = true }
      revisions[index].occurrences[minute] = occurrence
    }
    revisions[index].unaccounted = left
    for minute in revision.unseen {
      let isSeen = revisions[index].occurrences[minute]?.isSeen ?? false
      revisions[index].occurrences[minute]?.mustReportDelivery = isSeen && isAllowed
    }
    revisions[index].unseen.removeAll()
  }

  /// Plugin code reads Notification Center, even when it can write nothing.
  private mutating func see(_ index: Int) {
    for minute in revisions[index].unseen {
      guard let occurrence = revisions[index].occurrences[minute] else { continue }
      if !occurrence.isCleared, !occurrence.isReplaced {
        revisions[index].occurrences[minute]?.isSeen = true
      }
    }
  }

  // MARK: Calls

  /// The plugin replied to a call with a value.
  mutating func accepted(_ act: Act) {
    guard isUnlockedOnce else {
      find(.acceptedBeforeUnlock, act.schedule ?? "all", "\(act) was accepted")
      return makeUncertain(act)
    }
    switch act {
    case .scheduleDaily(let id, let minuteOfDay, let zone):
      begin(id, .daily, WallRule(minuteOfDay: minuteOfDay), zone: zone.map(ZoneBook.zone))
    case .updateDaily(let id, let minuteOfDay, let zone):
      guard let index = liveIndex(id) else { return }
      let old = revisions[index]
      if let interval = old.rule.interval {
        let time = minuteOfDay ?? old.rule.minutesOfDay[0]
        beginInterval(id, time, interval.minutes, zone: zone ?? interval.zone)
      } else {
        begin(
          id, .daily, minuteOfDay.map { WallRule(minuteOfDay: $0) } ?? old.rule,
          zone: zone.map(ZoneBook.zone) ?? old.zone)
      }
    case .scheduleInterval(let id, let minuteOfDay, let zone, let minutes):
      beginInterval(id, minuteOfDay, minutes, zone: zone)
    case .updateInterval(let id, let minutes):
      guard let index = liveIndex(id) else { return }
      let old = revisions[index]
      let zone = old.rule.interval.map(\.zone) ?? old.zone?.identifier
      beginInterval(id, old.rule.minutesOfDay[0], minutes, zone: zone)
    case .scheduleReminder(let id, let minuteOfDay, let zone, let isRepeating, let isUpdate):
      // An update keeps what it does not mention.
      let old = isUpdate ? liveIndex(id).flatMap { revisions[$0].zone } : nil
      begin(
        id, .reminder, WallRule(minuteOfDay: minuteOfDay), zone: zone.map(ZoneBook.zone) ?? old,
        isOnce: !isRepeating)
    case .scheduleDual(let rule, let isSkipping, _):
      begin("dual", .dual, rule, zone: nil, isSkipping: isSkipping)
    case .scheduleUser(let rule): beginUser(rule)
    case .cancelAll:
      for (schedule, _) in live { end(schedule, isChange: false) }
      putOffs.withdraw(at: now)
    case .cancelReminder(let id):
      end(id, isChange: false)
      putOffs.withdraw(id, at: now)
    case .cancelDual:
      end("dual", isChange: false)
      putOffs.withdraw("dual", at: now)
    case .pauseDual:
      // What is paused already stays as it is.
      if let index = liveIndex("dual"), !revisions[index].isPaused {
        putOffs.withdraw("dual", at: now)
      }
      pause(true)
    case .resumeDual: pause(false)
    default: break
    }
    guard isOn, isAllowed, !hasFaults, act.changesSchedules else { return }
    arm()
  }

  /// The plugin rejected a call: checks for a reason, and applies what remains.
  mutating func rejected(_ act: Act, _ error: String) {
    if case .aside = act {
      return find(.unexpectedRejection, "all", "\(act) was rejected: \(error)")
    }
    let isStorage = error == "storage_failed"
    if isStorage, hasFaults || wasFaulty { return makeUncertain(act) }
    let isExpected =
      switch error {
      case "storage_failed": !isUnlockedOnce
      case "notifications_denied": !isAllowed
      case "not_configured": true
      case "reminder_not_found", "invalid_parameter": isUnknown(act.schedule)
      default: false
      }
    if !isExpected {
      find(.unexpectedRejection, act.schedule ?? "all", "\(act) was rejected: \(error)")
    }
  }

  /// The last write that failed may have been the call's own.
  private var wasFaulty: Bool { lastWriteFailed.map { now - $0 < 1_000 } ?? false }

  private func isUnknown(_ schedule: String?) -> Bool {
    guard let schedule, let index = liveIndex(schedule) else { return true }
    return revisions[index].isUncertain || revisions[index].isSpent
  }

  /// From now on it is unknown what the plugin has stored of a schedule.
  private mutating func makeUncertain(_ act: Act) {
    let isOfAll = act == .cancelAll
    putOffs.makeUnsure(isOfAll ? nil : act.schedule)
    for (schedule, index) in live where isOfAll || schedule == act.schedule {
      revisions[index].isUncertain = true
      // The call had replaced its request, which was added again when the write failed.
      revisions[index].wasAddedAnew = true
      excuseOpen(.unknown, of: schedule)
    }
    guard let schedule = act.schedule, liveIndex(schedule) == nil else { return }
    switch act {
    case .scheduleDaily(let id, let minuteOfDay, let zone):
      begin(id, .daily, WallRule(minuteOfDay: minuteOfDay), zone: zone.map(ZoneBook.zone))
    case .scheduleInterval(let id, let minuteOfDay, let zone, let minutes):
      beginInterval(id, minuteOfDay, minutes, zone: zone)
    case .scheduleReminder(let id, let minuteOfDay, let zone, let isRepeating, _):
      begin(
        id, .reminder, WallRule(minuteOfDay: minuteOfDay), zone: zone.map(ZoneBook.zone),
        isOnce: !isRepeating)
    case .scheduleDual(let rule, let isSkipping, _):
      begin("dual", .dual, rule, zone: nil, isSkipping: isSkipping)
    case .scheduleUser(let rule): beginUser(rule)
    default: return
    }
    guard let index = liveIndex(schedule) else { return }
    revisions[index].isUncertain = true
    revisions[index].wasStored = false
  }

  /// A call created or changed a schedule: a different time, rule or zone begins a new revision.
  private mutating func begin(
    _ schedule: String, _ kind: Revision.Kind, _ rule: WallRule, zone: Zone?,
    isOnce: Bool = false, isSkipping: Bool = false
  ) {
    var earliest = WallMinute.min
    if let index = liveIndex(schedule) {
      let old = revisions[index]
      let isSame =
        old.rule.isAsked(like: rule) && old.zone == zone && old.isOnce == isOnce
        && old.isSkipping == isSkipping && !old.isSpent && !old.isUncertain && !old.isPaused
      if isSame {
        revisions[index].wasAddedAnew = true
        return
      }
      // What is asked again where nobody knows what is stored may go on as it was.
      if old.isUncertain, old.rule.isAsked(like: rule), old.zone == zone, old.isOnce == isOnce {
        earliest = old.firstMinute
      }
      end(schedule, isChange: true)
    }
    let first = rule.next(1, after: wall + 1_000, in: zone ?? self.zone).first
    revisions.append(
      Revision(
        schedule: schedule, kind: kind, rule: rule, zone: zone, isOnce: isOnce,
        isSkipping: isSkipping, begun: now, firstMinute: max(first?.minute ?? .max, earliest),
        onlyMinute: rule.next(1, after: wall, in: zone ?? self.zone).first?.minute ?? .max))
    live.append((schedule, revisions.count - 1))
    live.sort { $0.schedule < $1.schedule }
  }

  /// A call changed only when the dual schedule notifies.
  private mutating func beginUser(_ rule: WallRule) {
    let old = liveIndex("dual").map { revisions[$0] }
    begin("dual", .dual, rule, zone: nil, isSkipping: old?.isSkipping ?? false)
    if old?.isPaused == true, let index = liveIndex("dual") { revisions[index].isPaused = true }
  }

  /// A call asked for a schedule that goes on every so many minutes, from its next time of day on.
  ///
  /// What is stored goes on as it was where the same is asked again. A rejected call in between has
  /// changed nothing.
  private mutating func beginInterval(
    _ schedule: String, _ minuteOfDay: Int, _ minutes: Int, zone: String?
  ) {
    var rule = WallRule(
      minuteOfDay: minuteOfDay, everyMinutes: minutes, zone: zone, after: wall, phone: self.zone)
    if let index = liveIndex(schedule), revisions[index].wasStored,
      revisions[index].rule.isAsked(like: rule)
    {
      rule = revisions[index].rule
    }
    begin(schedule, .daily, rule, zone: .utc)
  }

  /// A schedule is cancelled or replaced; what is overdue stays if it was only changed.
  private mutating func end(_ schedule: String, isChange: Bool) {
    guard let index = liveIndex(schedule) else { return }
    openWhatComesNow(index)
    if isChange { postponeRepeating(schedule) }
    changeOpen(of: schedule) { occurrence in
      occurrence.wasOnItsWay = true
      guard !isChange else { return }
      occurrence.mustBeShown = false
      occurrence.excuse = .ended
    }
    revisions[index].ended = now
    live.removeAll { $0.schedule == schedule }
  }

  private mutating func pause(_ isPaused: Bool) {
    guard let index = liveIndex("dual"), revisions[index].isPaused != isPaused else { return }
    if isPaused {
      openWhatComesNow(index)
      excuseOpen(.ended, of: "dual")
    }
    revisions[index].isPaused = isPaused
    revisions[index].next = nil
    guard !isPaused else { return }
    // What passed in between does not count; what is ahead does.
    let first = revisions[index].rule.next(1, after: wall + 1_000, in: zone).first
    revisions[index].firstMinute = first?.minute ?? .max
  }
}

extension Act {
  /// The name of the schedule that a call is about.
  var schedule: String? {
    switch self {
    case .scheduleDaily(let id, _, _), .updateDaily(let id, _, _), .cancelReminder(let id),
      .scheduleInterval(let id, _, _, _), .updateInterval(let id, _),
      .scheduleReminder(let id, _, _, _, _):
      id
    case .scheduleDual, .scheduleUser, .cancelDual, .pauseDual, .resumeDual: "dual"
    default: nil
    }
  }

  var changesSchedules: Bool { schedule != nil || self == .cancelAll }
}
