import CivilTime

/// What has an alarm, and what becomes of it when its time comes, or clock or zone change.
extension OutcomeModel {
  // MARK: Arming

  /// Plugin code has run: of each schedule the next two occurrences have an alarm.
  mutating func armAlarms() {
    for (_, index) in live { keepUp(index) }
  }

  private mutating func keepUp(_ index: Int) {
    let revision = revisions[index]
    guard canArm, !android.isStopped, !revision.isPaused, !revision.isSpent, !revision.isUncertain
    else {
      revisions[index].alarms = []
      return
    }
    let coming = revision.next(8, after: wall, in: zone(of: revision)).filter {
      revision.occurrences[$0.minute].map { $0.canStillBeShown && !$0.isOpen } ?? true
    }
    revisions[index].alarms = coming.prefix(AndroidState.ahead).map(\.minute)
  }

  /// A broadcast that was on its way has come: the plugin sets its alarms again.
  mutating func receiveBroadcast(before instant: Int64) {
    guard let time = android.armedBy, time < instant else { return }
    advance(to: time)
    android.armedBy = nil
    if !hasFaults { arm() }
  }

  /// BOOT_COMPLETED is on its way.
  mutating func bootCompleted() {
    // A restricted app hears of no boot.
    let isHeard = !android.isRestricted || android.traits.apiLevel < 33
    if !android.isStopped, isHeard { android.armedBy = now + AndroidState.bootMilliseconds }
  }

  /// Whatever code runs when an alarm fires sets the alarms of what follows.
  ///
  /// An alarm that Doze may hold back fires only once Doze has ended.
  mutating func alarmFired(_ index: Int, _ minute: WallMinute) {
    if revisions[index].alarms.contains(minute), android.deferral == 0 { keepUp(index) }
  }

  // MARK: An occurrence becomes due

  /// Why an occurrence that becomes due need not be shown; nil if it must be.
  func alarmExcuse(_ place: Place, _ known: Occurrence) -> Occurrence.Excuse? {
    let revision = revisions[place.revision]
    if known.skippedAt != nil { return .ended }
    if revision.isUncertain || revision.isSkipping { return .unknown }
    if place.minute < revision.firstMinute || !known.missedReports.isEmpty { return .unknown }
    if known.isAheadAgain, known.excuse == .unknown { return .unknown }
    guard canArm, !android.isStopped, !android.isBlocked(revision.kind) else { return .impossible }
    if isShownByOther(place) { return .unknown }
    return revision.alarms.contains(place.minute) ? nil : .notArmed
  }

  /// Whether another revision of the schedule may have shown it already.
  private func isShownByOther(_ place: Place) -> Bool {
    let schedule = revisions[place.revision].schedule
    return revisions.indices.contains {
      $0 != place.revision && revisions[$0].schedule == schedule
        && revisions[$0].occurrences[place.minute].map { !$0.shown.isEmpty } == true
    }
  }

  /// An occurrence has come due: its receiver waits for those that came before.
  ///
  /// What needs no content does not wait for those of its own time.
  mutating func alarmCameDue(
    _ place: Place, _ occurrence: inout Occurrence, wasDueBefore: Bool
  ) {
    let before = open.map { self.occurrence($0) }
    let lastDeadline = before.map(\.deadline).filter { $0 < .max }.max() ?? now
    let isInTime = time(place).map { wall - $0 < AndroidState.atOnceMilliseconds } ?? false
    let isAtOnce =
      isInTime && revisions[place.revision].kind != .daily
      && before.allSatisfy { $0.dueAt == occurrence.dueAt }
    let deadline =
      isAtOnce
      ? now + AndroidState.atOnceMilliseconds
      : max(now, lastDeadline) + AndroidState.receiverMilliseconds
    // Where nothing is set, nothing is held back.
    let isSet =
      revisions[place.revision].alarms.contains(place.minute) || occurrence.excuse == .unknown
    occurrence.deadline =
      !isSet
      ? deadline : android.mayBeHeld(at: now) ? .max : deadline + android.deferral
    occurrence.wasDueBefore = wasDueBefore
    occurrence.isAheadAgain = false
  }

  /// Where pending intents outlive alarms, what was lost is taken for being on its way at first;
  /// a call may end it then.
  mutating func excuseBelievedSet(_ index: Int) {
    let since = now - AndroidState.receiverMilliseconds
    for (minute, known) in revisions[index].occurrences where known.canStillBeShown {
      // What is due at this very moment is set again by any code that runs, for seconds later.
      let isBelieved =
        android.traits.keepsIntents && known.accountableAt ?? known.dueAt ?? .min >= since
      if isBelieved || known.dueAt == now { revisions[index].occurrences[minute]?.excuse = .ended }
    }
  }

  // MARK: The clock and the zone

  /// The clock was set or the zone changed: alarms that were jumped over fire at once.
  mutating func alarmsJumped(_ jump: Jump) {
    var due: [(time: Int64, place: Place, excuse: Occurrence.Excuse?)] = []
    for (_, index) in live where !revisions[index].isPaused {
      let revision = revisions[index]
      for occurrence in jump.goneBack(of: revision) {
        goBack(before: Place(revision: index, minute: occurrence.minute))
      }
      guard !revisions[index].isSpent else { continue }
      // Until the receiver of what is due has run, what follows may have no alarm.
      let isReceiverDue = open.contains { $0.revision == index }
      for occurrence in jump.passed(of: revision) {
        let isLast = occurrence.minute == revision.alarms.last
        let isExpected =
          revision.alarms.contains(occurrence.minute) && !(isReceiverDue && isLast)
        // A time that the clock never showed need not be reported if nothing was armed for it.
        let place = Place(revision: index, minute: occurrence.minute)
        due.append((occurrence.time, place, isExpected ? nil : .unknown))
      }
      // A time that the new zone leaves out for ever was jumped over too; it may be shown or not.
      for minute in revision.alarms
      where jump.wasAhead(minute, of: revision)
        && revision.rule.time(minute, in: revision.zone ?? jump.newZone) == nil
      {
        due.append((jump.newWall, Place(revision: index, minute: minute), .unknown))
      }
    }
    // Alarms that the clock has jumped over fire in the order of their times; those of another zone
    // are set for now, schedule by schedule. What has no alarm does not stand in line.
    if jump.newWall != jump.oldWall {
      due.sort { ($0.time, $0.place.revision) < ($1.time, $1.place.revision) }
      due = due.filter { $0.excuse == nil } + due.filter { $0.excuse != nil }
    }
    for (_, place, excuse) in due { comeDue(place, at: now, excuse: excuse) }
    // A broadcast follows at once, and the plugin plans by the new time.
    if !android.isStopped, !hasFaults { arm() }
  }

  /// One whose receiver waits for content when it is ahead again is shown, and need not be.
  mutating func alarmWentBack(_ place: Place) {
    guard occurrence(place).isOpen else { return }
    android.lastTakenBack = now
    change(place) { $0.excuse = .unknown }
    // One that its maker holds back has not fired, and comes due once more.
    guard android.makerDelay > 0 else { return }
    change(place) { $0.isOpen = false }
    open.removeAll { $0 == place }
  }
}
