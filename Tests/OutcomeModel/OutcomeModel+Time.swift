import CivilTime

/// The maximum time, in milliseconds, until a removal or an addition takes effect.
private let raceMilliseconds: Int64 = 1_000

extension OutcomeModel {
  /// Time passes: what the clock reaches becomes due, what is too late is lost.
  mutating func flow(to instant: Int64) {
    guard instant > now else { return }
    forgetWhatIsAheadAgain()
    let end = instant + wallOffset
    for (_, index) in live where !revisions[index].isPaused {
      while let next = next(of: index), next.time <= end {
        revisions[index].next = nil
        comeDue(index, next.minute, at: next.time - wallOffset)
        revisions[index].next = following(index, next)
      }
    }
    now = instant
    closeOpen { $0.deadline < instant }
    for schedule in putOffs.flow(to: instant, isAllowed: isAllowed, isOn: isOn) {
      find(.lostAgain, schedule, "what was put off was not shown again")
    }
  }

  /// The next occurrence of a revision after now.
  private mutating func next(of index: Int) -> TimedOccurrence? {
    if let next = revisions[index].next { return next }
    let revision = revisions[index]
    guard !revision.isSpent else { return nil }
    let next = revision.next(1, after: wall, in: zone(of: revision)).first
    revisions[index].next = next
    return next
  }

  /// The occurrence after another one, which may be at the same instant in a gap.
  private func following(_ index: Int, _ last: TimedOccurrence) -> TimedOccurrence? {
    let revision = revisions[index]
    guard !revision.isSpent else { return nil }
    return revision.next(2, after: last.time - 1, in: zone(of: revision)).first {
      ($0.time, $0.minute) > (last.time, last.minute)
    }
  }

  /// The clock was set or the zone changed: what was jumped over becomes due at once.
  mutating func jump(wallOffset newOffset: Int64, zone newZone: Zone) {
    let (oldOffset, oldZone) = (wallOffset, zone)
    let (oldWall, newWall) = (now + oldOffset, now + newOffset)
    let span = abs(newOffset - oldOffset) + 27 * 3_600_000
    wallOffset = newOffset
    zone = newZone
    if !zonesSeen.contains(newZone) { zonesSeen.append(newZone) }
    if newZone != oldZone { isZoneNew = true }
    noteUnknownDates()
    for (_, index) in live where !revisions[index].isPaused {
      revisions[index].next = nil
      let revision = revisions[index]
      if revision.isSpent {
        let time = revision.rule.time(revision.onlyMinute, in: revision.zone ?? newZone)
        let isAheadAgain =
          revision.occurrences[revision.onlyMinute].map {
            $0.canStillBeShown || $0.isForgotten(among: revision)
          } ?? false
        if isAheadAgain, time.map({ $0 > newWall }) ?? false {
          goneBack(before: revision.onlyMinute, of: index)
        }
        continue
      }
      let (before, after) = (revision.zone ?? oldZone, revision.zone ?? newZone)
      // The system moves a request into a gap's end; the contract does not say for which time it
      // stands where wildcards have none.
      if isLeftOutNow(revision, from: before, to: after, at: oldWall) {
        revisions[index].isUncertain = true
        revisions[index].isMovedByGap = true
      }
      func wasAhead(_ minute: WallMinute) -> Bool {
        revision.rule.time(minute, in: before).map { $0 > oldWall } ?? false
      }
      let passed = revision.coming(after: newWall - span, through: newWall, in: after)
        .filter { wasAhead($0.minute) }
      for occurrence in passed {
        comeDue(index, occurrence.minute, at: now)
        if revision.isRepeating {
          revisions[index].occurrences[occurrence.minute]?.isDateUnknown = true
        }
        // A time that the clock never showed need not be reported if nothing was armed for it.
        if revisions[index].occurrences[occurrence.minute]?.mustBeShown == false,
          occurrence.minute > revisions[index].everArmedThrough
        {
          revisions[index].occurrences[occurrence.minute]?.excuse = .unknown
        }
      }
      let ahead = revision.coming(after: newWall, through: newWall + span, in: after)
      for occurrence in ahead where !wasAhead(occurrence.minute) {
        goneBack(before: occurrence.minute, of: index)
      }
    }
  }

