import CivilTime

/// What has a request, and what becomes of it when its time comes, or clock or zone change.
extension OutcomeModel {
  // MARK: Arming

  /// Computes what must be armed now: the next occurrence of every schedule, then reserves.
  ///
  /// While everybody's requests are being removed, what is added under one of their names goes too.
  mutating func armRequests() {
    guard now >= iPhone.removedAt else { return }
    let limits = iPhone.limits
    iPhone.lastArmed = now
    iPhone.isZoneNew = false
    var room = limits.windowMax - open.count - shownUnknown - iPhone.putOffs.count
    var reserves: [(time: Int64, index: Int, minute: WallMinute)] = []
    for (_, index) in live {
      guard isPlanned(index) else {
        (revisions[index].armedFrom, revisions[index].armedThrough) = (nil, nil)
        continue
      }
      let revision = revisions[index]
      room -= 1
      let soon = wall + IPhoneState.raceMilliseconds
      if revision.isRepeating, isRepeatable(revision) {
        let first = revision.next(1, after: soon, in: zone(of: revision))
        arm(index, from: first.first?.minute ?? .max, through: .max)
        continue
      }
      let coming = revision.next(
        limits.windowMax + 2, after: wall, in: zone(of: revision)
      ).filter { canBeArmed($0.minute, of: revision) }
      guard let first = coming.first else { continue }
      let from = coming.first { $0.time > soon }
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
    let next = revision.next(1, after: wall, in: zone(of: revision)).first
    return next.map { canBeArmed($0.minute, of: revision) } ?? false
  }

  /// Whether an occurrence can take a place of the window: no other date was shown for it too.
  private func canBeArmed(_ minute: WallMinute, of revision: Revision) -> Bool {
    let isLeft = revision.occurrences[minute].map { $0.canStillBeShown && $0.leader == nil } ?? true
    return isLeft && !revision.hasFired(after: minute)
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

  private func isArmed(_ revision: Revision, _ minute: WallMinute) -> Bool {
    guard let from = revision.armedFrom, let through = revision.armedThrough else { return false }
    if revision.rule.isWildcard, let zone = revision.armedIn,
      revision.rule.time(minute, in: zone) == nil
    {
      return false
    }
    return from <= minute && minute <= through
  }

  // MARK: An occurrence becomes due

  /// Why an occurrence that becomes due need not be shown; nil if it must be.
  func requestExcuse(_ place: Place, _ known: Occurrence) -> Occurrence.Excuse? {
    let revision = revisions[place.revision]
    if known.skippedAt != nil { return .ended }
    if !isAllowed { return .denied }
    if let excuse = excuseInVain(revision, known) { return excuse }
    if known.leader != nil || leader(revision) != nil { return .oneRequest }
    if revision.isUncertain || revision.isSkipping { return .unknown }
    if place.minute < revision.firstMinute || !known.missedReports.isEmpty { return .unknown }
    if revision.hasFired(after: place.minute) || isPerhapsShown(place) { return .unknown }
    return isArmed(revision, place.minute) ? nil : .notArmed
  }

  /// Why a request that fired in vain for a date does not fire for it again, now that the clock has
  /// put it ahead; one that does not repeat may have been armed again since.
  func excuseInVain(_ revision: Revision, _ occurrence: Occurrence) -> Occurrence.Excuse? {
    guard occurrence.isAheadAgain, let excuse = occurrence.excuse,
      excuse == .denied || excuse == .phoneOff,
      revision.isRepeating || iPhone.lastArmed <= occurrence.dueAt ?? 0
    else { return nil }
    return excuse
  }

  /// Whether an earlier call, of which nobody knows whether it was stored, has shown it already.
  func isPerhapsShown(_ place: Place) -> Bool {
    revisions.contains {
      $0.schedule == revisions[place.revision].schedule && $0.isUncertain
        && $0.occurrences[place.minute]?.shown.isEmpty == false
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
        && (occurrence($0).dueAt ?? .max) >= revision.addedAt
    }?.minute
  }

  /// An occurrence has come due: by when it must be shown, and for which others.
  mutating func requestCameDue(_ place: Place, _ occurrence: inout Occurrence) {
    let revision = revisions[place.revision]
    if occurrence.excuse == .oneRequest, let leader = leader(revision) {
      occurrence.leader = leader
    }
    occurrence.wasPunctual = isOn && occurrence.dueWall == time(place) ?? .min
    let latest = (occurrence.dueAt ?? now) + iPhone.limits.driftMilliseconds
    occurrence.deadline = isOn ? latest : .max
    if revision.isOnce { occurrence.isAheadAgain = false }
    if !revision.unaccounted.contains(place.minute) {
      revisions[place.revision].unaccounted.append(place.minute)
    }
  }

  /// A repeating request on its way is replaced by one that shows the same, as late as any.
  mutating func postponeRepeating(_ schedule: String) {
    guard let index = liveIndex(schedule), revisions[index].isRepeating else { return }
    let deadline = now + iPhone.limits.driftMilliseconds + IPhoneState.raceMilliseconds
    changeOpen(of: schedule) { $0.deadline = max($0.deadline, deadline) }
  }

  // MARK: The clock and the zone

  /// The clock was set or the zone changed: requests that were jumped over fire at once.
  mutating func requestsJumped(_ jump: Jump) {
    if jump.newZone != jump.oldZone { iPhone.isZoneNew = true }
    forgetDates()
    for (_, index) in live where !revisions[index].isPaused {
      let revision = revisions[index]
      if revision.isSpent {
        goBackIfUnknown(Place(revision: index, minute: revision.onlyMinute), jump)
        continue
      }
      // The system moves a request into a gap's end; the contract does not say for which time it
      // stands where wildcards have none.
      if isLeftOutNow(revision, jump) {
        revisions[index].isUncertain = true
        revisions[index].isMovedByGap = true
      }
      for occurrence in jump.passed(of: revision) {
        let place = Place(revision: index, minute: occurrence.minute)
        comeDue(place, at: now)
        let wasNeverArmed = place.minute > revisions[index].everArmedThrough
        change(place) {
          if revision.isRepeating { $0.isDateUnknown = true }
          // A time that the clock never showed need not be reported if nothing was armed for it.
          if $0.excuse != nil, wasNeverArmed { $0.excuse = .unknown }
        }
      }
      for occurrence in jump.goneBack(of: revision) {
        goBack(before: Place(revision: index, minute: occurrence.minute))
      }
    }
  }

  /// The only occurrence of a schedule is ahead again where nothing tells that it was shown.
  private mutating func goBackIfUnknown(_ place: Place, _ jump: Jump) {
    let known = occurrence(place)
    let isUnknown = known.canStillBeShown || known.isForgotten(among: revisions[place.revision])
    if isUnknown, let time = time(place), time > jump.newWall { goBack(before: place) }
  }

  /// Whether a zone leaves out a time for which something was armed in the zone before.
  private func isLeftOutNow(_ revision: Revision, _ jump: Jump) -> Bool {
    let (before, after) = (revision.zone ?? jump.oldZone, revision.zone ?? jump.newZone)
    guard revision.rule.isWildcard, before != after else { return false }
    let armed = revision.rule.occurrences(
      after: jump.oldWall, through: jump.oldWall + 60 * 86_400_000, in: before)
    return armed.contains {
      $0.minute <= revision.everArmedThrough && revision.rule.isLeftOut($0.minute, in: [after])
    }
  }

  mutating func requestWentBack(_ place: Place) {
    let revision = revisions[place.revision]
    let known = occurrence(place)
    let isRepeatedMiss = revision.isRepeating && !known.missedReports.isEmpty
    if known.isOpen || isRepeatedMiss { iPhone.aheadAgain.append(place) }
    revisions[place.revision].unaccounted.removeAll { $0 == place.minute }
  }

  /// Nobody has notified the plugin that what is on its way is ahead again.
  ///
  /// To the plugin it is only ahead, so that new content or another time may replace it.
  mutating func forgetWhatIsAheadAgain() {
    for place in iPhone.aheadAgain {
      change(place) {
        $0.isRepeatedBySystem = !$0.missedReports.isEmpty
        $0.addExcuse(.unknown, on: .ios)
      }
    }
    iPhone.aheadAgain.removeAll()
  }

  // MARK: The phone

  /// Power goes off: what is due waits for the start.
  mutating func requestsLostPower() {
    forgetEarlierStart()
    iPhone.putOffs.powerWentOff(at: now)
    changeOpen {
      $0.deadline = .max
      $0.wasPunctual = false
    }
  }

  /// What came due while the phone was off is shown now, or nothing of it is.
  mutating func requestsGotPower() {
    let deadline = now + iPhone.limits.driftMilliseconds
    let showsAtBoot = iPhone.showsAtBoot
    iPhone.putOffs.powerCameOn(at: now, showsAtBoot: showsAtBoot)
    changeOpen { occurrence in
      guard occurrence.deadline == .max else { return }
      occurrence.deadline = deadline
      if !showsAtBoot { occurrence.addExcuse(.phoneOff, on: .ios) }
    }
  }

  // MARK: What is pending

  /// Whether only the plugin knows when an overdue request fires next: a repeating one, or one that
  /// is ahead by the clock since that was set back.
  func isNextUnclear(_ requests: [PendingRequest]) -> Bool {
    requests.contains { request in
      let index = liveIndex(request.schedule)
      return request.isOnItsWay
        && (request.trigger > wall || index.map { revisions[$0].isRepeating } ?? true)
    }
  }

  /// The occurrences of a schedule that must have a request now.
  func requestsNeeded(_ index: Int, own: [PendingRequest]) -> [Int64] {
    let revision = revisions[index]
    // A repeating request moves to its next date only after it has been shown.
    if revision.isRepeating, own.contains(where: \.isOnItsWay) { return [] }
    guard let through = revision.armedThrough, let from = revision.armedFrom else { return [] }
    let isOne = revision.isRepeating || revision.isOnce
    return revision.next(isOne ? 1 : iPhone.limits.windowMax, after: wall, in: zone(of: revision))
      .prefix(isOne ? 1 : .max)
      .filter { occurrence in
        let known = revision.occurrences[occurrence.minute]
        return from <= occurrence.minute && occurrence.minute <= through
          && known.map(\.canStillBeShown) ?? true
          && known.flatMap { excuseInVain(revision, $0) } == nil
          && occurrence.minute >= revision.firstMinute
          && !revision.hasFired(after: occurrence.minute)
          && !isPerhapsShown(Place(revision: index, minute: occurrence.minute))
      }
      .map(\.time)
  }
}
