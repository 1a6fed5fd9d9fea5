import CivilTime

extension AndroidOutcomeModel {
  /// Time passes: what the clock reaches becomes due, what is too late is lost.
  mutating func flow(to instant: Int64) {
    guard instant > now else { return }
    if let time = armedBy, time < instant {
      advance(to: time)
      armedBy = nil
      if !hasFaults { arm() }
    }
    advance(to: instant)
  }

  private mutating func advance(to instant: Int64) {
    guard instant > now else { return }
    let end = instant + wallOffset
    while let (index, next) = earliest(through: end) {
      now = max(now, next.time - wallOffset)
      let instant = now
      closeOpen { $0.deadline < instant }
      comeDue(Place(revision: index, minute: next.minute))
      revisions[index].next = following(index, next)
      // Whatever code runs when it fires sets the alarms of what follows. An alarm that Doze may
      // hold back fires only once Doze has ended.
      if isArmed(index, next.minute), deferral == 0 { keepUp(index) }
    }
    now = instant
    closeOpen { $0.deadline < instant }
  }

  /// The live revision whose next occurrence is the earliest up to a time.
  private mutating func earliest(through end: Int64) -> (Int, TimedOccurrence)? {
    var best: (Int, TimedOccurrence)?
    for (_, index) in live where !revisions[index].isPaused {
      guard let next = next(of: index), next.time <= end, next.time < best?.1.time ?? .max else {
        continue
      }
      best = (index, next)
    }
    return best
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

  private func isArmed(_ index: Int, _ minute: WallMinute) -> Bool {
    revisions[index].armed.contains(minute)
  }

  /// An occurrence becomes due.
  mutating func comeDue(_ place: Place, excuse given: AlarmOutcome.Excuse? = nil) {
    let known = outcome(place)
    guard known.shown.isEmpty, !known.isOpen else { return }
    let excuse = given ?? self.excuse(place, known)
    let lastDeadline = open.map { outcome($0).deadline }.filter { $0 < .max }.max() ?? now
    let held = deferral
    let deadline = max(now, lastDeadline) + AndroidOutcomeModel.receiverMilliseconds
    let (instant, dueWall) = (now, wall)
    change(place) { outcome in
      outcome.excuse = excuse
      outcome.wasDueBefore = outcome.dueAt != nil
      outcome.dueAt = instant
      outcome.dueWall = dueWall
      outcome.deadline = held == .max ? .max : deadline + held
      outcome.isOpen = true
      outcome.isLost = false
      outcome.isAheadAgain = false
      outcome.isAccountable = false
    }
    open.append(place)
  }

  /// How long the system may hold back an exact alarm now, in milliseconds.
  var deferral: Int64 {
    guard traits.exactCall == "exact" else { return 0 }
    return isForcedIntoDoze || isLocked ? AndroidOutcomeModel.dozeMilliseconds : 0
  }

  /// Why an occurrence that becomes due need not be shown; nil if it must be.
  private func excuse(_ place: Place, _ known: AlarmOutcome) -> AlarmOutcome.Excuse? {
    let revision = revisions[place.revision]
    if revision.isUncertain || revision.isSkipping { return .unknown }
    if place.minute < revision.firstMinute || known.missedReports > 0 { return .unknown }
    if known.isAheadAgain, known.excuse == .unknown { return .unknown }
    guard canArm, !isStopped, !isBlocked(revision.kind) else { return .impossible }
    guard isArmed(place.revision, place.minute) else {
      return isEarlierUncertain(place) ? .unknown : .notArmed
    }
    return isEarlierUncertain(place) ? .unknown : nil
  }

  /// Whether an earlier revision, of which nobody knows what is stored, may have shown it already.
  private func isEarlierUncertain(_ place: Place) -> Bool {
    let schedule = revisions[place.revision].schedule
    return revisions.indices.contains {
      $0 != place.revision && revisions[$0].schedule == schedule
        && revisions[$0].outcomes[place.minute].map { !$0.shown.isEmpty } == true
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
    var due: [(time: Int64, place: Place, excuse: AlarmOutcome.Excuse?)] = []
    for (_, index) in live where !revisions[index].isPaused {
      revisions[index].next = nil
      let revision = revisions[index]
      let (before, after) = (revision.zone ?? oldZone, revision.zone ?? newZone)
      func wasAhead(_ minute: WallMinute) -> Bool {
        revision.rule.time(minute, in: before).map { $0 > oldWall } ?? false
      }
      let ahead = revision.coming(after: newWall, through: newWall + span, in: after)
      for occurrence in ahead where !wasAhead(occurrence.minute) {
        goneBack(Place(revision: index, minute: occurrence.minute))
      }
      guard !revisions[index].isSpent else { continue }
      let passed = revision.coming(after: newWall - span, through: newWall, in: after)
        .filter { wasAhead($0.minute) }
      // Until the receiver of what is due has run, what follows may have no alarm.
      let isReceiverDue = open.contains { $0.revision == index }
      for occurrence in passed {
        let isLast = occurrence.minute == revisions[index].armed.last
        let isExpected = isArmed(index, occurrence.minute) && !(isReceiverDue && isLast)
        // A time that the clock never showed need not be reported if nothing was armed for it.
        let place = Place(revision: index, minute: occurrence.minute)
        due.append((occurrence.time, place, isExpected ? nil : .unknown))
      }
      // A time that the new zone leaves out for ever was jumped over too; it may be shown or not.
      for minute in revision.armed
      where wasAhead(minute) && revision.rule.time(minute, in: after) == nil {
        due.append((newWall, Place(revision: index, minute: minute), .unknown))
      }
    }
    // Alarms that the clock has jumped over fire in the order of their times; those of another zone
    // are set for now, schedule by schedule. What has no alarm does not stand in line.
    if newOffset != oldOffset {
      due.sort { ($0.time, $0.place.revision) < ($1.time, $1.place.revision) }
      due = due.filter { $0.excuse == nil } + due.filter { $0.excuse != nil }
    }
    for (_, place, excuse) in due { comeDue(place, excuse: excuse) }
    // A broadcast follows at once, and the plugin plans by the new time.
    if canArm, !isStopped, !hasFaults { arm() }
  }

  /// An occurrence that was due is ahead again: if it was not shown, it still can be.
  ///
  /// One whose receiver waits for content is shown, and need not be.
  private mutating func goneBack(_ place: Place) {
    guard revisions[place.revision].outcomes[place.minute] != nil else { return }
    if outcome(place).isOpen { lastTakenBack = now }
    change(place) { outcome in
      if outcome.isOpen { outcome.excuse = .unknown }
      outcome.isAheadAgain = true
      outcome.isAccountable = false
    }
  }

  /// Closes the open occurrences that meet a condition; those that had to be shown are lost.
  mutating func closeOpen(where condition: (AlarmOutcome) -> Bool) {
    var left: [Place] = []
    for place in open {
      guard condition(outcome(place)) else {
        left.append(place)
        continue
      }
      change(place) { outcome in
        outcome.isOpen = false
        outcome.isLost = outcome.excuse == nil
      }
    }
    open = left
  }

  /// Excuses the open occurrences of a schedule, or of all; an earlier excuse stays.
  mutating func excuseOpen(_ excuse: AlarmOutcome.Excuse, of schedule: String? = nil) {
    for place in open where schedule == nil || revisions[place.revision].schedule == schedule {
      change(place) { if $0.excuse == nil { $0.excuse = excuse } }
    }
  }

  /// The occurrences of the next second, which a call may or may not prevent.
  mutating func openWhatComesNow(_ index: Int) {
    let revision = revisions[index]
    guard !revision.isSpent, !revision.isPaused else { return }
    for occurrence in revision.coming(after: wall, through: wall + 1_000, in: zone(of: revision)) {
      comeDue(Place(revision: index, minute: occurrence.minute), excuse: .ended)
    }
  }

  /// Plugin code has run: of each schedule the next two occurrences have an alarm.
  mutating func arm() {
    guard canArm else { return }
    for (_, index) in live { keepUp(index) }
  }

  private mutating func keepUp(_ index: Int) {
    let revision = revisions[index]
    guard canArm, !isStopped, !revision.isPaused, !revision.isSpent, !revision.isUncertain else {
      revisions[index].armed = []
      return
    }
    let coming = revision.next(8, after: wall, in: zone(of: revision)).filter {
      guard let known = revision.outcomes[$0.minute] else { return true }
      return known.shown.isEmpty && known.missedReports == 0 && !known.isOpen
    }
    revisions[index].armed = coming.prefix(AndroidOutcomeModel.ahead).map(\.minute)
  }

  /// From now on nothing is certain to be armed.
  mutating func disarm() {
    for (_, index) in live { revisions[index].armed = [] }
  }
}
