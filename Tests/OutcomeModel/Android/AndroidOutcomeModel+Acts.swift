import CivilTime

extension AndroidOutcomeModel {
  /// Applies an act.
  mutating func did(_ act: Act) {
    switch act {
    case .warp(let milliseconds): jump(wallOffset: wallOffset + milliseconds, zone: zone)
    case .setZone(let name):
      // No broadcast tells of a zone that the phone has already.
      let zone = ZoneBook.zone(name)
      if zone != self.zone { jump(wallOffset: wallOffset, zone: zone) }
    case .shiftDST: jump(wallOffset: wallOffset, zone: zone.unshifted ?? zone.shifted)
    case .lock:
      isLocked = true
      fallAsleep()
    case .unlock:
      isLocked = false
      if !isUnlockedOnce {
        isUnlockedOnce = true
        if !isStopped { armedBy = now + AndroidOutcomeModel.bootMilliseconds }
      }
      wake()
    case .reboot(let isLocked):
      powerOff()
      powerOn(isLocked)
    case .powerOff: powerOff()
    case .powerOn(let isLocked): powerOn(isLocked)
    case .setPermission(let isGranted):
      // Nobody is told of a grant: a broadcast that came before it has armed nothing.
      if isGranted, !isAllowed { armedBy = nil }
      isAllowed = isGranted
      // What is decided in Settings is final.
      denials = isGranted ? 0 : AndroidOutcomeModel.denialsMax
      if !isGranted { excuseOpen(.impossible) }
    case .answerDialog(let isAllowed): dialogEnded(isAllowed)
    case .dismissDialog: dialogEnded(nil)
    case .failWrites(let count): (failingWrites, lastFetchTrouble) = (count, now)
    case .fillDisk(let isOn): (isDiskFull, lastFetchTrouble) = (isOn, now)
    case .clearPending, .otherRemoves(isAll: true):
      disarm()
      // The broadcast that lets the plugin set them again may have come before.
      armedBy = nil
      // What fires just now may have fired before.
      excuseOpen(.notArmed)
    case .otherCancelsWork: lastFetchTrouble = now
    case .setNetwork(let isOnline): (self.isOnline, lastFetchTrouble) = (isOnline, now)
    case .forceStop: forceStop()
    case .swipeAway: if traits.stopsOnSwipe { forceStop() } else { killed() }
    case .systemTerminate: killed()
    case .updateApp:
      killed()
      if traits.dropsAlarmsOnUpdate {
        disarm()
        excuseOpen(.notArmed)
      }
      if !isStopped, isOn, isUnlockedOnce { armedBy = now + 1_000 }
    case .reinstall: reinstall()
    case .setExactAlarms(let isGranted): setExactAlarms(isGranted)
    case .setChannel(let isOfReminders, let isBlocked):
      if isBlocked {
        blocked.insert(isOfReminders)
        for place in open where (revisions[place.revision].kind == .reminder) == isOfReminders {
          change(place) { if $0.excuse == nil { $0.excuse = .impossible } }
        }
      } else {
        blocked.remove(isOfReminders)
      }
    case .setDoze(let isOn):
      isForcedIntoDoze = isOn
      if isOn { fallAsleep() } else { wake() }
    case .open: isStopped = false
    case .dismissAll, .dismissLatest, .tapLatest, .postponeLatest: emptyShade()
    case .wait, .waitUntil, .leave, .runTask, .stopWork, .setRefresh, .setStandbyBucket: break
    case .scheduleDaily, .updateDaily, .scheduleInterval, .updateInterval, .cancelAll,
      .scheduleReminder, .cancelReminder, .configureFetcher, .scheduleDual, .scheduleUser,
      .cancelDual,
      .pauseDual, .resumeDual, .status, .requestPermission, .aside, .otherAdds,
      .otherRemoves(isAll: false):
      break
    }
  }