  /// Whether a zone leaves out a time for which something was armed in the zone before.
  private func isLeftOutNow(
    _ revision: Revision, from before: Zone, to after: Zone, at time: Int64
  ) -> Bool {
    guard revision.rule.isWildcard, before != after else { return false }
    let armed = revision.rule.occurrences(
      after: time, through: time + 60 * 86_400_000, in: before)
    return armed.contains {
      $0.minute <= revision.everArmedThrough && revision.rule.isLeftOut($0.minute, in: [after])
    }
  }

  /// Clock or zone change: of a repeating reminder that was shown and not seen, or is on its way,
  /// nobody can know any more for which date that was.
  private mutating func noteUnknownDates() {
    for index in revisions.indices where revisions[index].isRepeating {
      for minute in revisions[index].unseen {
        revisions[index].occurrences[minute]?.isDateUnknown = true
      }
    }
    for place in open where revisions[place.revision].isRepeating {
      revisions[place.revision].occurrences[place.minute]?.isDateUnknown = true
    }
  }

  /// The phone is started again: what tells of a date that was shown at an earlier start is gone.
  mutating func forgetEarlierStart() {
    for index in revisions.indices where revisions[index].isRepeating {
      for minute in revisions[index].unseen
      where revisions[index].occurrences[minute]?.wasPunctual == false {
        revisions[index].occurrences[minute]?.isDateUnknown = true
      }
    }
  }

  /// Nobody has notified the plugin that what is on its way is ahead again.
  ///
  /// To the plugin it is only ahead, so that new content or another time may replace it.
  mutating func forgetWhatIsAheadAgain() {
    for place in aheadAgain {
      guard var occurrence = revisions[place.revision].occurrences[place.minute] else { continue }
      occurrence.isRepeatedBySystem = !occurrence.missedReports.isEmpty
      occurrence.mustBeShown = false
      if occurrence.excuse == nil { occurrence.excuse = .unknown }
      revisions[place.revision].occurrences[place.minute] = occurrence
    }
    aheadAgain.removeAll()
  }

  /// An occurrence that was due is ahead again: if it was not shown, it still can be.
  private mutating func goneBack(before minute: WallMinute, of index: Int) {
    guard var occurrence = revisions[index].occurrences[minute] else { return }
    occurrence.isAheadAgain = true
    let isRepeatedMiss = revisions[index].isRepeating && !occurrence.missedReports.isEmpty
    if occurrence.isOpen || isRepeatedMiss { aheadAgain.append((index, minute)) }
    occurrence.isAccountable = false
    revisions[index].unaccounted.removeAll { $0 == minute }
    revisions[index].occurrences[minute] = occurrence
  }

  /// An occurrence becomes due.
  mutating func comeDue(
    _ index: Int, _ minute: WallMinute, at instant: Int64, excuse given: Occurrence.Excuse? = nil
  ) {
    let revision = revisions[index]
    var occurrence = revision.occurrences[minute] ?? Occurrence()
    if occurrence.isOpen, occurrence.deadline < instant {
      // It was too late before the clock has come to it again.
      open.removeAll { $0.revision == index && $0.minute == minute }
      occurrence.isOpen = false
    }
    guard occurrence.shown.isEmpty, !occurrence.isOpen else {
      if revision.isOnce { revisions[index].occurrences[minute]?.isAheadAgain = false }
      return
    }
    occurrence.excuse = given ?? excuse(revision, minute, occurrence)
    if occurrence.excuse == .oneRequest, let leader = leader(revision) {
      occurrence.leader = leader
    }
    occurrence.mustBeShown = occurrence.excuse == nil && isArmed(revision, minute)
    occurrence.dueAt = instant
    occurrence.dueWall = instant + wallOffset
    let time = revision.rule.time(minute, in: zone(of: revision)) ?? .min
    occurrence.wasPunctual = isOn && occurrence.dueWall == time
    let lateness = limits.driftMilliseconds + (isZoneNew ? gapElsewhere(minute, revision) : 0)
    occurrence.deadline = isOn ? instant + lateness : .max
    occurrence.isOpen = true
    occurrence.isLost = false
    if revision.isOnce { occurrence.isAheadAgain = false }
    revisions[index].occurrences[minute] = occurrence
    if !revision.unaccounted.contains(minute) { revisions[index].unaccounted.append(minute) }
    open.append((index, minute))
  }

  /// How much later than at its own time a cron date may be shown in a zone that the plugin has not
  /// seen: where a zone leaves its time out, its request is at the end of the gap, or moved by it.
  func gapElsewhere(_ minute: WallMinute, _ revision: Revision) -> Int64 {
    guard revision.rule.cron != nil else { return 0 }
    return zonesSeen.map { WallRule.gap(minute, in: $0) }.max() ?? 0
  }

