import CivilTime

/// What calls change.
extension OutcomeModel {
  /// The plugin replied to a call with a value.
  mutating func accepted(_ call: HostCall) {
    guard isUnlockedOnce else {
      find(.acceptedBeforeUnlock, call.scheduleOrAll, "\(call) was accepted")
      return makeUncertain(call)
    }
    if platform == .android, let subject = call.subject, subject.arms == .always,
      !isAllowed || !android.canSetExact || android.isBlocked(subject.kind)
    {
      find(.acceptedInVain, call.scheduleOrAll, "\(call) was accepted")
    }
    apply(call)
    if !hasFaults, call.subject != nil || call == .cancelAll { arm() }
  }

  private mutating func apply(_ call: HostCall) {
    switch call {
    case .scheduleDaily(let id, let minuteOfDay, let zone):
      begin(id, .daily, WallRule(minuteOfDay: minuteOfDay), zone: zone.map(ZoneBook.zone))
    case .updateDaily(let id, let minuteOfDay, let zone):
      guard let old = liveIndex(id).map({ revisions[$0] }) else { return }
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
      guard let old = liveIndex(id).map({ revisions[$0] }) else { return }
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
      iPhone.putOffs.withdraw(at: now)
    case .cancelReminder(let id): cancel(id)
    case .cancelDual: cancel("dual")
    case .pauseDual: pause()
    case .resumeDual: resume()
    case .skipNext(let id): skipNext(id)
    case .undoSkip(let id): undoSkip(id)
    case .configureFetcher, .status, .requestPermission, .aside: break
    }
  }

  /// The plugin rejected a call: checks for a reason, and applies what remains.
  mutating func rejected(_ call: HostCall, _ error: String) {
    if case .aside = call {
      return find(.unexpectedRejection, "all", "\(call) was rejected: \(error)")
    }
    if error == "storage_failed", isWriteInDoubt { return makeUncertain(call) }
    let isExpected =
      switch error {
      case "storage_failed": !isUnlockedOnce
      case "notifications_denied": !isAllowed
      case "exact_alarm_permission_required": !android.canSetExact
      case "channel_disabled": isChannelBlocked(of: call)
      case "not_configured": true
      case "reminder_not_found", "invalid_parameter": isUnknown(call.schedule) || call.isOfSkips
      default: false
      }
    if !isExpected {
      find(.unexpectedRejection, call.scheduleOrAll, "\(call) was rejected: \(error)")
    }
  }

  private func isChannelBlocked(of call: HostCall) -> Bool {
    guard let subject = call.subject, subject.arms != .never else { return false }
    return android.isBlocked(subject.kind)
  }

  private func isUnknown(_ schedule: String?) -> Bool {
    guard let schedule, let index = liveIndex(schedule) else { return true }
    return revisions[index].isUncertain || revisions[index].isSpent
  }

  /// From now on it is unknown what the plugin has stored of a schedule.
  private mutating func makeUncertain(_ call: HostCall) {
    let isOfAll = call == .cancelAll
    iPhone.putOffs.makeUnsure(isOfAll ? nil : call.schedule)
    for (schedule, index) in live where isOfAll || schedule == call.schedule {
      revisions[index].isUncertain = true
      // The call had replaced its request, which was added again when the write failed.
      revisions[index].wasAddedAnew = true
      excuseOpen(.unknown, of: schedule)
    }
    guard let subject = call.subject, subject.arms != .never, liveIndex(subject.schedule) == nil
    else { return }
    apply(call)
    guard let index = liveIndex(subject.schedule) else { return }
    revisions[index].isUncertain = true
    revisions[index].wasStored = false
  }