  /// The dialog that asks for the permission has gone, with the person's answer or without one.
  private mutating func dialogEnded(_ answer: Bool?) {
    if isAllowed || denials >= AndroidOutcomeModel.denialsMax {
      find(.permissionLies, "all", "a dialog came up, and the answer was final")
    }
    lastDialogEnd = now
    guard let answer else { return }
    if answer { armedBy = nil } else { denials += 1 }
    isAllowed = answer
  }

  /// The plugin has answered a request for the permission.
  mutating func permissionReplied(isGranted: Bool) {
    let wasAsked = lastDialogEnd.map { now - $0 < 1_000 } ?? false
    if isGranted != isAllowed {
      find(.permissionLies, "all", "the reply says granted \(isGranted)")
    } else if !isGranted, denials < AndroidOutcomeModel.denialsMax, !wasAsked {
      find(.permissionLies, "all", "the person was not asked")
    }
  }

  /// What has just come due may be held back as well: an alarm that was set a moment before its
  /// time fires five seconds after it was set.
  private mutating func fallAsleep() {
    let (instant, held) = (now, deferral)
    for place in open where outcome(place).dueAt.map({ instant - $0 < 5_000 }) == true {
      change(place) { $0.deadline = max($0.deadline, instant + held) }
    }
  }

  /// Doze may have held something back: it fires now.
  private mutating func wake() {
    guard !isLocked, !isForcedIntoDoze else { return }
    var deadline = now
    for place in open where outcome(place).deadline > now {
      deadline += AndroidOutcomeModel.receiverMilliseconds
      let latest = deadline
      change(place) { outcome in
        let usual = (outcome.dueAt ?? 0) + AndroidOutcomeModel.receiverMilliseconds
        outcome.deadline = min(outcome.deadline, max(latest, usual))
      }
    }
  }

  /// What was shown is in the shade no more: what could not be written of it is forgotten.
  private mutating func emptyShade() {
    for index in revisions.indices {
      for minute in revisions[index].outcomes.keys.sorted()
      where revisions[index].outcomes[minute]?.isUnwritten == true {
        revisions[index].outcomes[minute]?.isForgotten = true
      }
    }
  }

  private mutating func powerOff() {
    emptyShade()
    isOn = false
    isForcedIntoDoze = false
    armedBy = nil
    disarm()
    excuseOpen(.impossible)
  }

  private mutating func powerOn(_ isLocked: Bool) {
    isOn = true
    self.isLocked = isLocked
    isUnlockedOnce = !isLocked
    if !isLocked, !isStopped { armedBy = now + AndroidOutcomeModel.bootMilliseconds }
  }

  private mutating func forceStop() {
    emptyShade()
    isStopped = true
    armedBy = nil
    disarm()
    excuseOpen(.impossible)
  }

  /// The process ends: what it was showing is lost, what waits in line starts it anew.
  ///
  /// Of what became due at once any one can have been the first.
  private mutating func killed() {
    guard let first = open.first(where: { outcome($0).deadline < .max }) else { return }
    for place in open where outcome(place).dueAt == outcome(first).dueAt {
      change(place) { if $0.excuse == nil { $0.excuse = .died } }
    }
    var deadline = now
    for place in open where place != first {
      deadline += AndroidOutcomeModel.receiverMilliseconds
      let latest = deadline
      change(place) { $0.deadline = max($0.deadline, latest) }
    }
  }

  /// The phone's process ended without a person's doing.
  mutating func processEnded() {}

  private mutating func reinstall() {
    for (_, index) in live { revisions[index].ended = now }
    for index in revisions.indices {
      for minute in revisions[index].outcomes.keys.sorted() {
        revisions[index].outcomes[minute]?.isAccountable = false
        revisions[index].outcomes[minute]?.mustReportDelivery = false
      }
    }
    excuseOpen(.ended)
    live.removeAll()
    isStopped = true
    armedBy = nil
    isAllowed = traits.apiLevel < 33
    denials = 0
    lastDialogEnd = nil
    isExactAllowed = traits.apiLevel < 34
    blocked.removeAll()
    hasKeys = false
  }