  private func isArmed(_ revision: Revision, _ minute: WallMinute) -> Bool {
    guard let from = revision.armedFrom, let through = revision.armedThrough else { return false }
    if revision.rule.isWildcard, let zone = revision.armedIn,
      revision.rule.time(minute, in: zone) == nil
    {
      return false
    }
    return from <= minute && minute <= through
  }

  /// Why a request that fired in vain for a date does not fire for it again, now that the clock has
  /// put it ahead; one that does not repeat may have been armed again since.
  func excuseInVain(_ revision: Revision, _ occurrence: Occurrence) -> Occurrence.Excuse? {
    guard occurrence.isAheadAgain, let excuse = occurrence.excuse,
      excuse == .denied || excuse == .phoneOff,
      revision.isRepeating || lastArmed <= occurrence.dueAt ?? 0
    else { return nil }
    return excuse
  }

  /// Why an occurrence that becomes due need not be shown; nil if it must be, if armed.
  private func excuse(
    _ revision: Revision, _ minute: WallMinute, _ occurrence: Occurrence
  ) -> Occurrence.Excuse? {
    if !isAllowed { return .denied }
    if let excuse = excuseInVain(revision, occurrence) { return excuse }
    if occurrence.leader != nil || leader(revision) != nil { return .oneRequest }
    if revision.isUncertain || revision.isSkipping { return .unknown }
    if minute < revision.firstMinute || !occurrence.missedReports.isEmpty { return .unknown }
    if revision.hasFired(after: minute) { return .unknown }
    return isPerhapsShown(revision, minute) ? .unknown : nil
  }

  /// Whether an earlier call, of which nobody knows whether it was stored, has shown it already.
  func isPerhapsShown(_ revision: Revision, _ minute: WallMinute) -> Bool {
    revisions.contains {
      $0.schedule == revision.schedule && $0.isUncertain
        && $0.occurrences[minute]?.shown.isEmpty == false
    }
  }

  /// The overdue occurrence of a repeating request: until it is shown, no other one fires.
  ///
  /// One from before the request was added is not shown by it.
  private func leader(_ revision: Revision) -> WallMinute? {
    guard revision.isRepeating else { return nil }
    return open.first {
      revisions[$0.revision].schedule == revision.schedule
        && revisions[$0.revision].begun == revision.begun
        && (revisions[$0.revision].occurrences[$0.minute]?.dueAt ?? .max) >= revision.addedAt
    }?.minute
  }

  /// Closes the open occurrences that meet a condition; those that had to be shown are lost.
  mutating func closeOpen(where condition: (Occurrence) -> Bool) {
    guard !open.isEmpty else { return }
    open.removeAll { place in
      guard var occurrence = revisions[place.revision].occurrences[place.minute],
        occurrence.isOpen
      else { return true }
      guard condition(occurrence) else { return false }
      occurrence.isOpen = false
      occurrence.isLost = occurrence.mustBeShown
      revisions[place.revision].occurrences[place.minute] = occurrence
      return true
    }
  }

  /// Changes the open occurrences of a schedule, or of all.
  mutating func changeOpen(of schedule: String? = nil, _ change: (inout Occurrence) -> Void) {
    for place in open {
      guard schedule == nil || revisions[place.revision].schedule == schedule,
        var occurrence = revisions[place.revision].occurrences[place.minute]
      else { continue }
      change(&occurrence)
      revisions[place.revision].occurrences[place.minute] = occurrence
    }
  }

  /// A repeating request on its way is replaced by one that shows the same, as late as any.
  mutating func postponeRepeating(_ schedule: String) {
    guard let index = liveIndex(schedule), revisions[index].isRepeating else { return }
    let deadline = now + limits.driftMilliseconds + raceMilliseconds
    changeOpen(of: schedule) { $0.deadline = max($0.deadline, deadline) }
  }

  /// The occurrences of the next second, which a removal in flight may or may not prevent.
  mutating func openWhatComesNow(_ index: Int) {
    let revision = revisions[index]
    guard !revision.isSpent, !revision.isPaused else { return }
    let soon = revision.coming(
      after: wall, through: wall + raceMilliseconds, in: zone(of: revision))
    for occurrence in soon {
      comeDue(index, occurrence.minute, at: occurrence.time - wallOffset, excuse: .ended)
    }
  }

