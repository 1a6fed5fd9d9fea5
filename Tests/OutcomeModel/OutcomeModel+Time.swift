import CivilTime

extension OutcomeModel {
  /// Time passes: what the clock reaches becomes due, what is too late is lost.
  mutating func flow(to instant: Int64) {
    guard instant > now else { return }
    switch platform {
    case .ios: forgetWhatIsAheadAgain()
    case .android: receiveBroadcast(before: instant)
    }
    advance(to: instant)
    for schedule in iPhone.putOffs.flow(to: instant, isAllowed: isAllowed, isOn: isOn) {
      find(.lostAgain, schedule, "what was put off was not shown again")
    }
  }

  mutating func advance(to instant: Int64) {
    guard instant > now else { return }
    let end = instant + wallOffset
    while let (index, next) = earliest(through: end) {
      now = max(now, next.time - wallOffset)
      closeWhatIsLate()
      comeDue(Place(revision: index, minute: next.minute), at: now)
      revisions[index].next = following(index, next)
      if platform == .android { alarmFired(index, next.minute) }
    }
    now = instant
    closeWhatIsLate()
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

  /// An occurrence becomes due; `instant`: when, in milliseconds since the run began.
  mutating func comeDue(_ place: Place, at instant: Int64, excuse given: Occurrence.Excuse? = nil) {
    let known = occurrence(place)
    guard known.shown.isEmpty, !known.isOpen else {
      if platform == .ios, revisions[place.revision].isOnce {
        change(place) { $0.isAheadAgain = false }
      }
      return
    }
    var occurrence = known
    occurrence.dueAt = instant
    occurrence.dueWall = instant + wallOffset
    occurrence.isOpen = true
    occurrence.isLost = false
    occurrence.isAccountable = false
    switch platform {
    case .ios:
      occurrence.excuse = given ?? requestExcuse(place, known)
      requestCameDue(place, &occurrence)
    case .android:
      occurrence.excuse = given ?? alarmExcuse(place, known)
      alarmCameDue(place, &occurrence, wasDueBefore: known.dueAt != nil)
    }
    revisions[place.revision].occurrences[place.minute] = occurrence
    open.append(place)
  }

  /// The occurrences of the next second, which a call may or may not prevent.
  mutating func openWhatComesNow(_ index: Int) {
    let revision = revisions[index]
    guard !revision.isSpent, !revision.isPaused else { return }
    for next in revision.coming(after: wall, through: wall + 1_000, in: zone(of: revision)) {
      comeDue(
        Place(revision: index, minute: next.minute), at: next.time - wallOffset, excuse: .ended)
    }
  }

  /// Closes the open occurrences whose deadline has passed; those that had to be shown are lost.
  mutating func closeWhatIsLate() {
    var left: [Place] = []
    for place in open {
      guard occurrence(place).deadline < now else {
        left.append(place)
        continue
      }
      change(place) { occurrence in
        occurrence.isOpen = false
        occurrence.isLost = occurrence.excuse == nil
      }
    }
    open = left
  }

  /// Changes the open occurrences of a schedule, or of all.
  mutating func changeOpen(of schedule: String? = nil, _ change: (inout Occurrence) -> Void) {
    for place in open where schedule == nil || revisions[place.revision].schedule == schedule {
      self.change(place, change)
    }
  }

  /// Excuses the open occurrences of a schedule, or of all.
  mutating func excuseOpen(_ excuse: Occurrence.Excuse, of schedule: String? = nil) {
    let platform = platform
    changeOpen(of: schedule) { $0.addExcuse(excuse, on: platform) }
  }

  // MARK: The clock and the zone

  /// The clock was set or the zone changed: what was jumped over becomes due at once.
  mutating func jump(wallOffset newOffset: Int64, zone newZone: Zone) {
    let jump = Jump(oldWall: wall, newWall: now + newOffset, oldZone: zone, newZone: newZone)
    wallOffset = newOffset
    zone = newZone
    if !zonesSeen.contains(newZone) { zonesSeen.append(newZone) }
    for (_, index) in live where !revisions[index].isPaused { revisions[index].next = nil }
    switch platform {
    case .ios: requestsJumped(jump)
    case .android: alarmsJumped(jump)
    }
  }

  /// An occurrence that was due is ahead again: if it was not shown, it still can be.
  mutating func goBack(before place: Place) {
    guard revisions[place.revision].occurrences[place.minute] != nil else { return }
    switch platform {
    case .ios: requestWentBack(place)
    case .android: alarmWentBack(place)
    }
    change(place) {
      $0.isAheadAgain = true
      $0.isAccountable = false
    }
  }
}

/// A change of the clock or the zone.
struct Jump {
  let oldWall: Int64
  let newWall: Int64
  let oldZone: Zone
  let newZone: Zone

  /// How far around the new time the occurrences are that another clock had elsewhere.
  private var span: Int64 { abs(newWall - oldWall) + 27 * 3_600_000 }

  /// Whether an occurrence was ahead before it.
  func wasAhead(_ minute: WallMinute, of revision: Revision) -> Bool {
    revision.rule.time(minute, in: revision.zone ?? oldZone).map { $0 > oldWall } ?? false
  }

  /// The occurrences that were ahead and have passed now.
  func passed(of revision: Revision) -> [TimedOccurrence] {
    revision.coming(after: newWall - span, through: newWall, in: revision.zone ?? newZone)
      .filter { wasAhead($0.minute, of: revision) }
  }

  /// The occurrences that had passed and are ahead now.
  func goneBack(of revision: Revision) -> [TimedOccurrence] {
    revision.coming(after: newWall, through: newWall + span, in: revision.zone ?? newZone)
      .filter { !wasAhead($0.minute, of: revision) }
  }
}