  private mutating func setExactAlarms(_ isGranted: Bool) {
    guard traits.apiLevel >= 31, isGranted != isExactAllowed else { return }
    isExactAllowed = isGranted
    if isGranted {
      if !isStopped, isOn, isUnlockedOnce { armedBy = now + 1_000 }
    } else {
      killed()
      disarm()
      excuseOpen(.impossible)
    }
  }

  /// Plugin code runs: it accounts for the past and arms what is ahead.
  mutating func entry() {
    guard isOn, isUnlockedOnce else { return }
    let isGood = !hasFaults
    for (_, index) in live where isGood { account(index) }
    guard isAllowed else {
      // The plugin withdraws everything itself.
      disarm()
      excuseOpen(.impossible)
      return
    }
    if isGood { arm() }
  }

  private mutating func account(_ index: Int) {
    for (minute, known) in revisions[index].outcomes {
      let isOver = known.dueAt != nil && !known.isOpen && !known.isAheadAgain
      guard isOver, !revisions[index].isUncertain else { continue }
      if known.shown.isEmpty {
        revisions[index].outcomes[minute]?.isAccountable = true
        if sharesInstant(revisions[index], minute) {
          revisions[index].outcomes[minute]?.sharesInstant = true
        }
        if !known.isAccountable { revisions[index].outcomes[minute]?.accountableAt = now }
      } else if !known.isForgotten {
        revisions[index].outcomes[minute]?.isUnwritten = false
        revisions[index].outcomes[minute]?.mustReportDelivery = true
      }
    }
  }

  /// Whether one of several a day has, in the present zone, the time at which its schedule showed
  /// another one by an earlier zone: nobody missed it.
  private func sharesInstant(_ revision: AlarmRevision, _ minute: WallMinute) -> Bool {
    guard revision.rule.isWildcard,
      let time = revision.rule.time(minute, in: zone(of: revision))
    else { return false }
    return shownAs[revision.schedule]?.contains(time) ?? false
  }

  // MARK: Calls

  /// The plugin replied to a call with a value.
  mutating func accepted(_ act: Act) {
    guard isUnlockedOnce else {
      find(.acceptedBeforeUnlock, act.schedule ?? "all", "\(act) was accepted")
      return makeUncertain(act)
    }
    if let kind = act.armedKind, act.armsAlways, !isAllowed || !isExactAllowed || isBlocked(kind) {
      find(.acceptedInVain, act.schedule ?? "all", "\(act) was accepted")
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
    case .cancelAll: for (schedule, _) in live { end(schedule, isChange: false) }
    case .cancelReminder(let id): end(id, isChange: false)
    case .cancelDual: end("dual", isChange: false)
    case .pauseDual: pause(true)
    case .resumeDual: pause(false)
    default: break
    }
    if !hasFaults, act.changesSchedules { arm() }
  }

  /// The plugin rejected a call: checks for a reason, and applies what remains.
  mutating func rejected(_ act: Act, _ error: String) {
    if case .aside = act {
      return find(.unexpectedRejection, "all", "\(act) was rejected: \(error)")
    }
    let isRecent = lastWriteFailed.map { now - $0 < 1_000 } ?? false
    if error == "storage_failed", hasFaults || isRecent { return makeUncertain(act) }
    let isExpected =
      switch error {
      case "storage_failed": !isUnlockedOnce
      case "notifications_denied": !isAllowed
      case "exact_alarm_permission_required": !isExactAllowed
      case "channel_disabled": act.armedKind.map { isBlocked($0) } ?? false
      case "not_configured": true
      case "reminder_not_found", "invalid_parameter": isUnknown(act.schedule)
      default: false
      }
    if !isExpected {
      find(.unexpectedRejection, act.schedule ?? "all", "\(act) was rejected: \(error)")
    }
  }