  /// Computes what must be armed now: the next occurrence of every schedule, then reserves.
  ///
  /// While everybody's requests are being removed, what is added under one of their names goes too.
  mutating func arm() {
    guard now >= removedAt else { return }
    lastArmed = now
    isZoneNew = false
    var room = limits.windowMax - open.count - shownUnknown - putOffs.count
    var reserves: [(time: Int64, index: Int, minute: WallMinute)] = []
    for (_, index) in live {
      guard isPlanned(index) else {
        (revisions[index].armedFrom, revisions[index].armedThrough) = (nil, nil)
        continue
      }
      let revision = revisions[index]
      room -= 1
      if revision.isRepeating, isRepeatable(revision) {
        let first = revision.next(1, after: wall + raceMilliseconds, in: zone(of: revision))
        arm(index, from: first.first?.minute ?? .max, through: .max)
        continue
      }
      let coming = revision.next(
        limits.windowMax + 2, after: wall, in: zone(of: revision)
      ).filter {
        revision.occurrences[$0.minute].map(\.canBeArmed) ?? true
          && !revision.hasFired(after: $0.minute)
      }
      guard let first = coming.first else { continue }
      let from = coming.first { $0.time > wall + raceMilliseconds }
      arm(index, from: from?.minute ?? .max, through: first.minute)
      guard !revision.isOnce else { continue }
      for occurrence in coming.dropFirst().prefix(limits.reservesMax ?? .max) {
        reserves.append((occurrence.time, index, occurrence.minute))
      }
    }
    reserves.sort { ($0.time, $0.index) < ($1.time, $1.index) }
    // Among several at the same time, any may be left out.
    var count = min(max(0, room), reserves.count)
    // What a call that failed has left armed, nobody knows: it may take any place.
    if live.contains(where: { revisions[$0.index].isUncertain }) { count = 0 }
    if count < reserves.count {
      let cut = reserves[count].time
      while count > 0, reserves[count - 1].time == cut { count -= 1 }
    }
    for reserve in reserves[..<count] {
      let through = revisions[reserve.index].armedThrough ?? reserve.minute
      revisions[reserve.index].armedThrough = max(through, reserve.minute)
      remember(reserve.index)
    }
  }

  /// The number of occurrences that were shown and cleared with nobody to see it, and are ahead
  /// again: they may have a request.
  private var shownUnknown: Int {
    live.reduce(0) { count, entry in
      let revision = revisions[entry.index]
      return count
        + revision.occurrences.count { minute, occurrence in
          occurrence.isAheadAgain && occurrence.isCleared && !occurrence.isSeen
            && revision.rule.time(minute, in: zone(of: revision)).map { $0 > wall } == true
        }
    }
  }

  /// Whether a repeating request can begin with the next date; where that was shown or reported
  /// missed by an earlier clock, each later date has its own request.
  private func isRepeatable(_ revision: Revision) -> Bool {
    guard let next = revision.next(1, after: wall, in: zone(of: revision)).first else {
      return false
    }
    return (revision.occurrences[next.minute].map(\.canBeArmed) ?? true)
      && !revision.hasFired(after: next.minute)
  }

  private func isPlanned(_ index: Int) -> Bool {
    let revision = revisions[index]
    return !revision.isPaused && !revision.isSpent && !revision.isUncertain
      && !revision.isSkipping
  }

  /// What was armed before stays armed up to the new end.
  private mutating func arm(_ index: Int, from: WallMinute, through: WallMinute) {
    let before = revisions[index].armedThrough == nil ? .max : revisions[index].armedFrom ?? .max
    revisions[index].armedFrom = min(before, from)
    revisions[index].armedThrough = through
    revisions[index].armedIn = zone(of: revisions[index])
    if revisions[index].hasLostRequest {
      revisions[index].hasLostRequest = false
      revisions[index].addedAt = now
    }
    remember(index)
  }

  private mutating func remember(_ index: Int) {
    let through = revisions[index].armedThrough ?? .min
    revisions[index].everArmedThrough = max(revisions[index].everArmedThrough, through)
  }

  /// From now on nothing is certain to be armed.
  mutating func disarm() {
    for (_, index) in live {
      revisions[index].armedFrom = nil
      revisions[index].armedThrough = nil
      revisions[index].wasAddedAnew = true
      revisions[index].hasLostRequest = true
    }
  }
}