  /// A call created or changed a schedule: a different time, rule or zone begins a new revision.
  private mutating func begin(
    _ schedule: String, _ kind: OutcomeModel.Kind, _ rule: WallRule, zone: Zone?,
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
        // Its receiver has shown what has come due.
        let due = old.occurrences.filter { $0.value.dueAt != nil }.keys.max()
        if platform == .android, let due { earliest = max(earliest, due + 1) }
      }
      end(schedule, isChange: true)
    }
    let start = wall + platform.additionMilliseconds
    let first = rule.next(1, after: start, in: zone ?? self.zone).first
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
    changeOpen(of: schedule) {
      $0.wasOnItsWay = true
      if !isChange { $0.excuse = .ended }
    }
    switch platform {
    case .ios: if isChange { postponeRepeating(schedule) }
    case .android: if !isChange { excuseBelievedSet(index) }
    }
    revisions[index].ended = now
    live.removeAll { $0.schedule == schedule }
  }

  private mutating func cancel(_ schedule: String) {
    end(schedule, isChange: false)
    iPhone.putOffs.withdraw(schedule, at: now)
  }

  /// The host skips the next occurrence that is ahead and not skipped.
  private mutating func skipNext(_ id: String) {
    guard let index = liveIndex(HostCall.schedule(skippedAs: id)) else { return }
    let revision = revisions[index]
    let next = revision.next(70, after: wall, in: zone(of: revision))
      .first { revision.occurrences[$0.minute]?.canStillBeShown ?? true }
    guard let next else { return }
    let instant = now
    change(Place(revision: index, minute: next.minute)) { $0.skippedAt = instant }
    // What is about to come may have been shown before the call.
    if next.time - wall < 1_000 { openWhatComesNow(index) }
  }

  /// The host takes back the nearest skip that is ahead.
  private mutating func undoSkip(_ id: String) {
    guard let index = liveIndex(HostCall.schedule(skippedAs: id)) else { return }
    let revision = revisions[index]
    let skipped = revision.occurrences.filter { $0.value.skippedAt != nil }.keys.sorted()
    let ahead = skipped.first {
      revision.rule.time($0, in: zone(of: revision)).map { $0 > wall } ?? false
    }
    guard let ahead else {
      return find(.unexpectedRejection, revision.schedule, "a skip was taken back that is none")
    }
    change(Place(revision: index, minute: ahead)) {
      $0.skippedAt = nil
      // Where the clock has put it ahead again, the plugin may have accounted for it.
      if $0.dueAt != nil { $0.excuse = .unknown }
    }
  }

  private mutating func pause() {
    guard let index = liveIndex("dual"), !revisions[index].isPaused else { return }
    iPhone.putOffs.withdraw("dual", at: now)
    openWhatComesNow(index)
    excuseOpen(.ended, of: "dual")
    if platform == .android { excuseBelievedSet(index) }
    revisions[index].isPaused = true
    revisions[index].next = nil
  }

  private mutating func resume() {
    guard let index = liveIndex("dual"), revisions[index].isPaused else { return }
    revisions[index].isPaused = false
    revisions[index].next = nil
    // What passed in between does not count; what is ahead does.
    let start = wall + platform.additionMilliseconds
    let first = revisions[index].rule.next(1, after: start, in: zone).first
    revisions[index].firstMinute = first?.minute ?? .max
  }
}

extension HostCall {
  /// What a call is about.
  fileprivate struct Subject {
    /// The schedule's name.
    let schedule: String
    let kind: OutcomeModel.Kind
    let arms: Arms

    /// Whether the call arms the schedule: a change of a title need not, nor what is paused.
    enum Arms {
      case always
      case perhaps
      case never
    }

    init(_ schedule: String, _ kind: OutcomeModel.Kind, arms: Arms) {
      (self.schedule, self.kind, self.arms) = (schedule, kind, arms)
    }
  }

  /// The schedule that it is about; nil for a call about all or none.
  fileprivate var subject: Subject? {
    switch self {
    case .scheduleDaily(let id, _, _), .scheduleInterval(let id, _, _, _):
      Subject(id, .daily, arms: .always)
    case .updateDaily(let id, _, _), .updateInterval(let id, _):
      Subject(id, .daily, arms: .perhaps)
    case .scheduleReminder(let id, _, _, _, _): Subject(id, .reminder, arms: .always)
    case .cancelReminder(let id): Subject(id, .reminder, arms: .never)
    case .scheduleDual: Subject("dual", .dual, arms: .always)
    case .scheduleUser, .resumeDual: Subject("dual", .dual, arms: .perhaps)
    case .cancelDual, .pauseDual: Subject("dual", .dual, arms: .never)
    case .skipNext(let id), .undoSkip(let id):
      Subject(HostCall.schedule(skippedAs: id), .daily, arms: .never)
    case .cancelAll, .configureFetcher, .status, .requestPermission, .aside: nil
    }
  }

  /// The name of the schedule that it is about.
  fileprivate var schedule: String? { subject?.schedule }

  /// Whether it skips a notification or takes that back: there may be none.
  fileprivate var isOfSkips: Bool {
    switch self {
    case .skipNext, .undoSkip: true
    default: false
    }
  }

  /// The schedule that a call about skips names.
  fileprivate static func schedule(skippedAs id: String) -> String {
    id.hasPrefix("reminder_") ? String(id.dropFirst("reminder_".count)) : id
  }

  /// The name in a report.
  fileprivate var scheduleOrAll: String { schedule ?? "all" }
}