  private func isUnknown(_ schedule: String?) -> Bool {
    guard let schedule, let index = liveIndex(schedule) else { return true }
    return revisions[index].isUncertain || revisions[index].isSpent
  }

  /// From now on it is unknown what the plugin has stored of a schedule.
  private mutating func makeUncertain(_ act: Act) {
    for (schedule, index) in live where act == .cancelAll || schedule == act.schedule {
      revisions[index].isUncertain = true
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
    _ schedule: String, _ kind: AlarmRevision.Kind, _ rule: WallRule, zone: Zone?,
    isOnce: Bool = false, isSkipping: Bool = false
  ) {
    var earliest = WallMinute.min
    if let index = liveIndex(schedule) {
      let old = revisions[index]
      let isSame =
        old.rule.isAsked(like: rule) && old.zone == zone && old.isOnce == isOnce
        && old.isSkipping == isSkipping && !old.isSpent && !old.isUncertain && !old.isPaused
      if isSame { return }
      // What is asked again where nobody knows what is stored may go on as it was.
      if old.isUncertain, old.rule.isAsked(like: rule), old.zone == zone, old.isOnce == isOnce {
        let due = old.outcomes.filter { $0.value.dueAt != nil }.keys.max()
        earliest = max(old.firstMinute, due.map { $0 + 1 } ?? .min)
      }
      end(schedule, isChange: true)
    }
    let first = rule.next(1, after: wall, in: zone ?? self.zone).first?.minute ?? .max
    revisions.append(
      AlarmRevision(
        schedule: schedule, kind: kind, rule: rule, zone: zone, isOnce: isOnce,
        isSkipping: isSkipping, firstMinute: max(first, earliest), onlyMinute: first))
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
    for place in open where revisions[place.revision].schedule == schedule {
      change(place) { outcome in
        outcome.wasOnItsWay = true
        if !isChange { outcome.excuse = .ended }
      }
    }
    if !isChange { excuseBelievedSet(index) }
    revisions[index].ended = now
    live.removeAll { $0.schedule == schedule }
  }

  /// Where pending intents outlive alarms, what was lost is taken for being on its way at first;
  /// a call may end it then.
  private mutating func excuseBelievedSet(_ index: Int) {
    let since = now - AndroidOutcomeModel.receiverMilliseconds
    for (minute, known) in revisions[index].outcomes
    where known.shown.isEmpty && known.missedReports == 0 {
      // What is due at this very moment is set again by any code that runs, for seconds later.
      let isBelieved =
        traits.keepsIntents && known.accountableAt ?? known.dueAt ?? .min >= since
      if isBelieved || known.dueAt == now { revisions[index].outcomes[minute]?.excuse = .ended }
    }
  }

  private mutating func pause(_ isPaused: Bool) {
    guard let index = liveIndex("dual"), revisions[index].isPaused != isPaused else { return }
    if isPaused {
      openWhatComesNow(index)
      excuseOpen(.ended, of: "dual")
      excuseBelievedSet(index)
    }
    revisions[index].isPaused = isPaused
    revisions[index].next = nil
    guard !isPaused else { return }
    // What passed in between does not count; what is ahead does.
    let first = revisions[index].rule.next(1, after: wall, in: zone).first
    revisions[index].firstMinute = first?.minute ?? .max
  }
}

extension Act {
  /// Whether it sets alarms whatever was set before; a change of a title need not.
  fileprivate var armsAlways: Bool {
    switch self {
    // What is paused stays so.
    case .updateDaily, .updateInterval, .resumeDual, .scheduleUser: false
    default: true
    }
  }

  /// The kind of schedule that a call arms; nil when it arms none.
  fileprivate var armedKind: AlarmRevision.Kind? {
    switch self {
    case .scheduleDaily, .updateDaily, .scheduleInterval, .updateInterval: .daily
    case .scheduleReminder: .reminder
    case .scheduleDual, .scheduleUser, .resumeDual: .dual
    default: nil
    }
  }
}
